// A call of cuBLASLt, described and ready to be put into a stream.
#pragma once

#include "wire/messages.hpp"
#include "worker/cublas_api.hpp"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace worker {

/// The library is column-major: of what lies row by row here it sees the transposed, and so multiplies right by left.
class BlasCall {
 public:
  /// `buffers` are the addresses of the job's. Throws Failed.
  BlasCall(const wire::LibraryCall& call, const wire::Job& job, std::span<const cuda::Address> buffers,
           cuda::Address workspace);

  /// The library's first proposals, best guess first; none adds parts of a sum in a lower type than f32.
  [[nodiscard]] std::vector<cublas::Heuristic> propose(int most) const;
  /// What was chosen before, if the library still takes it for this call.
  [[nodiscard]] std::optional<cublas::Heuristic> accept(const std::string& algorithm) const;
  void use(const cublas::Heuristic& chosen) { used_ = chosen; }
  /// In words. `seconds` are of one run.
  [[nodiscard]] static wire::Candidate describe(const cublas::Heuristic& one, double seconds = 0);
  [[nodiscard]] const cublas::Heuristic& used() const { return used_; }
  void put(cuda::Stream stream) const { put(used_, stream); }
  void put(const cublas::Heuristic& how, cuda::Stream stream) const;

 private:
  // As the library names them; `c` is added.
  enum Operand { a, b, c, d };
  using Offsets = std::array<std::int64_t, 4>;
  /// Matrices at equal steps: how many, and each operand's step in elements.
  struct Axis {
    std::int64_t count = 1;
    Offsets step{};
  };
  template <class Pointer, cublas::Status (*cublas::Api::*destroy)(Pointer)>
  struct Destroy {
    void operator()(Pointer one) const { (cublas::api().*destroy)(one); }
  };
  template <class Pointer, cublas::Status (*cublas::Api::*destroy)(Pointer)>
  using Owned = std::unique_ptr<std::remove_pointer_t<Pointer>, Destroy<Pointer, destroy>>;
  using Layout = Owned<cublas::Layout, &cublas::Api::layout_destroy>;
  using Product = Owned<cublas::Product, &cublas::Api::product_destroy>;
  using Preference = Owned<cublas::Preference, &cublas::Api::preference_destroy>;

  void lay_axes(std::int64_t& rows);
  void make_layouts(std::int64_t rows);
  void make_product(cuda::Address bias);
  [[nodiscard]] Preference preference() const;
  [[nodiscard]] std::uint32_t alignment(Operand operand) const;
  [[nodiscard]] bool keeps_f32(const cublas::Heuristic& one) const;
  [[nodiscard]] const wire::Matrix& matrix(Operand operand) const;

  wire::LibraryCall call_;
  std::array<cuda::Address, 4> first_{};  ///< of each operand's first element
  std::array<wire::Dtype, 4> dtypes_{};
  cuda::Address workspace_ = 0;
  Axis batch_;                   ///< what one call of the library does
  std::vector<Offsets> begins_;  ///< elements from `first_`: one for each call of the library
  std::array<Layout, 4> layouts_;
  Product product_;
  cublas::Heuristic used_;
};

}  // namespace worker

// The worker's own kernels at work: data, looks, flushes, stamps.
#pragma once

#include "wire/messages.hpp"
#include "worker/device_memory.hpp"

#include <map>
#include <string>

namespace worker {

/// A cubin loaded into the current context.
class Module {
 public:
  explicit Module(const std::string& image);
  ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  [[nodiscard]] cuda::Function function(const std::string& entry) const;

 private:
  cuda::Module module_ = nullptr;
};

/// The worker's own kernels on the current context, with a clean buffer to read when caches are to be flushed.
class Tools {
 public:
  Tools(const std::string& image, const wire::Card& card, cuda::Stream stream);
  void fill(const wire::Buffer& buffer, cuda::Address to);
  [[nodiscard]] wire::Seen look(const wire::Look& look, const wire::Buffer& buffer, cuda::Address here,
                                cuda::Address there);
  void flush();
  /// Reads other memory than flush() does, as much of it: what was still to be written goes out.
  void flush_again();
  [[nodiscard]] std::int64_t flush_bytes() const { return flush_bytes_; }
  /// Keeps the multiprocessors' clock and the time, at the one end and the other of what lies between.
  void stamp(bool end);
  /// Hertz between the two stamps, once they have run; 0 where they do not fit together.
  [[nodiscard]] double clock();
  [[nodiscard]] bool can_flush() const { return !clean_.empty(); }

 private:
  void fill_table(const char* entry, const wire::Buffer& buffer, cuda::Address to);
  void launch(const char* entry, std::int64_t elements, std::initializer_list<std::uint64_t> arguments);
  void read(const DeviceMemory& clean);
  [[nodiscard]] std::string gather(const wire::Look& look, const wire::Buffer& buffer, cuda::Address here);

  Module module_;
  std::map<std::string, cuda::Function> functions_;
  cuda::Stream stream_;
  int blocks_;
  std::int64_t flush_bytes_;
  DeviceMemory clean_, other_, sink_, found_, stamps_;
};

}  // namespace worker

// Opening cuBLASLt, and its codes in words.
#include "worker/cublas_api.hpp"

#include "base/words.hpp"
#include "worker/library.hpp"

namespace worker::cublas {
namespace {

using Kind = wire::Failure::Kind;

bool fill(Api& api, const Library& library) {
  return library.find(api.version, "cublasLtGetVersion") && library.find(api.status_name, "cublasLtGetStatusName") &&
         library.find(api.create, "cublasLtCreate") && library.find(api.product_create, "cublasLtMatmulDescCreate") &&
         library.find(api.product_destroy, "cublasLtMatmulDescDestroy") &&
         library.find(api.product_set, "cublasLtMatmulDescSetAttribute") &&
         library.find(api.layout_create, "cublasLtMatrixLayoutCreate") &&
         library.find(api.layout_destroy, "cublasLtMatrixLayoutDestroy") &&
         library.find(api.layout_set, "cublasLtMatrixLayoutSetAttribute") &&
         library.find(api.preference_create, "cublasLtMatmulPreferenceCreate") &&
         library.find(api.preference_destroy, "cublasLtMatmulPreferenceDestroy") &&
         library.find(api.preference_set, "cublasLtMatmulPreferenceSetAttribute") &&
         library.find(api.heuristics, "cublasLtMatmulAlgoGetHeuristic") &&
         library.find(api.check, "cublasLtMatmulAlgoCheck") &&
         library.find(api.attribute, "cublasLtMatmulAlgoConfigGetAttribute") &&
         library.find(api.multiply, "cublasLtMatmul");
}

/// What is wrong with the library here; it stays so as long as this process lives.
struct Opened {
  Api api{};
  wire::Failure missing;
  bool whole = false;
};

Opened open() {
  Opened opened;
  const Library library{"libcublasLt.so.13", "libcublasLt.so.12"};
  opened.whole = library.open() && fill(opened.api, library);
  if (opened.whole) return opened;
  const std::string said =
      library.open() ? base::say("worker.no_symbol", {{"symbol", library.missing()}}) : library.complaint();
  opened.missing = {Kind::library,
                    base::say("worker.no_library", {{"said", said}}),
                    std::string(base::text("worker.no_library.remedy")),
                    std::string(base::text("worker.no_library.admin")),
                    {}};
  return opened;
}

}  // namespace

const Api& api() {
  static const Opened opened = open();
  if (!opened.whole) throw Failed(opened.missing);
  return opened.api;
}

Handle handle() {
  static const Handle made = [] {
    Handle one = nullptr;
    check(api().create(&one), "start_library");
    return one;
  }();
  return made;
}

std::string version() {
  // 130100 = 13.1.0, and 120805 = 12.8.5: unlike the toolkit's own numbers.
  const std::size_t number = api().version();
  return std::to_string(number / 10000) + "." + std::to_string(number / 100 % 100) + "." + std::to_string(number % 100);
}

void check(Status status, const char* step) {
  if (status == success) return;
  const char* name = api().status_name(status);
  const std::string said = name == nullptr ? base::say("worker.cuda_error", {{"code", std::to_string(status)}}) : name;
  throw Failed(status == allocation_failed ? Kind::memory : Kind::library,
               base::say(std::string("worker.step.") + step, {{"said", said}}),
               std::string(base::text("worker.library.remedy")), said);
}

}  // namespace worker::cublas

// CUPTI answers NOT_INITIALIZED both for an old driver and for a library it cannot load; the loader tells them apart.
#include "worker/cupti_refusal.hpp"

#include "base/words.hpp"
#include "worker/library.hpp"

namespace worker::cupti {
namespace {

const char* word_of(RefusalKind kind) {
  switch (kind) {
    case RefusalKind::no_rights:
      return "counters.no_rights";
    case RefusalKind::busy:
      return "counters.busy";
    case RefusalKind::other_profiler:
      return "counters.other_profiler";
    case RefusalKind::library_missing:
      return "counters.cupti_missing";
    case RefusalKind::library_mismatch:
      return "counters.cupti_mismatch";
    case RefusalKind::unsupported:
      return "counters.unsupported";
    case RefusalKind::bad_reading:
      return "counters.bad_reading";
  }
  return "counters.bad_reading";
}

}  // namespace

Refusal refusal(RefusalKind kind, std::string_view said) {
  const std::string word = word_of(kind);
  Refusal all{kind, base::say(word, {{"said", said}}), std::string(base::text(word + ".remedy")), {}};
  if (kind == RefusalKind::no_rights || kind == RefusalKind::busy || kind == RefusalKind::library_missing ||
      kind == RefusalKind::library_mismatch) {
    all.remedy_admin = base::text(word + ".admin");
  }
  return all;
}

Refusal refusal_of(CUptiResult code, std::string_view said) {
  switch (code) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
      return refusal(RefusalKind::no_rights);
    case CUPTI_ERROR_HARDWARE_BUSY:
      return refusal(RefusalKind::busy);
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
    case CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED:
      return refusal(RefusalKind::other_profiler);
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED:
      return refusal(RefusalKind::unsupported, base::text("counters.what.vgpu"));
    case CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED:
      return refusal(RefusalKind::unsupported, base::text("counters.what.confidential"));
    case CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED:
      return refusal(RefusalKind::unsupported, base::text("counters.what.mig"));
    case CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED:
      return refusal(RefusalKind::unsupported, base::text("counters.what.wsl"));
    case CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_INVALID_CHIP_NAME:
    case CUPTI_ERROR_NOT_SUPPORTED:
    case CUPTI_ERROR_INVALID_DEVICE:
      return refusal(RefusalKind::unsupported, said);
    case CUPTI_ERROR_NOT_INITIALIZED: {
      static const Library performance{"libnvperf_host.so"};
      return performance.open() ? refusal(RefusalKind::library_mismatch)
                                : refusal(RefusalKind::library_missing, performance.complaint());
    }
    default:
      return refusal(RefusalKind::bad_reading, said);
  }
}

void check(CUptiResult code, std::source_location call) {
  if (code == CUPTI_SUCCESS) return;
  const char* name = nullptr;
  const bool known = open().api->result_string(code, &name) == CUPTI_SUCCESS && name != nullptr;
  const std::string file = call.file_name(),
                    place = file.substr(file.rfind('/') + 1) + ":" + std::to_string(call.line());
  throw Refused(refusal_of(code, base::say("counters.at", {{"code", known ? name : base::text("counters.what.unknown")},
                                                           {"place", place}})));
}

Refusal no_library(const Opened& opened) {
  return opened.too_old ? refusal(RefusalKind::library_mismatch)
                        : refusal(RefusalKind::library_missing, opened.complaint);
}

}  // namespace worker::cupti

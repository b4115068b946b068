// libFuzzer: any bytes as a recording. The checksum is mended half of the time, so that the fields behind it are
// reached.
#include "record/recording.hpp"
#include "record/writer.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <string_view>

namespace {

/// What was accepted must be written and read back as equal (but for NaN, which is not equal to itself).
void read(std::string_view text) {
  const auto first = record::parse_recording(text, "fuzz.json");
  if (!first) {
    if (first.error().empty()) std::abort();  // a refusal without a word
    (void)base::render(first.error());
    return;
  }
  const std::string again = record::to_recording(*first);
  const auto second = record::parse_recording(again, "again.json");
  if (!second || record::to_recording(*second) != again) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read(text);
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (json.is_object() && json.contains("measurements")) {
    json["sha256"] = record::checksum(json["measurements"]);
    read(json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  }
  return 0;
}

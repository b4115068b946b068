// Whatever bytes come over a connection: refused with a reason, or a message that survives the trip.
#include "wire/framing.hpp"
#include "wire/messages.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

/// A message that was accepted reads back as it was written.
void read(std::string_view payload) {
  try {
    const wire::Message message = wire::parse(payload);
    const std::string text = wire::to_json(message);
    if (wire::to_json(wire::parse(text)) != text) std::abort();
    if (const auto* run = std::get_if<wire::Run>(&message.body)) wire::check(*run);
    if (const auto* count = std::get_if<wire::Count>(&message.body)) wire::check(*count);
  } catch (const wire::WireError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read(bytes);
  read(bytes.substr(std::min(size, bytes.find('\n') + 1)));
  wire::Decoder decoder;
  try {
    for (std::size_t at = 0; at < size; at += 7) {
      decoder.feed(bytes.substr(at, 7));
      while (const auto payload = decoder.next()) read(*payload);
    }
  } catch (const wire::WireError&) {
  }
  return 0;
}

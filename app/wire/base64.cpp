// Base64, three bytes in four characters.
#include "wire/base64.hpp"

#include <array>
#include <cstdint>

namespace wire {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t none = 0xFF;

constexpr std::array<std::uint8_t, 256> make_values() {
  std::array<std::uint8_t, 256> values{};
  for (std::uint8_t& value : values) value = none;
  for (std::size_t i = 0; i < alphabet.size(); ++i)
    values[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
  return values;
}
constexpr std::array<std::uint8_t, 256> values = make_values();

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const auto byte = [&](std::size_t k) {
      return k < left ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i + k])) : 0u;
    };
    const std::uint32_t bits = byte(0) << 16 | byte(1) << 8 | byte(2);
    out += alphabet[bits >> 18];
    out += alphabet[bits >> 12 & 63];
    out += left > 1 ? alphabet[bits >> 6 & 63] : '=';
    out += left > 2 ? alphabet[bits & 63] : '=';
  }
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const bool last = i + 4 == text.size();
    const int padding = !last || text[i + 3] != '=' ? 0 : text[i + 2] == '=' ? 2 : 1;
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const std::uint8_t value = k >= static_cast<std::size_t>(4 - padding)
                                     ? std::uint8_t{0}
                                     : values[static_cast<unsigned char>(text[i + k])];
      if (value == none) return std::nullopt;
      bits = bits << 6 | value;
    }
    if ((padding == 1 && (bits & 0xFF) != 0) || (padding == 2 && (bits & 0xFFFF) != 0)) return std::nullopt;
    out += static_cast<char>(bits >> 16 & 0xFF);
    if (padding < 2) out += static_cast<char>(bits >> 8 & 0xFF);
    if (padding < 1) out += static_cast<char>(bits & 0xFF);
  }
  return out;
}

}  // namespace wire

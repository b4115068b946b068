// FNV-1a and its text form.
#include "base/hash.hpp"

namespace base {

std::uint64_t hash64(std::string_view bytes) {
  std::uint64_t hash = 0xCBF29CE484222325ull;
  for (const char c : bytes) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001B3ull;
  }
  return hash;
}

std::string hex64(std::uint64_t value) {
  std::string out(16, '0');
  for (auto digit = out.rbegin(); digit != out.rend(); ++digit, value >>= 4) *digit = "0123456789abcdef"[value & 15];
  return out;
}

}  // namespace base

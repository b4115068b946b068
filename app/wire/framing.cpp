// Header: payload bytes and the low half of their hash, both 32 bits, little-endian.
#include "wire/framing.hpp"

#include "base/hash.hpp"
#include "base/words.hpp"

namespace wire {
namespace {

constexpr std::string_view magic = "onetrip-wire ";
constexpr std::size_t header = 8;

void put(std::string& out, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(value >> shift & 0xFF);
}

std::uint32_t get(std::string_view bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return value;
}

std::uint32_t check(std::string_view payload) {
  return static_cast<std::uint32_t>(base::hash64(payload));
}

}  // namespace

std::string magic_line() {
  return std::string(magic) + std::to_string(protocol_version) + "\n";
}

std::string frame(std::string_view payload) {
  if (static_cast<std::int64_t>(payload.size()) > largest_frame) {
    throw WireError(std::string(base::text("wire.too_large")), std::string(base::text("wire.too_large.remedy")));
  }
  std::string out;
  out.reserve(header + payload.size());
  put(out, static_cast<std::uint32_t>(payload.size()));
  put(out, check(payload));
  out += payload;
  return out;
}

void Decoder::feed(std::string_view bytes) {
  if (at_ > 0 && at_ >= waiting_.size() / 2) {
    waiting_.erase(0, at_);
    at_ = 0;
  }
  waiting_ += bytes;
}

void Decoder::seek_magic() {
  for (std::size_t end; (end = waiting_.find('\n', at_)) != std::string::npos; at_ = end + 1) {
    std::string_view line = std::string_view(waiting_).substr(at_, end - at_);
    // A terminal on the way may have added a carriage return; a banner without a newline may stand before the magic.
    const bool carriage = line.ends_with('\r');
    if (carriage) line.remove_suffix(1);
    const std::size_t found = line.rfind(magic);
    if (found == std::string_view::npos) {
      if (said_.size() + line.size() < most_said) said_.append(line).append("\n");
      continue;
    }
    said_.append(line.substr(0, found).substr(0, most_said));
    const std::string version(line.substr(found + magic.size()).substr(0, 16));
    if (version != std::to_string(protocol_version)) {
      throw WireError(base::say("wire.version", {{"theirs", version}, {"ours", std::to_string(protocol_version)}}),
                      std::string(base::text("wire.version.remedy")));
    }
    if (carriage) {
      throw WireError(std::string(base::text("wire.terminal")), std::string(base::text("wire.terminal.remedy")));
    }
    begun_ = true;
    at_ = end + 1;
    return;
  }
  // No newline yet: keep the tail, but no more than a line may have.
  if (waiting_.size() - at_ > most_said) {
    if (said_.size() < most_said) said_.append(waiting_, at_, most_said - said_.size());
    waiting_.clear();
    at_ = 0;
  }
}

std::optional<std::string> Decoder::next() {
  if (!begun_) seek_magic();
  if (!begun_ || waiting_.size() - at_ < header) return std::nullopt;
  const std::string_view rest = std::string_view(waiting_).substr(at_);
  const std::uint32_t length = get(rest);
  if (static_cast<std::int64_t>(length) > largest_frame) {
    throw WireError(std::string(base::text("wire.oversized")), std::string(base::text("wire.foreign.remedy")));
  }
  if (rest.size() < header + length) return std::nullopt;
  std::string payload(rest.substr(header, length));
  if (check(payload) != get(rest.substr(4))) {
    throw WireError(std::string(base::text("wire.torn")), std::string(base::text("wire.foreign.remedy")));
  }
  at_ += header + length;
  return payload;
}

}  // namespace wire

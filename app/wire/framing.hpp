// Frames on a byte stream: a magic line once, then length, checksum and payload of each message.
#pragma once

#include "wire/error.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wire {

/// Raised when an old program and a new worker would misunderstand each other.
inline constexpr int protocol_version = 7;
inline constexpr std::int64_t largest_frame = std::int64_t{64} << 20;  ///< bytes of payload
inline constexpr std::size_t most_said = std::size_t{64} << 10;        ///< bytes before the magic line that are kept

/// The first line either side sends, with its newline.
[[nodiscard]] std::string magic_line();
/// One message's bytes: header and payload. Throws WireError above largest_frame.
[[nodiscard]] std::string frame(std::string_view payload);

/// Takes bytes as they come and gives whole payloads. After a throw it must not be fed again.
class Decoder {
 public:
  void feed(std::string_view bytes);
  /// The next whole payload, if it has arrived. Throws WireError: wrong version, oversized, torn.
  [[nodiscard]] std::optional<std::string> next();
  /// The magic line has come.
  [[nodiscard]] bool begun() const { return begun_; }
  /// What came before the magic line: login banners, complaints of a shell; also a last line that has no end yet.
  [[nodiscard]] std::string said() const { return begun_ ? said_ : said_ + waiting_.substr(at_); }
  /// Part of a frame is waiting for the rest.
  [[nodiscard]] bool torn() const { return begun_ && at_ < waiting_.size(); }

 private:
  void seek_magic();

  std::string waiting_;
  std::size_t at_ = 0;  ///< consumed of waiting_
  std::string said_;
  bool begun_ = false;
};

}  // namespace wire

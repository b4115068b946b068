// Frames: banners, pieces, foreign bytes, versions.
#include "wire/framing.hpp"

#include "wire/base64.hpp"

#include <gmock/gmock.h>

namespace framing_test {

using testing::HasSubstr;

wire::Decoder begun() {
  wire::Decoder decoder;
  decoder.feed(wire::magic_line());
  return decoder;
}

template <class Action>
std::string refusal(Action action) {
  try {
    action();
  } catch (const wire::WireError& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(Framing, ComesBackWhole) {
  wire::Decoder decoder = begun();
  decoder.feed(wire::frame("first") + wire::frame("") + wire::frame(std::string(100'000, 'x')));
  EXPECT_EQ(decoder.next(), "first");
  EXPECT_EQ(decoder.next(), "");
  EXPECT_EQ(decoder.next()->size(), 100'000u);
  EXPECT_EQ(decoder.next(), std::nullopt);
  EXPECT_FALSE(decoder.torn());
}

TEST(Framing, ByteByByte) {
  wire::Decoder decoder;
  std::vector<std::string> got;
  for (const char byte : "Welcome to node 7\n" + wire::magic_line() + wire::frame("a") + wire::frame("bc")) {
    decoder.feed({&byte, 1});
    while (auto payload = decoder.next()) got.push_back(*payload);
  }
  EXPECT_THAT(got, testing::ElementsAre("a", "bc"));
  EXPECT_EQ(decoder.said(), "Welcome to node 7\n");
}

TEST(Framing, ABannerWithoutANewlineStandsBeforeTheMagic) {
  wire::Decoder decoder;
  decoder.feed("loading modules... " + wire::magic_line() + wire::frame("x"));
  EXPECT_EQ(decoder.next(), "x");
  EXPECT_EQ(decoder.said(), "loading modules... ");
}

TEST(Framing, EndlessChatterIsKeptOnlyInPart) {
  wire::Decoder decoder;
  for (int i = 0; i < 100; ++i) {
    decoder.feed(std::string(10'000, '.'));
    EXPECT_EQ(decoder.next(), std::nullopt);
  }
  EXPECT_FALSE(decoder.begun());
  EXPECT_LE(decoder.said().size(), 2 * wire::most_said);
  EXPECT_GE(decoder.said().size(), 1000u);
}

TEST(Framing, AnotherVersionIsNamed) {
  wire::Decoder decoder;
  decoder.feed("onetrip-wire 99\n");
  EXPECT_THAT(refusal([&] { (void)decoder.next(); }), HasSubstr("version 99"));
}

TEST(Framing, ATerminalOnTheWayIsNamed) {
  wire::Decoder decoder;
  decoder.feed("onetrip-wire " + std::to_string(wire::protocol_version) + "\r\n");
  EXPECT_THAT(refusal([&] { (void)decoder.next(); }), HasSubstr("terminal"));
}

TEST(Framing, ForeignBytesAreRefused) {
  wire::Decoder oversized = begun();
  oversized.feed("Warning: disk quota exceeded\n");
  EXPECT_THAT(refusal([&] { (void)oversized.next(); }), HasSubstr("larger than messages may be"));
  std::string torn = wire::frame("payload");
  torn.back() = 'X';
  wire::Decoder damaged = begun();
  damaged.feed(torn);
  EXPECT_THAT(refusal([&] { (void)damaged.next(); }), HasSubstr("checksum"));
}

TEST(Framing, ATornFrameIsSeen) {
  wire::Decoder decoder = begun();
  decoder.feed(wire::frame("payload").substr(0, 10));
  EXPECT_EQ(decoder.next(), std::nullopt);
  EXPECT_TRUE(decoder.torn());
}

TEST(Framing, TooLargeIsRefusedBeforeItIsSent) {
  EXPECT_THROW((void)wire::frame(std::string(wire::largest_frame + 1, 'x')), wire::WireError);
}

TEST(Base64, KnownTextAndEveryLength) {
  EXPECT_EQ(wire::to_base64("Man"), "TWFu");
  EXPECT_EQ(wire::to_base64("Ma"), "TWE=");
  EXPECT_EQ(wire::to_base64("M"), "TQ==");
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(wire::from_base64(wire::to_base64(bytes)), bytes) << i;
    bytes += static_cast<char>(i * 37);
  }
}

TEST(Base64, OthersAreRefused) {
  for (const char* text : {"A", "AB", "ABC", "AB=C", "=AAA", "A===", "TWF\n", "TR==", "TWF=", "TQ==TQ=="})
    EXPECT_EQ(wire::from_base64(text), std::nullopt) << text;
}

}  // namespace framing_test

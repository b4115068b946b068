// Ranges as they are written, and the chains they make.
#include "chain/sweep.hpp"

#include "chain/parser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sweep_test {

using chain::SweepAxis;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

chain::Chain parsed(const std::string& text) {
  return chain::parse(text, "<test>").value();
}

std::string refusal(const auto& expected) {
  return expected ? std::string("accepted") : base::render(expected.error());
}

TEST(SweepAxis, IsReadAndWritten) {
  EXPECT_EQ(chain::parse_axis("size=64K..1G").value(), (SweepAxis{SweepAxis::Kind::size, 65536, 1 << 30}));
  EXPECT_EQ(chain::parse_axis("n=1..32").value(), (SweepAxis{SweepAxis::Kind::count, 1, 32}));
  for (const char* text : {"size=64K..1G", "size=512..2M", "n=3..64", "row=64..64K"}) {
    EXPECT_EQ(chain::text(chain::parse_axis(text).value()), text);
  }
}

TEST(SweepAxis, IsRefusedWithACaretUnderWhatIsWrong) {
  EXPECT_THAT(refusal(chain::parse_axis("rows=1..2")), HasSubstr("<over>:1:1: a sweep goes over size, n, m or row"));
  EXPECT_THAT(refusal(chain::parse_axis("size=64K")), HasSubstr("this is not a range"));
  EXPECT_THAT(refusal(chain::parse_axis("size=64K..3M")), HasSubstr("<over>:1:11: '3M' is not a size"));
  EXPECT_THAT(refusal(chain::parse_axis("size=99999999G..1")), HasSubstr("'99999999G' is not a size"));
  EXPECT_THAT(refusal(chain::parse_axis("n=0..4")), HasSubstr("<over>:1:3: '0' is not a number of copies"));
  EXPECT_THAT(refusal(chain::parse_axis("n=1..65")), HasSubstr("1 to 64"));
  EXPECT_THAT(refusal(chain::parse_axis("n=4..4")), HasSubstr("must end above where it begins"));
  EXPECT_THAT(refusal(chain::parse_axis("")), HasSubstr("a sweep goes over size, n, m or row"));
}

TEST(SweepAxis, PlacesThinOutWhereThereAreMany) {
  EXPECT_THAT(chain::places({SweepAxis::Kind::size, 1024, 8192}), ElementsAre(1024, 2048, 4096, 8192));
  EXPECT_THAT(chain::places({SweepAxis::Kind::count, 2, 5}), ElementsAre(2, 3, 4, 5));
  EXPECT_THAT(chain::places({SweepAxis::Kind::count, 1, 32}), ElementsAre(1, 2, 3, 4, 6, 8, 12, 16, 24, 32));
}

TEST(Sweep, ARowMayBeLongerWhileTheRowsStay) {
  const auto points =
      chain::sweep(parsed("x: f32[64, 64]\nb: f32[64]\ns: f32[64, 1]  # 64 of 64\ny = sum((x + b) * s)\n"),
                   chain::parse_axis("row=8..32").value())
          .value();
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[2].at, 32);
  EXPECT_EQ(chain::show(points[2].chain.values[0].shape), "[64, 32]");
  EXPECT_EQ(chain::show(points[2].chain.values[1].shape), "[32]");
  EXPECT_EQ(chain::show(points[2].chain.values[2].shape), "[64, 1]");
  const auto row = chain::parse_axis("row=8..32").value();
  EXPECT_THAT(refusal(chain::sweep(parsed("x: f32[4, 8]; w: f32[8, 2]; y = x @ w"), row)),
              HasSubstr("its weights would have to grow"));
  EXPECT_THAT(refusal(chain::parse_axis("row=7..32")), HasSubstr("'7' is not a row length"));
}

TEST(Sweep, SizeGivesTheMainTensorOtherRowsAndLeavesWhatBroadcasts) {
  // Rows and columns are equal here: only the rows may change.
  const auto points =
      chain::sweep(parsed("x: f32[8192, 8192]\nb: f32[8192]\nr: f32[8192, 8192]\ny = gelu(x + b) + r\n"),
                   chain::parse_axis("size=64K..256K").value())
          .value();
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[0].at, 65536);
  EXPECT_EQ(points[2].at, 262144);
  EXPECT_EQ(chain::show(points[2].chain.values[0].shape), "[8, 8192]");
  EXPECT_EQ(chain::show(points[2].chain.values[1].shape), "[8192]");
  EXPECT_EQ(chain::show(points[2].chain.values[2].shape), "[8, 8192]");
}

TEST(Sweep, RowsThatAreNoPowerOfTwoComeNear) {
  const auto points =
      chain::sweep(parsed("x: bf16[10, 1000]\ny = relu(x)\n"), chain::parse_axis("size=2K..64K").value()).value();
  for (const auto& point : points) EXPECT_EQ(point.at, point.chain.values[0].bytes().value);
  EXPECT_EQ(points.front().at, 2000);
  EXPECT_EQ(points.back().at, 66000);
}

TEST(Sweep, SizeRefusesLessThanARow) {
  const auto refused =
      chain::sweep(parsed("x: f32[4096, 100000]\ny = relu(x)\n"), chain::parse_axis("size=64K..1G").value());
  EXPECT_THAT(refusal(refused), HasSubstr("<chain>:1:1: one row of x is 400 kB, more than the 64 KiB"));
  EXPECT_THAT(refusal(refused), HasSubstr("begin at size=512K"));
}

TEST(Sweep, CountRepeatsTheOneOp) {
  const auto points = chain::sweep(parsed("x: f32[64, 64]\ny = cos(x)\n"), chain::parse_axis("n=1..4").value()).value();
  ASSERT_EQ(points.size(), 4U);
  EXPECT_EQ(chain::canonical(points[0].chain), chain::canonical(parsed("x: f32[64, 64]\ny = cos(x)\n")));
  EXPECT_EQ(chain::canonical(points[2].chain), chain::canonical(parsed("x: f32[64, 64]\ny = cos(cos(cos(x)))\n")));
  // A number beside the tensor is part of the op.
  const auto scaled =
      chain::sweep(parsed("x: f32[64, 64]\ny = x * 1.5\n"), chain::parse_axis("n=2..3").value()).value();
  EXPECT_EQ(chain::canonical(scaled[0].chain), chain::canonical(parsed("x: f32[64, 64]\ny = (x * 1.5) * 1.5\n")));
}

TEST(Sweep, CountRefusesAtWhatStandsInTheWay) {
  const SweepAxis axis{SweepAxis::Kind::count, 1, 4};
  EXPECT_THAT(refusal(chain::sweep(parsed("x: f32[64]\ny = relu(cos(x))\n"), axis)), HasSubstr("2 ops: which of them"));
  EXPECT_THAT(refusal(chain::sweep(parsed("x: f32[64]\nr: f32[64]\ny = x + r\n"), axis)),
              HasSubstr("<chain>:2:1: y takes two tensors"));
  EXPECT_THAT(refusal(chain::sweep(parsed("x: f32[64, 64]\ny = sum(x)\n"), axis)), HasSubstr("not a tensor like x"));
  EXPECT_THAT(refusal(chain::sweep(parsed("x: f32[64]\ny = cast(x, f16)\n"), axis)), HasSubstr("not a tensor like x"));
}

}  // namespace sweep_test

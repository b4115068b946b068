// Tensor maps and calls of a library that reach beyond their buffers, or are none, are refused by field.
#include "wire/samples.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace wire_products_test {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::int64_t huge = std::int64_t{1} << 40;

template <class Change>
std::string refused(Change change) {
  wire::Job job = tests::sample_job();
  auto& kernel = std::get<wire::Kernel>(job.plans[1].steps[0]);
  change(job, kernel.maps.front(), std::get<wire::LibraryCall>(job.plans[1].steps[1]));
  try {
    wire::check(job);
  } catch (const wire::WireError& error) {
    return error.what();
  }
  return "nothing was refused";
}

template <class Change>
std::string map_refused(Change change) {
  return refused([&](wire::Job&, wire::TensorMap& map, wire::LibraryCall&) { change(map); });
}

template <class Change>
std::string call_refused(Change change) {
  return refused([&](wire::Job&, wire::TensorMap&, wire::LibraryCall& call) { change(call); });
}

TEST(MapCheck, TheSampleIsTaken) {
  EXPECT_EQ(refused([](auto&...) {}), "nothing was refused");
}

TEST(MapCheck, NothingBeyondItsBuffer) {
  EXPECT_THAT(map_refused([](auto& m) { m.dims[1] = 33; }), HasSubstr("map.dims reaches beyond the buffer"));
  EXPECT_THAT(map_refused([](auto& m) { m.dims[0] = 65; }), HasSubstr("beyond"));
  EXPECT_THAT(map_refused([](auto& m) { m.strides[0] = 144; }), HasSubstr("beyond"));
  EXPECT_THAT(map_refused([](auto& m) { m.dtype = wire::Dtype::f32, m.box[0] = 32; }), HasSubstr("beyond"));
  EXPECT_THAT(map_refused([](auto& m) { m.buffer = 5; }), HasSubstr("not there"));
  EXPECT_THAT(map_refused([](auto& m) {
                m.dims = {huge / 256, huge / 256, huge / 256, huge / 256, huge / 256};
                m.strides = {huge - 16, huge - 16, huge - 16, huge - 16};
                m.box = {8, 1, 1, 1, 1};
              }),
              HasSubstr("beyond"))
      << "products that would overflow";
  EXPECT_EQ(map_refused([](auto& m) { m.dims = {32, 63}, m.strides = {64}; }), "nothing was refused");
  EXPECT_THAT(map_refused([](auto& m) { m.dims = {32, 65}, m.strides = {64}; }), HasSubstr("beyond"));
  EXPECT_EQ(map_refused([](auto& m) { m.dims = {32, 64}, m.strides = {64}; }), "nothing was refused");
}

TEST(MapCheck, TheDriversRulesAreKept) {
  EXPECT_THAT(map_refused([](auto& m) { m.strides[0] = 24; }), HasSubstr("not a multiple of 16 bytes"));
  EXPECT_THAT(map_refused([](auto& m) { m.box[0] = 4; }), HasSubstr("not a multiple of 16 bytes"));
  EXPECT_THAT(map_refused([](auto& m) { m.swizzle = 64; }), HasSubstr("wider inside than its swizzle"));
  EXPECT_THAT(map_refused([](auto& m) { m.swizzle = 48; }), HasSubstr("does not have one of its allowed values"));
  EXPECT_THAT(map_refused([](auto& m) { m.strides.clear(); }), HasSubstr("the wrong number of dimensions"));
  EXPECT_THAT(map_refused([](auto& m) { m.box.push_back(1); }), HasSubstr("the wrong number of dimensions"));
  EXPECT_THAT(map_refused([](auto& m) { m.dims.clear(), m.box.clear(), m.strides.clear(); }), HasSubstr("missing"));
  EXPECT_THAT(map_refused([](auto& m) { m.dtype = wire::Dtype::i4; }),
              HasSubstr("does not have one of its allowed values"));
  EXPECT_THAT(map_refused([](auto& m) { m.dtype = wire::Dtype::bytes; }),
              HasSubstr("does not have one of its allowed values"));
  EXPECT_THAT(refused([](wire::Job& job, auto&, auto&) {
                std::get<wire::Kernel>(job.plans[1].steps[0]).arguments.back().value = 1;
              }),
              HasSubstr("not there"));
}

TEST(CallCheck, NothingBeyondItsBuffers) {
  EXPECT_THAT(call_refused([](auto& c) { c.m = 33; }), HasSubstr("library.result reaches beyond the buffer"));
  EXPECT_THAT(call_refused([](auto& c) { c.m = INT32_MAX; }), HasSubstr("beyond"));
  EXPECT_THAT(call_refused([](auto& c) { c.right.offset = 2048 - 511; }), StartsWith("A message"));
  EXPECT_EQ(call_refused([](auto& c) { c.right.offset = 2048 - 512; }), "nothing was refused");
  EXPECT_THAT(call_refused([](auto& c) { c.left.offset = wire::Limit::bytes; }), HasSubstr("library.left"));
  EXPECT_THAT(call_refused([](auto& c) { c.left.leading = wire::Limit::bytes; }), HasSubstr("library.left"));
  EXPECT_THAT(call_refused([](auto& c) { c.outer = 2, c.left.outer_stride = 1537; }), HasSubstr("library.left"));
  EXPECT_THAT(call_refused([](auto& c) { c.residual[0].offset = 1; }), HasSubstr("library.residual"));
  EXPECT_THAT(call_refused([](auto& c) { c.bias = 4; }), HasSubstr("library.bias has the wrong shape or dtype"));
  EXPECT_THAT(call_refused([](auto& c) { c.bias = 99; }), HasSubstr("names a buffer that is not there"));
  EXPECT_THAT(refused([](wire::Job& job, auto&, auto& call) {
                job.buffers.push_back({62, wire::Dtype::bf16, wire::Fill::random, 0, 0});
                call.bias = 5;
              }),
              HasSubstr("library.bias reaches beyond"));
}

TEST(CallCheck, OnlyProductsOfNumbersThatTheLibraryKnows) {
  EXPECT_THAT(call_refused([](auto& c) { c.left.leading = 15; }), HasSubstr("rows longer than the step"));
  EXPECT_THAT(call_refused([](auto& c) { c.result.transposed = true; }), HasSubstr("library.result is transposed"));
  EXPECT_THAT(call_refused([](auto& c) { c.inner = 3, c.share = 2; }), HasSubstr("does not divide"));
  EXPECT_THAT(call_refused([](auto& c) { c.outer = 5000; }), HasSubstr("more than 4096 matrices"));
  EXPECT_THAT(call_refused([](auto& c) { c.left.buffer = 1; }), HasSubstr("being read"));
  EXPECT_THAT(call_refused([](auto& c) { c.right.buffer = 0; }), HasSubstr("the wrong shape or dtype"));
  EXPECT_THAT(call_refused([](auto& c) { c.left.buffer = c.right.buffer = 4; }), HasSubstr("the wrong shape or dtype"));
  EXPECT_THAT(call_refused([](auto& c) { c.bias = -1; }), HasSubstr("library.bias"));
  EXPECT_THAT(call_refused([](auto& c) { c.epilogue = wire::Epilogue::relu; }), HasSubstr("library.bias"));
  EXPECT_THAT(call_refused([](auto& c) { c.algorithm.resize(63); }), HasSubstr("library.algorithm"));
}

TEST(CallCheck, FieldsOutOfRangeAreNamed) {
  using nlohmann::json;
  const auto with = [](const char* pointer, json value) {
    json message = json::parse(wire::to_json({1, wire::Choose{tests::sample_job(), 1, 1, 8, 20, {}}}));
    message[json::json_pointer(pointer)] = std::move(value);
    try {
      (void)wire::parse(message.dump());
    } catch (const wire::WireError& error) {
      return std::string(error.what());
    }
    return std::string("nothing was refused");
  };
  const std::string call = "/body/job/plans/1/steps/1/library", map = "/body/job/plans/1/steps/0/kernel/maps/0";
  EXPECT_THAT(with((call + "/k").c_str(), 0), HasSubstr("library.k is out of range"));
  EXPECT_THAT(with((call + "/m").c_str(), std::int64_t{1} << 31), HasSubstr("library.m is out of range"));
  EXPECT_THAT(with((call + "/left/inner_stride").c_str(), -1), HasSubstr("inner_stride is out of range"));
  EXPECT_THAT(with((call + "/epilogue").c_str(), "softmax"),
              HasSubstr("epilogue does not have one of its allowed values"));
  EXPECT_THAT(with((call + "/residual").c_str(), json::array({1, 2})), HasSubstr("residual has too many"));
  EXPECT_THAT(with((call + "/workspace").c_str(), std::int64_t{1} << 40), HasSubstr("workspace is out of range"));
  EXPECT_THAT(with((map + "/strides/0").c_str(), -16), HasSubstr("strides[0] is out of range"));
  EXPECT_THAT(with((map + "/dims").c_str(), json::array({8, 8, 8, 8, 8, 8})), HasSubstr("dims has too many"));
  EXPECT_THAT(with((map + "/box/0").c_str(), 257), HasSubstr("box[0] is out of range"));
  EXPECT_THAT(with("/body/job/plans/1/steps/1", json::object()), HasSubstr("kernel is missing"));
  EXPECT_THAT(with("/body/candidates", 65), HasSubstr("candidates is out of range"));
}

TEST(CallCheck, AChoiceIsOfACall) {
  const auto refused = [](std::int64_t plan, std::int64_t step) {
    try {
      wire::check(wire::Choose{tests::sample_job(), plan, step, 8, 20, {}});
    } catch (const wire::WireError& error) {
      return std::string(error.what());
    }
    return std::string("nothing was refused");
  };
  EXPECT_EQ(refused(1, 1), "nothing was refused");
  EXPECT_THAT(refused(1, 0), HasSubstr("not a call of a library"));
  EXPECT_THAT(refused(1, 2), HasSubstr("choose.step is not there"));
  EXPECT_THAT(refused(2, 0), HasSubstr("choose.plan is not there"));
}

TEST(Architectures, AreTwoOrThreeDigitsAndALetter) {
  for (const char* good : {"75", "90", "90a", "100f", "120"}) EXPECT_TRUE(wire::is_architecture(good)) << good;
  for (const char* bad : {"", "9", "9a", "1000", "090", "90b", "90aa", "a90", "sm_90", "90 ", "90a\n"})
    EXPECT_FALSE(wire::is_architecture(bad)) << bad;
}

TEST(Tables, AreOfNumbersBelowTheirSlices) {
  const auto refused = [](const auto& change) {
    wire::Job job = tests::sample_job();
    job.buffers.push_back({64, wire::Dtype::i32, wire::Fill::table, 7, 3, 100});
    change(job.buffers.back());
    try {
      wire::check(job);
    } catch (const wire::WireError& e) {
      return std::string(e.what());
    }
    return std::string("nothing was refused");
  };
  EXPECT_EQ(refused([](auto&) {}), "nothing was refused");
  for (const wire::Fill fill : {wire::Fill::ends, wire::Fill::drawn})
    EXPECT_EQ(refused([fill](auto& table) { table.fill = fill; }), "nothing was refused");
  for (const std::string& said :
       {refused([](auto& table) { table.slices = 0; }), refused([](auto& table) { table.dtype = wire::Dtype::f32; }),
        refused([](auto& table) { table.fill = wire::Fill::zero; })}) {
    EXPECT_THAT(said, HasSubstr("buffer.slices is for i32 tables only"));
  }
  EXPECT_EQ(refused([](auto& table) { table.fill = wire::Fill::ends; }), "nothing was refused");
  EXPECT_THAT(refused([](auto& table) { table = {64, wire::Dtype::i32, wire::Fill::ends, 7, 3, 0}; }),
              HasSubstr("buffer.slices is for i32 tables only"));
  const auto filled = [](wire::Fill fill) {
    return [fill](auto& table) { table = {64, wire::Dtype::i32, fill, 0, 0}; };
  };
  EXPECT_THAT(refused(filled(wire::Fill::random)), HasSubstr("cannot be random"));
  EXPECT_EQ(refused(filled(wire::Fill::poison)), "nothing was refused") << "numbers that a kernel is to write";
  EXPECT_EQ(wire::elements_in(16, wire::Dtype::i32), 4);
}

TEST(Dtypes, AreCountedInBits) {
  EXPECT_EQ(wire::elements_in(16, wire::Dtype::i4), 32);
  EXPECT_EQ(wire::elements_in(16, wire::Dtype::i8), 16);
  EXPECT_EQ(wire::elements_in(16, wire::Dtype::bf16), 8);
  EXPECT_EQ(wire::elements_in(16, wire::Dtype::f32), 4);
  wire::Job job = tests::sample_job();
  job.buffers[4].fill = wire::Fill::poison;
  EXPECT_THROW(wire::check(job), wire::WireError) << "each pattern of an i4 is a number";
  wire::Run run{tests::sample_job(), wire::Evidence{0, -1, {{4, -1, {{1020, 4}}}}}, {}, 30, {}};
  EXPECT_NO_THROW(wire::check(run));
  run.evidence->looks[0].spans[0].count = 5;
  EXPECT_THROW(wire::check(run), wire::WireError) << "512 bytes hold 1024 of them";
}

}  // namespace wire_products_test

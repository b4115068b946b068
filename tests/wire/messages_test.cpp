// Messages survive the trip; hostile ones are refused by field.
#include "wire/messages.hpp"

#include "wire/samples.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <random>
#include <set>

namespace messages_test {

using nlohmann::json;
using testing::HasSubstr;

std::string refusal(const std::string& text) {
  try {
    (void)wire::parse(text);
  } catch (const wire::WireError& error) {
    return error.what();
  }
  return "nothing was refused";
}

template <class Action>
std::string refused(Action action) {
  try {
    action();
  } catch (const wire::WireError& error) {
    return error.what();
  }
  return "nothing was refused";
}

wire::Kernel& kernel_of(wire::Run& run, std::size_t plan, std::size_t step) {
  return std::get<wire::Kernel>(run.job.plans[plan].steps[step]);
}

json run_json() {
  return json::parse(wire::to_json(tests::sample_messages()[4]));
}

TEST(Messages, EveryKindComesBackEqual) {
  std::set<std::size_t> kinds;
  for (const wire::Message& message : tests::sample_messages()) {
    EXPECT_EQ(wire::parse(wire::to_json(message)), message) << wire::to_json(message);
    kinds.insert(message.body.index());
  }
  EXPECT_EQ(kinds.size(), std::variant_size_v<wire::Body>);
}

TEST(Messages, BytesThatAreNoTextDoNotStopALog) {
  const wire::Message sent{1, wire::Failure{wire::Failure::Kind::compiler, "bad \xff byte", "", "", ""}};
  EXPECT_EQ(std::get<wire::Failure>(wire::parse(wire::to_json(sent)).body).sentence, "bad \xef\xbf\xbd byte");
}

TEST(Messages, TheFieldThatIsWrongIsNamed) {
  const auto with = [](const char* pointer, json value) {
    json message = run_json();
    message[json::json_pointer(pointer)] = std::move(value);
    return refusal(message.dump());
  };
  EXPECT_THAT(with("/body/job/buffers/1/bytes", -1), HasSubstr("run.job.buffers[1].bytes is out of range"));
  EXPECT_THAT(with("/body/job/buffers/1/bytes", 1e30), HasSubstr("bytes is not a whole number"));
  EXPECT_THAT(with("/body/job/buffers/1/bytes", 18446744073709551615ull), HasSubstr("out of range"));
  EXPECT_THAT(with("/body/job/buffers/0/dtype", "f64"), HasSubstr("dtype does not have one of its allowed values"));
  EXPECT_THAT(with("/body/job/plans/0/steps/0/kernel/block", json::array({1, 1})), HasSubstr("not three numbers"));
  EXPECT_THAT(with("/body/job/plans/0/steps/0/kernel/grid/0", 0), HasSubstr("grid is out of range"));
  EXPECT_THAT(with("/body/job/plans", 7), HasSubstr("plans is not a list"));
  EXPECT_THAT(with("/body/deadline", "inf"), HasSubstr("deadline is not a number"));
  EXPECT_THAT(with("/body/deadline", 1e9), HasSubstr("deadline is out of range"));
  EXPECT_THAT(with("/body/images/0/bytes", "***"), HasSubstr("not base64"));
  EXPECT_THAT(with("/body/sampling/count", 1 << 30), HasSubstr("count is out of range"));
  EXPECT_THAT(with("/id", -3), HasSubstr("message.id"));
  EXPECT_THAT(with("/type", "launch_missiles"), HasSubstr("type"));
  json missing = run_json();
  missing["body"].erase("deadline");
  EXPECT_THAT(refusal(missing.dump()), HasSubstr("deadline is missing"));
}

TEST(Messages, NotJsonAndTooDeepAndTooMany) {
  EXPECT_THAT(refusal(""), HasSubstr("not JSON"));
  EXPECT_THAT(refusal("{"), HasSubstr("not JSON"));
  EXPECT_THAT(refusal("[]"), HasSubstr("not an object"));
  EXPECT_THAT(refusal("{\"id\":1,\"type\":\"run\"}"), HasSubstr("no body"));
  EXPECT_THAT(refusal(std::string(1'000'000, '[')), HasSubstr("too deeply"));
  json whole = run_json();
  whole["more"] = json::parse(std::string(20, '[') + std::string(20, ']'));
  EXPECT_THAT(refusal(whole.dump()), HasSubstr("too deeply")) << "well-formed, and in a field that nobody reads";
  std::string many = "[";
  for (int i = 0; i < 2'100'000; ++i) many += "0,";
  EXPECT_THAT(refusal(many + "0]"), HasSubstr("too many"));
}

TEST(Messages, CutOrFlippedNeverCrashes) {
  std::mt19937 random(7);
  for (const wire::Message& message : tests::sample_messages()) {
    const std::string text = wire::to_json(message);
    for (std::size_t end = 0; end < text.size(); end += 1 + text.size() / 97)
      EXPECT_THROW((void)wire::parse(text.substr(0, end)), wire::WireError);
    for (int turn = 0; turn < 200; ++turn) {
      std::string flipped = text;
      flipped[random() % flipped.size()] ^= static_cast<char>(1 << random() % 8);
      try {
        (void)wire::parse(flipped);
      } catch (const wire::WireError&) {
      }
    }
  }
}

TEST(Check, AcceptsTheSampleAndRefusesWhatNoFieldTells) {
  const auto run = std::get<wire::Run>(tests::sample_messages()[4].body);
  EXPECT_NO_THROW(wire::check(run));
  const auto changed = [&](auto change) {
    wire::Run other = run;
    change(other);
    return refused([&] { wire::check(other); });
  };
  EXPECT_THAT(changed([](auto& r) { r.job.buffers[0].bytes = 4095; }), HasSubstr("whole number of elements"));
  EXPECT_THAT(changed([](auto& r) { kernel_of(r, 0, 1).arguments[0].value = 5; }), HasSubstr("not there"));
  EXPECT_THAT(changed([](auto& r) { kernel_of(r, 0, 1).arguments[0].value = -1; }), HasSubstr("not there"));
  EXPECT_THAT(changed([](auto& r) { kernel_of(r, 0, 0).block = {64, 64, 1}; }), HasSubstr("1024 threads"));
  EXPECT_THAT(changed([](auto& r) { r.job.plans.clear(); }), HasSubstr("missing"));
  EXPECT_THAT(changed([](auto& r) { r.evidence->plan = 2; }), HasSubstr("evidence.plan"));
  EXPECT_THAT(changed([](auto& r) { r.evidence->first = 2; }), HasSubstr("evidence.plan"));
  EXPECT_THAT(changed([](auto& r) { r.evidence->looks[0].compare = 0; }), HasSubstr("the wrong shape"));
  EXPECT_THAT(changed([](auto& r) { r.evidence->looks[0].spans[1] = {1000, 25}; }), HasSubstr("beyond the buffer"));
  EXPECT_THAT(changed([](auto& r) { r.evidence->looks[0].spans[1].first = wire::Limit::bytes; }),
              HasSubstr("beyond the buffer"));
  EXPECT_THAT(changed([](auto& r) {
                for (auto& buffer : r.job.buffers) buffer.bytes = wire::Limit::bytes;
              }),
              HasSubstr("too large for any GPU"));
}

}  // namespace messages_test

// The page where a GPU host is connected: in the background, with a sentence for every failure, and kept by a name.
#include "places.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace hosts_test {

using testing::AllOf;
using testing::HasSubstr;
using tests::Stage;

constexpr auto chain = "x: f32[64, 32]\nb: f32[32]\ny = gelu(x + b)\n";

std::string fake(const std::string& scenario) {
  return tests::fake_worker().string() + " " + scenario;
}

/// The lab's page of hosts, with this typed as the command.
void type(Stage& stage, const std::string& command) {
  stage->open_free_play(chain);
  ASSERT_TRUE(stage->act("hosts.open"));
  ASSERT_TRUE(stage->act("host.command", command));
}

void connect(Stage& stage, const std::string& command) {
  type(stage, command);
  ASSERT_TRUE(stage->act("host.connect"));
  stage->wait();
}

/// Until the page has, or no more has, this node.
bool comes(Stage& stage, const char* node, bool there = true) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while ((stage.node(node) != nullptr) != there) {
    if (std::chrono::steady_clock::now() > limit) return false;
    stage->poll();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

TEST(HostsPage, SaysWhatToRunThereAndWaitsForACommand) {
  Stage stage;
  type(stage, "  ");
  EXPECT_THAT(stage.twin(), HasSubstr("scripts/worker HOST"));
  EXPECT_FALSE(stage->act("host.connect"));
  EXPECT_THAT(stage.node("button.primary")->actions[0].why_not, HasSubstr("empty"));
  EXPECT_TRUE(stage->act("hosts.close"));
  EXPECT_NE(stage.node("lab.chain"), nullptr) << "back where it was opened";
}

TEST(HostsPage, ConnectsAndHandsTheChainsOver) {
  Stage stage;
  connect(stage, fake("slow-end"));
  ASSERT_NE(stage.node("host.connected"), nullptr) << stage.twin();
  EXPECT_THAT(stage.node("host.connected")->label, HasSubstr("NVIDIA H200 on gpu7"));
  EXPECT_EQ(stage.node("host.failed"), nullptr);
  stage->act("hosts.close");
  EXPECT_THAT(stage.twin(), HasSubstr("H200")) << "predicted for the card now";
  stage->act("hosts.open");
  ASSERT_TRUE(stage->act("host.leave"));
  EXPECT_EQ(stage.node("host.connected"), nullptr);
  stage->act("hosts.close");
  EXPECT_THAT(stage.twin(), HasSubstr("Fake processor"));
  stage->act("run.start");
  stage->wait();
  EXPECT_NE(stage.node("reveal.numbers"), nullptr) << "and runs here again";
}

TEST(HostsPage, AGpuGetsItsOwnSizeOfALessonsChain) {
  const std::string text = R"(+++
id = "90"
title = "T"
minutes = 5
goal = "G"
+++

## By hand (2 min)

```chain jobs
x: f32[64, 64]
t = x * 2
y = relu(t)
```

```chain jobs gpu
x: f32[512, 512]
t = x * 2
y = relu(t)
```

```task
id = "count"
kind = "number"
asked = "bytes.unfused"
question = "How many bytes?"
```

## Of another (3 min)

```chain other
x: f32[64, 64]
t = x * 2
y = tanh(t)
```

```task
id = "crossings"
kind = "number"
chain = "other"
asked = "crossings.unfused"
question = "How many crossings?"
```
)";
  Stage stage([&](session::Services& services) {
    services.find_lesson = [text](std::string_view) { return lesson::parse(text, "l"); };
  });
  ASSERT_TRUE(stage->open_lesson("90"));
  EXPECT_THAT(stage.twin(), HasSubstr("[64, 64]"));
  ASSERT_TRUE(stage->act("guess.set", "65536"));
  ASSERT_TRUE(stage->act("guess.lock"));
  ASSERT_TRUE(stage->act("next"));
  ASSERT_TRUE(stage->act("guess.set", "4"));
  ASSERT_TRUE(stage->act("guess.lock"));
  connect(stage, fake("slow-end"));
  ASSERT_NE(stage.node("host.connected"), nullptr) << stage.twin();
  ASSERT_TRUE(stage->open_lesson("90"));
  EXPECT_FALSE(stage->act("guess.set", "3")) << "asked of a chain with one size: answered still";
  ASSERT_TRUE(stage->act("back"));
  EXPECT_THAT(stage.twin(), HasSubstr("[512, 512]"));
  EXPECT_TRUE(stage->act("guess.set", "4194304")) << stage.twin();
}

TEST(HostsPage, EveryFailureHasItsSentence) {
  const struct {
    const char *scenario, *sentence, *remedy;
  } cases[] = {
      {"denied", "asks for a password", "ControlMaster"},
      {"dead-link", "link to the worker broke", "a new link"},
      {"version", "version 99", "scripts/worker"},
      {"no-driver", "no NVIDIA driver", ""},
  };
  for (const auto& one : cases) {
    Stage stage;
    connect(stage, fake(one.scenario));
    const auto* failed = stage.node("host.failed");
    ASSERT_NE(failed, nullptr) << one.scenario;
    EXPECT_THAT(failed->label, HasSubstr(one.sentence));
    EXPECT_THAT(failed->value, HasSubstr(one.remedy));
    EXPECT_EQ(stage.node("host.connected"), nullptr);
    EXPECT_EQ(stage.node("host.command")->value, fake(one.scenario)) << "what was typed is not lost";
  }
  Stage stage;
  connect(stage, "nowhere-to-be-found");
  EXPECT_THAT(stage.node("host.failed")->value, HasSubstr("scripts/worker HOST"));
  stage->act("host.command", "two\nlines");
  stage->act("host.connect");
  EXPECT_THAT(stage.node("host.said")->label, HasSubstr("one line"));
}

TEST(HostsPage, WhatTheHostLacksIsNamedPartByPart) {
  Stage stage;
  connect(stage, fake("no-driver"));
  ASSERT_NE(stage.node("host.part.run"), nullptr);
  EXPECT_THAT(stage.twin(), HasSubstr("You: Use the cpu device."));
  Stage shy;
  connect(shy, fake("no-rights"));
  EXPECT_NE(shy.node("host.connected"), nullptr) << "times can be measured all the same";
  EXPECT_THAT(shy.node("host.part.count")->label, HasSubstr("Only administrators"));
}

TEST(HostsPage, ALinkThatDiesDuringARunIsOnlyThatRun) {
  Stage stage;
  connect(stage, fake("dies-at-run"));
  ASSERT_NE(stage.node("host.connected"), nullptr);
  stage->act("hosts.close");
  for (int turn = 0; turn < 2; ++turn) {  // the second one makes a new link, and loses it too
    ASSERT_TRUE(stage->act("run.start"));
    stage->wait();
    ASSERT_NE(stage.node("trouble"), nullptr) << stage.twin();
    EXPECT_THAT(stage.node("trouble")->label, HasSubstr("link to the worker broke"));
  }
  stage->act("hosts.open");
  ASSERT_TRUE(stage->act("host.leave"));
  stage->wait();
  stage->act("hosts.close");
  EXPECT_TRUE(stage->act("run.start"));
  stage->wait();
  EXPECT_NE(stage.node("reveal.numbers"), nullptr) << "this computer goes on";
}

TEST(HostsPage, WaitsInTheBackgroundAndCanBeStopped) {
  Stage stage;
  type(stage, fake("queue"));
  ASSERT_TRUE(stage->act("host.connect"));
  ASSERT_NE(stage.node("host.progress"), nullptr);
  EXPECT_TRUE(stage->view().busy);
  EXPECT_FALSE(stage->act("host.connect")) << "one at a time";
  stage->act("hosts.close");
  EXPECT_TRUE(stage->act("run.start")) << "a run does not wait for it";
  ASSERT_TRUE(comes(stage, "reveal.numbers"));
  stage->act("hosts.open");
  ASSERT_TRUE(stage->act("host.cancel"));
  ASSERT_TRUE(comes(stage, "host.progress", false));
  EXPECT_THAT(stage.twin(), HasSubstr("Stopped"));
  EXPECT_EQ(stage.node("host.failed"), nullptr);
}

TEST(HostsPage, ClosingTheWindowEndsAConnection) {
  const auto begin = std::chrono::steady_clock::now();
  {
    Stage stage;
    type(stage, fake("hang-at-hello"));
    ASSERT_TRUE(stage->act("host.connect"));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST(HostsPage, DuringARunTheCardIsUsedAfterIt) {
  Stage stage;
  stage->open_free_play(chain);
  stage.orders().hold = true;
  stage->act("run.start");
  stage->act("hosts.open");
  stage->act("host.command", fake("good"));
  stage->act("host.connect");
  ASSERT_TRUE(comes(stage, "host.connected"));
  EXPECT_THAT(stage.node("host.connected")->label, HasSubstr("once the current one has ended"));
  EXPECT_FALSE(stage->act("host.leave"));
  stage.orders().hold = false;
  stage->wait();
  EXPECT_THAT(stage.node("host.connected")->label, HasSubstr("Runs go there now"));
  stage->act("hosts.close");
  EXPECT_NE(stage.node("reveal.numbers"), nullptr) << "what this computer measured stays";
}

TEST(HostsPage, AHostIsKeptByANameAndConnectedToAgain) {
  Stage stage;
  connect(stage, fake("good"));
  stage->act("host.name", "cpu");
  ASSERT_TRUE(stage->act("host.keep"));
  EXPECT_THAT(stage.node("host.said")->label, HasSubstr("means something else"));
  stage->act("host.name", "gpu7");
  ASSERT_TRUE(stage->act("host.keep"));
  EXPECT_THAT(stage.node("host.said")->label, HasSubstr("gpu7 is"));
  EXPECT_EQ(device::hosts().value(), (std::vector<device::Host>{{"gpu7", fake("good")}}));
  EXPECT_EQ(stage.node("host.name"), nullptr) << "it has one";
  stage->act("host.leave");
  stage->wait();
  ASSERT_TRUE(stage->act("host.use:gpu7"));
  stage->wait();
  EXPECT_NE(stage.node("host.connected"), nullptr);
  ASSERT_TRUE(stage->act("host.forget:gpu7"));
  EXPECT_EQ(stage.node("host.kept.gpu7"), nullptr);
  EXPECT_TRUE(device::hosts().value().empty());
}

TEST(HostsPage, ACardHereIsLookedForInTheBackground) {
  std::atomic<bool> wait{true};
  const auto card = std::make_shared<tests::FakeDevice>(std::make_shared<tests::Orders>());
  Stage stage([&](session::Services& services) {
    services.find_card = [&](const std::stop_token&) {
      while (wait) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return card;
    };
  });
  stage->open_free_play(chain);
  EXPECT_NE(stage.node("lab.predictions"), nullptr) << "the page does not wait";
  wait = false;
  stage->wait();
  EXPECT_EQ(card.use_count() > 1, true) << "it is the session's device now";
  stage->act("run.start");
  stage->wait();
  EXPECT_NE(stage.node("reveal.numbers"), nullptr);

  Stage broken([](session::Services& services) {
    services.find_card = [](const std::stop_token&) -> std::shared_ptr<device::Device> {
      throw device::DeviceError("The NVIDIA driver does not start.");
    };
  });
  broken->open_free_play(chain);
  broken->wait();
  EXPECT_THAT(broken.twin(), AllOf(HasSubstr("driver does not start"), HasSubstr("onetrip doctor")));
}

}  // namespace hosts_test

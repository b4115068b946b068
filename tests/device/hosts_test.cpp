// Hosts by name: kept, refused with the reason, connected to only when they are asked for.
#include "device/hosts.hpp"

#include "base/resources.hpp"
#include "device/registry.hpp"
#include "golden.hpp"
#include "places.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <fstream>

namespace hosts_test {

using device::Host;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class Hosts : public testing::Test {
 protected:
  Hosts() { base::set_places({.data = {}, .home = home_.path()}); }
  ~Hosts() override { base::set_places({}); }

  std::string said(const base::Expected<void>& done) {
    return done ? std::string("it was done") : base::render(done.error());
  }
  /// What reading this file says.
  std::string read(const std::string& contents) {
    std::ofstream(base::user_config() / "hosts.toml") << contents;
    const auto known = device::hosts();
    return known ? std::string("it was read") : base::render(known.error());
  }
  static std::string fake(const std::string& scenario) {
    return "exec " + tests::fake_worker().string() + " " + scenario;
  }

  tests::TemporaryFolder home_;
};

TEST_F(Hosts, AreKeptAndForgotten) {
  EXPECT_THAT(device::hosts().value(), ElementsAre());
  const Host gpu7{"gpu7", "ssh -o \"ControlPath=~/.ssh/%C\" gpu7 'a \\ b' # ü"}, queue{"a100_queue", "srun -n1 w"};
  EXPECT_TRUE(device::add_host(gpu7));
  EXPECT_TRUE(device::add_host({queue.name, "  srun -n1 w  "}));
  EXPECT_THAT(device::hosts().value(), ElementsAre(gpu7, queue)) << "as they were given, quotes and all";
  EXPECT_TRUE(device::remove_host("gpu7"));
  EXPECT_THAT(device::hosts().value(), ElementsAre(queue));
  EXPECT_THAT(said(device::remove_host("gpu7")), AllOf(HasSubstr("no host gpu7"), HasSubstr("a100_queue")));
  EXPECT_TRUE(device::remove_host("a100_queue"));
  EXPECT_THAT(said(device::remove_host("gpu7")), HasSubstr("No host has a name yet"));
}

TEST_F(Hosts, WrongNamesAndCommandsAreRefused) {
  const std::string long_name(33, 'a');
  for (const std::string& name : {std::string(), std::string("GPU7"), std::string("gpu 7"), std::string("-x"),
                                  std::string("gpu\n7"), std::string("gpü"), std::string("../x"), long_name}) {
    EXPECT_THAT(said(device::add_host({name, "ssh gpu7 w"})), HasSubstr("cannot be a host's name")) << name;
  }
  for (const char* name : {"cpu", "cuda", "here", "recorded", "recorded-h200"}) {
    EXPECT_THAT(said(device::add_host({name, "ssh gpu7 w"})), HasSubstr("means something else")) << name;
  }
  for (const char* name : {"h200", "a100"}) {
    EXPECT_THAT(said(device::add_host({name, "ssh gpu7 w"})), HasSubstr("as in --spec " + std::string(name)));
  }
  EXPECT_THAT(said(device::add_host({"gpu7", " \t "})), HasSubstr("command is empty"));
  EXPECT_THAT(said(device::add_host({"gpu7", "ssh gpu7\nrm"})), HasSubstr("one line"));
  EXPECT_THAT(said(device::add_host({"gpu7", std::string("ssh\0w", 5)})), HasSubstr("one line"));
  EXPECT_THAT(said(device::add_host({"gpu7", std::string(1025, 'x')})), HasSubstr("longer than"));
  EXPECT_THAT(said(device::add_host({"gpu7", "ssh \xff"})), HasSubstr("UTF-8"));
  EXPECT_TRUE(device::add_host({"gpu7", "ssh gpu7 w"}));
  EXPECT_THAT(said(device::add_host({"gpu7", "ssh gpu8 w"})),
              AllOf(HasSubstr(": ssh gpu7 w"), HasSubstr("devices remove gpu7")));
  EXPECT_EQ(device::hosts().value().size(), 1u);
}

TEST_F(Hosts, AFileEditedByHandHasEveryMistakeTold) {
  EXPECT_THAT(read("[[host]]\nname = \"gpu7\"\n[[host]]\nname = \"Cpu!\"\ncommand = 7\ncolour = \"red\"\n"),
              AllOf(HasSubstr("hosts.toml:1:"), HasSubstr("has no 'command'"), HasSubstr("A name is 1 to 32"),
                    HasSubstr("'command' must be text"), HasSubstr("only a name and a command")));
  EXPECT_THAT(read("host = 3\nother = 1\n"), HasSubstr("[[host]] tables"));
  EXPECT_THAT(read("[[host]]\nname = \"a\"\ncommand = \"x\"\n[[host]]\nname = \"a\"\ncommand = \"y\"\n"),
              HasSubstr("second host has the name a"));
  EXPECT_THAT(read("[[host]\n"), HasSubstr("hosts.toml:1:"));
  EXPECT_THAT(read(std::string(100000, '[')), testing::Not(HasSubstr("was read")));
  EXPECT_THAT(said(device::add_host({"gpu7", "x"})), testing::Not(HasSubstr("done"))) << "nothing is written over it";
}

TEST_F(Hosts, TheRegistryConnectsOnlyWhenOneIsAskedFor) {
  ASSERT_TRUE(device::add_host({"slow", "sleep 60"}));
  ASSERT_TRUE(device::add_host({"gpu7", fake("banner")}));
  ASSERT_TRUE(device::add_host({"locked", fake("denied")}));
  ASSERT_TRUE(device::add_host({"bare", fake("no-driver")}));
  ASSERT_TRUE(device::add_host({"waiting", fake("queue-then-good")}));
  ASSERT_TRUE(device::add_host({"dead", fake("dead-link")}));
  const auto begin = std::chrono::steady_clock::now();
  const device::Registry registry;
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30)) << "nobody waits for 'slow'";

  const auto found = registry.find("gpu7");
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)->id(), "gpu7");
  EXPECT_EQ((*found)->name(), "NVIDIA H200 on gpu7");
  EXPECT_EQ((*found)->parts().size(), 4u);
  EXPECT_EQ(registry.find("gpu7").value(), *found) << "one connection a host";
  EXPECT_EQ(registry.find("waiting").value()->id(), "waiting");

  const auto why = [&](const char* name) -> std::string {
    try {
      (void)registry.find(name);
    } catch (const device::DeviceError& error) {
      return error.what();
    }
    return "it answered";
  };
  EXPECT_THAT(why("locked"), HasSubstr("asks for a password"));
  EXPECT_THAT(why("dead"), HasSubstr("link to the worker broke"));
  try {
    (void)registry.find("bare");
    FAIL() << "there is no driver";
  } catch (const device::NotReady& error) {
    ASSERT_EQ(error.parts.size(), 2u) << "all that is known of that host, not only what is missing";
    EXPECT_TRUE(error.parts[0].ready);
    EXPECT_FALSE(error.parts[1].ready);
  }
  EXPECT_THAT(base::render(registry.find("gpu8").error()), AllOf(HasSubstr("no device 'gpu8'"), HasSubstr("waiting")));
}

TEST_F(Hosts, WithABrokenFileTheRestStillRuns) {
  read("[[host]\n");
  const device::Registry registry;
  EXPECT_FALSE(registry.hosts());
  EXPECT_TRUE(registry.find("cpu"));
  EXPECT_THAT(base::render(registry.find("gpu7").error()), HasSubstr("hosts.toml:1:"));
}

}  // namespace hosts_test

// Escapes, lines and letters turned round, planted wherever text comes from elsewhere: nothing of them reaches a
// terminal, a page or a figure as it is.
#include "base/resources.hpp"
#include "base/visible.hpp"
#include "cli/lesson_recordings.hpp"
#include "cli/program.hpp"
#include "golden.hpp"
#include "lesson/answers.hpp"
#include "record/recording.hpp"
#include "wire/framing.hpp"
#include "wire/messages.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sys/stat.h>

namespace hostile_names_test {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// Empties the screen, forges a line, turns letters round, is a tag, hides.
constexpr const char* hostile =
    "T\x1B[2J\nFORGED: all is verified\n\u202Egnp.exe\u202C<script>alert(1)</script>\u009B2J\u200B";
/// The same in TOML, where a lesson may write it.
constexpr const char* in_toml =
    R"(T\u001B[2J\nFORGED: all is verified\n\u202Egnp.exe\u202C<script>alert(1)</script>\u009B2J\u200B)";

void expect_visible(const std::string& text) {
  const std::size_t good = base::count_visible(text, base::TextKind::lines);
  EXPECT_EQ(good, text.size()) << base::visible(text.substr(0, good + 20)).substr(good > 300 ? good - 300 : 0);
}
void expect_clean(const std::string& text) {
  expect_visible(text);
  EXPECT_THAT("\n" + text, Not(HasSubstr("\nFORGED")));
}
void expect_clean(const tests::Outcome& outcome) {
  expect_clean(outcome.out);
  expect_clean(outcome.err);
}

class HostileNames : public testing::Test {
 protected:
  tests::Outcome go(const std::vector<std::string>& arguments) {
    return tests::onetrip(arguments, {home_.path().string(), "", {}}, 120);
  }
  std::string path(const std::string& name) { return (home_.path() / name).string(); }
  std::string held(const std::string& name) { return base::read_file(path(name), 1 << 26).value_or(""); }
  std::string put(const std::string& name, const std::string& text) {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  tests::TemporaryFolder home_;
};

/// Every text of a lesson; what TOML does not say by escapes stands there as it is.
std::string hostile_lesson() {
  const std::string text = in_toml;
  return "+++\nid = \"71\"\ntitle = \"" + text + "\"\nminutes = 5\ngoal = \"" + text +
         "\"\n+++\n## Step \u202Egnp <script>alert(2)</script>\n\nProse \u202E\u2066 <img src=x onerror=alert(3)> "
         "[here](javascript:alert(4))\n\n```chain c\nx: f32[64]\ny = relu(x)\n```\n\n```task\nid = \"a\"\nkind = "
         "\"choice\"\nquestion = \"Which? " +
         text + "\"\nbecause = \"" + text + "\"\nchoices = [\"" + text + "\", \"no <b>\u202E</b>\"]\nright = \"A\"\n" +
         "paper = \"On paper: " + text + "\"\npaper_because = \"" + text + "\"\n```\n";
}

TEST_F(HostileNames, ALessonsTexts) {
  const std::string lesson = put("l/lesson.md", hostile_lesson());
  const std::string folder = fs::path(lesson).parent_path().string();
  const auto check = go({"lesson", "check", folder});
  expect_clean(check);
  EXPECT_THAT(check.out + check.err, HasSubstr("T\\u001B[2J\\u000AFORGED"));
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"lesson", "show", folder},
                                             {"lesson", "show", folder, "--json"},
                                             {"lesson", "play", folder, "--quick"},
                                             {"lesson", "check", folder, "--json"}}) {
    const auto outcome = go(command);
    EXPECT_NE(outcome.out + outcome.err, "");
    expect_clean(outcome);
  }
  const auto written = go({"lesson", "page", folder, "-o", path("l.html")});
  EXPECT_EQ(written.exit, 0) << written.err;
  expect_visible(held("l.html"));
  EXPECT_THAT(held("l.html"), HasSubstr("alert(1)"));
  EXPECT_THAT(held("l.html"), Not(HasSubstr("<script>alert")));
  EXPECT_THAT(held("l.html"), Not(HasSubstr("<img")));
  EXPECT_THAT(held("l.html"), Not(HasSubstr("href=\"javascript")));
  for (const char* ending : {"md", "html"}) {
    const std::string file = std::string("q.") + ending;
    const auto made = go({"quiz", folder, "-o", path(file), "--key"});
    EXPECT_EQ(made.exit, 0) << made.err;
    const std::string page = held(file);
    expect_visible(page);  // a question may have paragraphs
    EXPECT_THAT(page, HasSubstr("alert"));
    EXPECT_THAT(page, Not(HasSubstr("<script>alert"))) << page;
    EXPECT_THAT(page, Not(HasSubstr("<img")));
    EXPECT_THAT(page, Not(HasSubstr("<b>\\u")));
  }
}

TEST_F(HostileNames, ARecordingsDeviceDriverAndRemarks) {
  auto all = record::load(base::program_file("assets/recordings/h200/f32.json")).value();
  all.resize(1);
  for (std::string* text :
       {&all[0].provenance.device, &all[0].provenance.driver, &all[0].provenance.command, &all[0].provenance.method}) {
    *text += hostile;
  }
  all[0].remarks.emplace_back(hostile);
  record::save(all, path("r.json"));
  const std::string chain = all[0].chain;
  for (const char* ending : {"svg", "csv", "json", "png", "pdf"}) {
    const std::string file = std::string("f.") + ending;
    const auto drawn = go({"figure", "bytes", chain, "--recording", path("r.json"), "-o", path(file)});
    expect_clean(drawn);
    const std::string figure = held(file);
    EXPECT_THAT(figure, Not(HasSubstr("\u202E")));
    EXPECT_THAT(figure, Not(HasSubstr("\x1B[2J")));
    EXPECT_THAT(figure, Not(HasSubstr("\nFORGED")));
    if (std::string(ending) == "svg") {
      EXPECT_THAT(figure, Not(HasSubstr("<script")));
    }
  }
  ASSERT_FALSE(held("f.svg").empty());
  expect_clean(go({"figure", path("f.svg"), "-o", path("again.svg")}));
}

TEST_F(HostileNames, AnIdIsNoPath) {
  auto all = record::load(base::program_file("assets/recordings/h200/f32.json")).value();
  all.resize(1);
  all[0].provenance.device = "My card";
  all[0].provenance.device_id = "../../somewhere";
  fs::create_directories(path("l/recordings"));
  record::save(all, path("l/recordings/a.json"));
  put("l/lesson.md", "+++\nid = \"71\"\ntitle = \"T\"\nminutes = 5\ngoal = \"G\"\n+++\n## S\n\nProse.\n");
  const auto read = record::load(path("l/recordings/a.json"));
  ASSERT_FALSE(read);
  EXPECT_THAT(base::render(read.error()), HasSubstr("provenance.device_id: is not an id"));
  expect_clean(go({"lesson", "show", path("l")}));
}

/// A lesson reads its own folder only, and waits for nothing there.
TEST_F(HostileNames, ALessonsRecordingsLieInItsFolder) {
  auto all = record::load(base::program_file("assets/recordings/h200/f32.json")).value();
  all.resize(1);
  record::save(all, path("outside.json"));
  put("l/lesson.md", "+++\nid = \"71\"\ntitle = \"T\"\nminutes = 5\ngoal = \"G\"\n+++\n## S\n\nProse.\n");
  fs::create_directories(path("l/recordings"));
  fs::create_symlink("../../outside.json", path("l/recordings/link.json"));
  ASSERT_EQ(::mkfifo(path("l/recordings/pipe.json").c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", path("l/recordings/zero.json"));
  fs::create_directory(path("l/recordings/folder.json"));
  EXPECT_EQ(cli::recorded_beside(path("l")), nullptr);
  const auto told = go({"lesson", "show", path("l")});
  EXPECT_EQ(told.exit, 0) << told.err;
  EXPECT_THAT(told.err, HasSubstr("link.json: is a link"));
  EXPECT_THAT(told.err, HasSubstr("pipe.json: is not a regular file"));
  EXPECT_THAT(told.err, HasSubstr("folder.json: is a folder"));
  fs::copy_file(path("outside.json"), path("l/recordings/own.json"));
  EXPECT_NE(cli::recorded_beside(path("l")), nullptr);
  fs::rename(path("l/recordings"), path("elsewhere"));
  fs::create_directory_symlink(path("elsewhere"), path("l/recordings"));
  EXPECT_EQ(cli::recorded_beside(path("l")), nullptr);
  fs::rename(path("l/lesson.md"), path("lesson.md"));
  fs::create_symlink("../lesson.md", path("l/lesson.md"));
  const auto shown = go({"lesson", "show", path("l")});
  EXPECT_EQ(shown.exit, 2);
  EXPECT_THAT(shown.err, HasSubstr("is a link"));
}

TEST_F(HostileNames, AFiguresProvenance) {
  ASSERT_EQ(go({"figure", "bytes", "bias-gelu", "-o", path("f.json")}).exit, 0);
  auto figure = nlohmann::ordered_json::parse(held("f.json"));
  for (const char* key : {"device", "remake"}) figure["provenance"].push_back({{"key", key}, {"value", hostile}});
  for (auto& fact : figure["provenance"]) {
    if (fact["key"] == "source") fact["value"] = std::string("recorded") + hostile;
  }
  figure["provenance"].push_back({{"key", "source"}, {"value", std::string("recorded") + hostile}});
  const auto again = go({"figure", put("h.json", figure.dump()), "-o", path("again.svg")});
  expect_clean(again);
  EXPECT_THAT(again.err, HasSubstr("\\u001B[2J"));
  expect_clean(held("again.svg"));
}

/// What a figure's file tells becomes words of a command: none of them an option.
TEST_F(HostileNames, AFiguresSceneIsNoOption) {
  ASSERT_EQ(go({"figure", "bytes", "bias-gelu", "-o", path("f.json")}).exit, 0);
  const auto figure = nlohmann::ordered_json::parse(held("f.json"));
  for (const char* key : {"kind", "ladder", "spec"}) {
    auto scene = nlohmann::ordered_json::parse(figure["scene"].get<std::string>());
    if (std::string(key) == "ladder") scene["kind"] = "ladder";
    scene[key] = "--worker=touch " + path("ran");
    auto other = figure;
    other["scene"] = scene.dump();
    const auto again = go({"figure", put("h.json", other.dump()), "-o", path("again.svg")});
    EXPECT_EQ(again.exit, 2) << key;
    EXPECT_THAT(again.err, HasSubstr(std::string("'") + key + "'"));
    EXPECT_FALSE(fs::exists(path("ran"))) << key;
  }
}

TEST_F(HostileNames, AStudentsLessonAndFile) {
  std::string text, seal;
  const auto say = [&](const lesson::AnswerEvent& event) {
    text += lesson::sealed_line(event, seal);
    seal = lesson::seal_of(text);
  };
  lesson::AnswerEvent event;
  event.kind = lesson::AnswerEvent::Kind::begun;
  event.text = hostile;
  say(event);
  event.kind = lesson::AnswerEvent::Kind::named;
  say(event);
  event.kind = lesson::AnswerEvent::Kind::answered;
  event.at = "2026-11-22T06:00:00Z";
  event.task = "full-unfused";
  event.answer.locked = true;
  event.answer.typed = "4";
  event.answer.guess = 4;
  event.lesson = "02";
  say(event);
  event.task = "teach";
  event.answer.typed = hostile;
  event.answer.guess.reset();
  say(event);
  event.lesson = hostile;
  say(event);
  const std::string file = put("ada\nFORGED\u202E\x1B[2J.answers", text + "{\"onetrip_answers\":1,\"at\":");
  const auto merged = go({"class", "merge", file, "-o", path("cloud.svg")});
  EXPECT_EQ(merged.exit, 0) << merged.err;
  expect_clean(merged);
  EXPECT_THAT(merged.err, HasSubstr("\\u001B[2J\\u000AFORGED"));
  expect_clean(held("cloud.svg"));
  EXPECT_THAT(held("cloud.svg"), Not(HasSubstr("<script")));
  const auto json = go({"class", "merge", file, "--json"});
  expect_clean(json);
  EXPECT_TRUE(nlohmann::json::accept(json.out)) << json.out;
}

TEST_F(HostileNames, AWorkersCardHostAndRemedies) {
  wire::Capabilities told;
  told.worker = told.host = told.nvrtc = told.boot = hostile;
  told.card.emplace();
  told.card->name = told.card->driver = told.card->uuid = hostile;
  told.card->compute_capability = 90;
  told.card->multiprocessors = 132;
  for (const char* role : {"compile", "run", "count"}) {
    told.roles.push_back({role, false, hostile, hostile, hostile});
  }
  const std::string file = put("worker", wire::magic_line() + wire::frame(wire::to_json({1, told})));
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"doctor", "--worker", "cat " + file + "; sleep 1"},
           {"doctor", "--json", "--worker", "cat " + file + "; sleep 1"},
           {"predict", "x: f32[64]; y = relu(x)", "--worker", "cat " + file + "; sleep 1"},
           {"run", "x: f32[64]; y = relu(x)", "--worker", "cat " + file + "; sleep 1"},
           {"doctor", "--worker",
            "cat " + put("banner", hostile) + "; cat " + put("loud", hostile) + " >&2; exit 3"}}) {
    const auto outcome = go(command);
    EXPECT_NE(outcome.out + outcome.err, "");
    expect_clean(outcome);
  }
}

}  // namespace hostile_names_test

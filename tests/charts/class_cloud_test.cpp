// A class's cloud: one student or forty, all alike or all different, long names: legible, and the numbers in the table.
#include "charts/bars/class_cloud.hpp"

#include "charts/bars/swarm.hpp"
#include "charts/cases.hpp"
#include "charts/looks.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace class_cloud_test {

using charts::Cloud;
using charts::CloudAnswer;
using charts::CloudRow;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

CloudRow counts(const std::string& task, const std::string& name, double truth, std::vector<CloudAnswer> answers) {
  return {task, name, "crossings", false, std::move(answers), truth, base::exact_number(truth) + " crossings", true};
}

CloudAnswer gave(double value, int students, bool right, std::string mistake = {}) {
  return {base::exact_number(value), value, students, right, std::move(mistake)};
}

/// Forty students: two numbers, one of which a run tells, and letters.
Cloud forty() {
  Cloud cloud{"Count the crossings", 40, {}};
  cloud.rows.push_back(counts("fused", "And fused?", 2,
                              {gave(1, 4, false, "counting only what is fetched"), gave(2, 21, true), gave(3, 6, false),
                               gave(4, 9, false, "taking the unfused plan")}));
  cloud.rows.push_back({"clock",
                        "What will the clock say?",
                        "",
                        false,
                        {{"1.00x", 1, 12, false, {}},
                         {"1.50x", 1.5, 9, false, {}},
                         {"2.00x", 2, 15, false, {}},
                         {"100x", 100, 2, false, {}},
                         {"0.50x", 0.5, 2, false, {}}},
                        1.9,
                        "1.90x",
                        false});
  cloud.rows.push_back({"why",
                        "Why were they there?",
                        "",
                        true,
                        {{"A", 0, 7, false, "maths decides"}, {"B", 1, 30, true, {}}, {"C", 2, 0, false, {}}},
                        1.0,
                        "B",
                        true});
  return cloud;
}

charts::ChartData sheet() {
  charts::ChartData out;
  out.spec = tests::card();
  out.command = "onetrip class merge FILES --lesson 02 -o FILE";
  return out;
}

int dots_of(const figure::Figure& figure, const std::string& task) {
  int count = 0;
  for (const figure::Mark& mark : figure.marks) count += mark.id.starts_with("guess." + task + ".") ? 1 : 0;
  return count;
}

TEST(ClassCloud, ADotAStudentAndTheFindingInTheTitle) {
  const figure::Figure figure = charts::class_cloud(sheet(), forty());
  EXPECT_EQ(dots_of(figure, "fused"), 40);
  EXPECT_EQ(dots_of(figure, "clock"), 40);
  EXPECT_EQ(dots_of(figure, "why"), 37);
  EXPECT_EQ(figure.title, "'And fused?': 21 of 40 right; 9 said 4: taking the unfused plan");
  EXPECT_THAT(figure.description, AllOf(HasSubstr("2 crossings (model); 21 of 40 right, 4 said 1"),
                                        HasSubstr("right: B"), HasSubstr("40 answered")));
}

TEST(ClassCloud, WhatARunTellsIsNeitherRightNorWrong) {
  Cloud cloud = forty();
  cloud.rows = {cloud.rows[1]};
  const figure::Figure figure = charts::class_cloud(sheet(), cloud);
  EXPECT_EQ(figure.title, "40 guesses, and only a run can judge them");
  for (const figure::Row& row : figure.table.rows) EXPECT_EQ(row.cells.at(6), "");
}

TEST(ClassCloud, TheTableHoldsEveryAnswerWithItsSource) {
  const figure::Figure figure = charts::class_cloud(sheet(), forty());
  int guesses = 0, models = 0;
  for (const figure::Row& row : figure.table.rows) {
    if (row.cells.at(2) == "guess") guesses += std::stoi(row.cells.at(5));
    models += row.cells.at(2) == "model" ? 1 : 0;
  }
  EXPECT_EQ(guesses, 117);
  EXPECT_EQ(models, 2) << "the letter's truth is the lesson's";
}

TEST(ClassCloud, EveryGuessRightIsSaid) {
  Cloud cloud{"Any", 40, {counts("a", "One", 4, {gave(4, 40, true)})}};
  EXPECT_EQ(charts::class_cloud(sheet(), cloud).title, "Every guess was right");
  cloud.rows[0].answers.clear();
  EXPECT_EQ(charts::class_cloud(sheet(), cloud).title, "Nobody has answered yet");
}

TEST(ClassCloud, WhatWasNotJudgedDoesNotCountAsRight) {
  Cloud cloud = forty();
  cloud.rows = {cloud.rows[1], counts("a", "One", 4, {gave(4, 3, true)})};
  const figure::Figure figure = charts::class_cloud(sheet(), cloud);
  EXPECT_EQ(figure.title, "Right so far: 3; only a run can judge the other 40");
}

TEST(ClassCloud, ARowWithoutATruthIsToldInWordsOnly) {
  Cloud cloud = forty();
  cloud.rows[0].truth.reset();
  const figure::Figure figure = charts::class_cloud(sheet(), cloud);
  EXPECT_EQ(dots_of(figure, "fused"), 0);
  EXPECT_THAT(figure.description, HasSubstr("And fused?: only a run can tell"));
}

TEST(ClassCloud, IsTidyWhateverTheClassSaid) {
  std::vector<std::pair<std::string, Cloud>> cases = {{"forty", forty()}};
  cases.push_back({"one student", {"L", 1, {counts("a", "One", 4, {gave(3, 1, false, "forgot one")})}}});
  cases.push_back({"; the recordings include", {"L", 40, {counts("a", "One", 4, {gave(4, 40, true)})}}});
  cases.push_back({"all the same, wrong", {"L", 200, {counts("a", "One", 4, {gave(400, 200, false, "x")})}}});
  cases.push_back({"nobody", {"L", 0, {counts("a", "One", 4, {})}}});
  cases.push_back({"no rows", {"L", 0, {}}});
  Cloud spread{"L", 40, {counts("a", "All different", 1000, {})}};
  for (int i = 0; i < 40; ++i) spread.rows[0].answers.push_back(gave(i * 57, 1, false, "m"));
  cases.push_back({"all different, one of them 0", spread});
  Cloud odd{"L", 3, {counts("a", "Truth zero", 0, {gave(0, 1, true), gave(-4, 1, false), gave(1e18, 1, false)})}};
  cases.push_back({"odd numbers", odd});
  Cloud names{std::string(90, 'L'), 40, {}};
  for (int i = 0; i < 14; ++i) {
    names.rows.push_back(i % 2 == 0 ? forty().rows[0] : forty().rows[2]);
    names.rows.back().name = std::string(120, 'W');
    names.rows.back().task = "t" + std::to_string(i);
    names.rows.back().truth_shown = std::string(90, 't');
    for (CloudAnswer& answer : names.rows.back().answers) answer.mistake = std::string(200, 'm');
  }
  cases.push_back({"long names, many rows", names});
  for (const auto& [what, cloud] : cases) {
    for (const auto& [width, height, scale] :
         {std::tuple(960.0, 540.0, 1.0), {960.0, 720.0, 1.0}, {960.0, 540.0, 1.25}, {640.0, 400.0, 1.0}}) {
      charts::ChartData data = sheet();
      data.width = width;
      data.height = height;
      data.text_scale = scale;
      const figure::Figure figure = charts::class_cloud(data, cloud);
      const std::string where = fmt::format("{} at {}x{}, type {}", what, width, height, scale);
      tests::expect_tidy(figure, where);
      tests::expect_clear_type(figure, where);
    }
  }
}

TEST(Swarm, DotsKeepApartAndStandWhereTheyBelong) {
  std::vector<double> places;
  for (int i = 0; i < 60; ++i) places.push_back(i % 3 == 0 ? 100 : 100 + i % 7 * 11.0);
  const charts::Swarm swarm = charts::swarm(places, 50, 40, 6);
  ASSERT_EQ(swarm.dots.size(), places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    EXPECT_LE(std::abs(swarm.dots[i].x - places[i]), swarm.farthest);
    EXPECT_GE(swarm.dots[i].y, 50 - 20 + 3 - 1e-9);
    EXPECT_LE(swarm.dots[i].y, 50 + 20 - 3 + 1e-9);
    for (std::size_t j = 0; j < i; ++j) {
      const auto a = swarm.dots[i], b = swarm.dots[j];
      EXPECT_GE(std::hypot(a.x - b.x, a.y - b.y), 6 - 1e-3) << i << " and " << j;
    }
  }
  EXPECT_EQ(swarm.dots[0].x, 100) << "the first stands in its own place";
}

TEST(ClassCloud, Golden) {
  const figure::Figure figure = charts::class_cloud(sheet(), forty());
  tests::expect_golden("charts/class_cloud.marks", tests::dump(figure));
  tests::expect_golden("charts/class_cloud.txt", tests::masked_twin(figure));
}

}  // namespace class_cloud_test

// Every state of every step of some lessons as a picture of the window, for scripts/contact-sheets:
// contact_pages FOLDER THEME WIDTH HEIGHT LESSON...
#include "ui/application.hpp"
#include "ui/lesson_states.hpp"

#include <filesystem>
#include <iostream>

namespace {

/// "01/3 longest guess" -> "01-03-014-longest-guess.png": pages lie in the order in which they are met.
std::string file_name(int place, std::string state) {
  const auto slash = state.find('/'), space = state.find(' ');
  const std::string lesson = state.substr(0, slash);
  const int step = std::stoi(state.substr(slash + 1));
  state.erase(0, space + 1);
  std::ranges::replace(state, ' ', '-');
  return fmt::format("{}-{:02}-{:03}-{}.png", lesson, step, place, state);
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc < 6) {
    std::cerr << "contact_pages FOLDER THEME WIDTH HEIGHT LESSON...\n";
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  ui::WindowOptions options;
  options.theme = std::string_view(argv[2]) == "projector" ? figure::Theme::projector : figure::Theme::light;
  options.width = std::stoi(argv[3]);
  options.height = std::stoi(argv[4]);
  int place = 0;
  const auto take = [&](tests::Stage& stage, const std::string& state) {
    stage->set_theme(options.theme);
    ui::take_screenshot(*stage, options, folder / file_name(++place, state));
  };
  for (const std::string& lesson : std::vector<std::string>(argv + 5, argv + argc)) {
    for (const tests::LessonStep& step : tests::all_steps({lesson})) {
      tests::asked_states(step, take);
      tests::wrong_states(step, take);
      tests::run_states(step, take);
    }
    tests::right_states(lesson, take);
  }
  return 0;
}

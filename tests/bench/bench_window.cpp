// The window beside the barest program that ImGui and GLFW allow: time to the first frame, idle frames, memory; a frame
// of the warehouse at work beside one of ImGui's own demo window; and the slowest frames of a stage that plays.
// Needs a display: xvfb-run -a -s "-screen 0 1920x1080x24 -noreset" build/bench/bin/bench_window
#include "base/median.hpp"
#include "places.hpp"
#include "ui/statistics.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <chrono>
#include <cstdio>
#include <stdlib.h>
#include <string>
#include <utility>
#include <vector>

namespace {

/// A window with ImGui in it; null if it cannot be had.
GLFWwindow* open_window(int width, int height) {
  if (glfwInit() == GLFW_FALSE) return nullptr;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  GLFWwindow* window = glfwCreateWindow(width, height, "bare", nullptr, nullptr);
  if (window == nullptr) return nullptr;
  glfwMakeContextCurrent(window);
  glfwSwapInterval(1);
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui_ImplGlfw_InitForOpenGL(window, true);
  ImGui_ImplOpenGL3_Init("#version 150");
  return window;
}

template <class Content>
void draw_frame(GLFWwindow* window, const Content& content) {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  content();
  ImGui::Render();
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(window);
}

/// Everything a program must do to show one ImGui frame, and nothing else. Prints the milliseconds it took.
int bare() {
  const auto begin = std::chrono::steady_clock::now();
  GLFWwindow* window = open_window(1280, 800);
  if (window == nullptr) return 3;
  draw_frame(window, [] { ImGui::Text("one trip"); });
  const auto taken = std::chrono::steady_clock::now() - begin;
  fmt::print("first frame: {:.1f} ms\n", std::chrono::duration<double, std::milli>(taken).count());
  return 0;
}

/// ImGui's demo window, at our own pace, for as long as the scene plays. Prints what a frame cost, as our window does.
int demo() {
  GLFWwindow* window = open_window(1920, 1080);
  if (window == nullptr) return 3;
  ui::Statistics statistics;
  for (int frame = 0; frame < 150; ++frame) {
    glfwWaitEventsTimeout(1.0 / 30);
    draw_frame(window, [] { ImGui::ShowDemoWindow(); });
    statistics.frame(false);
  }
  std::fputs(statistics.report().c_str(), stderr);
  return 0;
}

std::string output_of(const std::string& command) {
  std::FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return {};
  std::string out;
  char buffer[512];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) out += buffer;
  ::pclose(pipe);
  return out;
}

/// The number after `name: ` in what a program printed; negative if it is not there.
double number_after(const std::string& text, const std::string& name) {
  const std::size_t at = text.find(name + ": ");
  return at == std::string::npos ? -1 : std::strtod(text.c_str() + at + name.size() + 2, nullptr);
}

struct Bench {
  std::string self, window;  ///< as a shell calls them
  bool good = true;

  /// The median of seven runs of each, in turns; true if every one of ours said its number.
  [[nodiscard]] std::pair<double, double> in_turns(const std::string& ours, const std::string& theirs,
                                                   const std::string& name) {
    std::vector<double> mine, others;
    for (int i = 0; i < 7; ++i) {
      others.push_back(number_after(output_of(theirs), name));
      mine.push_back(number_after(output_of(ours), name));
    }
    good = good && *std::ranges::min_element(mine) > 0;
    return {base::median(mine), base::median(others)};
  }

  void start_and_rest() {
    const auto [ours, theirs] = in_turns(window + " --lesson 02 --close-after 0.5", self + " bare", "first frame");
    fmt::print("first frame: {:.0f} ms, bare program {:.0f} ms, ratio {:.2f} (limit 1.5)\n", ours, theirs,
               ours / theirs);
    const std::string idle = output_of(window + " --lesson 02 --close-after 12");
    const double frames = number_after(idle, "idle frames"), resident = number_after(idle, "resident");
    fmt::print("idle frames in 11 s: {:.0f} (limit 0)\nresident: {:.0f} MB (limit 200)\n", frames, resident);
    good = good && ours <= 1.5 * theirs && frames == 0 && resident < 200;
  }

  /// The stage's picture covers half of the page, the demo's window a fifth.
  void beside_the_demo() {
    const std::string scene = window + " --lesson 01 --size 1920x1080 --close-after 5";
    const auto [ours, theirs] = in_turns(scene, self + " demo", "frame cost");
    fmt::print(
        "a frame of the playing stage at 1920x1080: {:.1f} ms of processor time, of ImGui's demo window {:.1f} ms, "
        "ratio {:.2f} (limit 3)\n",
        ours, theirs, ours / theirs);
    good = good && ours <= 3 * theirs;
  }

  /// Each step's picture plays by itself when it opens; three times, so that the 99th of a hundred means something.
  void playing_stage() {
    const std::pair<const char*, const char*> stages[] = {
        {"one lane", ""}, {"two lanes", " --act step:4"}, {"two lanes with names", " --act step:9"}};
    for (const auto& [name, step] : stages) {
      std::vector<double> highs;
      for (int i = 0; i < 3; ++i) {
        highs.push_back(number_after(output_of(window + " --lesson 01 --size 1920x1080 --close-after 6" + step),
                                     "playing frame p99"));
      }
      const double high = base::median(highs);
      fmt::print("99 of 100 frames of the playing stage, {}, 1920x1080: at most {:.1f} ms by the clock (limit 33)\n",
                 name, high);
      good = good && high > 0 && high <= 33;
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "bare") return bare();
  if (argc > 1 && std::string(argv[1]) == "demo") return demo();
  char home[] = "/tmp/onetrip-bench-XXXXXX";
  if (::mkdtemp(home) == nullptr) return 3;
  Bench bench{fmt::format("'{}'", argv[0]),
              fmt::format("'{}' --home '{}' window --statistics", tests::program().string(), home)};
  bench.start_and_rest();
  bench.beside_the_demo();
  bench.playing_stage();
  return bench.good ? 0 : 1;
}

// The window beside the barest program that ImGui and GLFW allow: time to the first frame, idle frames, memory; and a
// frame of the warehouse at work beside one of ImGui's own demo window, both at 1920x1080.
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

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "bare") return bare();
  if (argc > 1 && std::string(argv[1]) == "demo") return demo();
  char home[] = "/tmp/onetrip-bench-XXXXXX";
  if (::mkdtemp(home) == nullptr) return 3;
  const std::string window =
      fmt::format("'{}' --home '{}' window --lesson 02 --statistics", tests::program().string(), home);
  std::vector<double> ours, theirs;
  for (int i = 0; i < 7; ++i) {
    theirs.push_back(number_after(output_of(fmt::format("'{}' bare", argv[0])), "first frame"));
    ours.push_back(number_after(output_of(window + " --close-after 0.5"), "first frame"));
  }
  const std::string idle = output_of(window + " --close-after 12");
  fmt::print("first frame: {:.0f} ms, bare program {:.0f} ms, ratio {:.2f} (limit 2)\n", base::median(ours),
             base::median(theirs), base::median(ours) / base::median(theirs));
  fmt::print("idle frames in 11 s: {:.0f} (limit 0)\n", number_after(idle, "idle frames"));
  fmt::print("resident: {:.0f} MB (limit 200)\n", number_after(idle, "resident"));
  const std::string scene =
      fmt::format("'{}' --home '{}' window --lesson 01 --size 1920x1080 --statistics --act scene.play --close-after 3",
                  tests::program().string(), home);
  std::vector<double> plays, demos;
  for (int i = 0; i < 7; ++i) {
    demos.push_back(number_after(output_of(fmt::format("'{}' demo", argv[0])), "frame cost"));
    plays.push_back(number_after(output_of(scene), "frame cost"));
  }
  fmt::print(
      "a frame of the scene at 1920x1080: {:.1f} ms of processor time, of ImGui's demo window {:.1f} ms, ratio {:.2f} "
      "(limit 2)\n",
      base::median(plays), base::median(demos), base::median(plays) / base::median(demos));
  const bool smooth = *std::ranges::min_element(plays) > 0 && base::median(plays) <= 2 * base::median(demos);
  const bool good = smooth && number_after(idle, "idle frames") == 0 && number_after(idle, "resident") < 200 &&
                    *std::min_element(ours.begin(), ours.end()) > 0 && base::median(ours) <= 2 * base::median(theirs);
  return good ? 0 : 1;
}

// The window beside the barest program that ImGui and GLFW allow: time to the first frame, idle frames, memory.
// Needs a display: xvfb-run -a -s "-screen 0 1920x1080x24 -noreset" build/bench/bin/bench_window
#include "base/median.hpp"
#include "places.hpp"

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

/// Everything a program must do to show one ImGui frame, and nothing else. Prints the milliseconds it took.
int bare() {
  const auto begin = std::chrono::steady_clock::now();
  if (glfwInit() == GLFW_FALSE) return 3;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  GLFWwindow* window = glfwCreateWindow(1280, 800, "bare", nullptr, nullptr);
  if (window == nullptr) return 3;
  glfwMakeContextCurrent(window);
  glfwSwapInterval(1);
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui_ImplGlfw_InitForOpenGL(window, true);
  ImGui_ImplOpenGL3_Init("#version 150");
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  ImGui::Text("one trip");
  ImGui::Render();
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(window);
  const auto taken = std::chrono::steady_clock::now() - begin;
  fmt::print("first frame: {:.1f} ms\n", std::chrono::duration<double, std::milli>(taken).count());
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
  const bool good = number_after(idle, "idle frames") == 0 && number_after(idle, "resident") < 200 &&
                    *std::min_element(ours.begin(), ours.end()) > 0 && base::median(ours) <= 2 * base::median(theirs);
  return good ? 0 : 1;
}

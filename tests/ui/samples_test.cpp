// How many samples a pixel gets, by the driver's name; and, where there is a display, what they do to an edge.
#include "ui/samples.hpp"

#include "ui/application.hpp"
#include "ui/display.hpp"
#include "ui/offscreen.hpp"

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace samples_test {

TEST(Samples, HardwareHasFourSoftwareItsOwnAlone) {
  for (const char* renderer : {"NVIDIA GeForce RTX 4090/PCIe/SSE2", "Mesa Intel(R) UHD Graphics 620 (KBL GT2)",
                               "AMD Radeon RX 6600 (navi23, LLVM 15.0.6, DRM 3.49)", "Apple M2",
                               "SVGA3D; build: RELEASE;  LLVM;", "virgl (NVIDIA GeForce RTX 3060/PCIe/SSE2)"})
    EXPECT_EQ(ui::samples_of(renderer), 4) << renderer;
  for (const char* renderer :
       {"llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Software Rasterizer", "virgl (LLVMPIPE (LLVM 14.0.0))",
        "zink Vulkan 1.3(llvmpipe (LLVM 15.0.6, 256 bits) (MESA_LLVMPIPE))", "Google SwiftShader",
        "D3D12 (Microsoft Basic Render Driver)", "GDI Generic", ""})
    EXPECT_EQ(ui::samples_of(renderer), 0) << renderer;
}

/// The different greys on the slanting edge of a white triangle.
std::size_t greys(int samples) {
  constexpr int size = 64;
  const ui::Offscreen buffer(size, size, samples);
  glViewport(0, 0, size, size);
  glBegin(GL_TRIANGLES);
  glVertex2f(-1, -1);
  glVertex2f(1, -1);
  glVertex2f(-1, 0.7f);
  glEnd();
  std::vector<std::uint8_t> pixels = buffer.pixels(), reds;
  for (std::size_t i = 0; i < pixels.size(); i += 4) reds.push_back(pixels[i]);
  std::ranges::sort(reds);
  return static_cast<std::size_t>(std::ranges::unique(reds).begin() - reds.begin());
}

TEST(Samples, FourOfThemMakeAnEdgeSmooth) {
  if (const auto reason = ui::no_display()) GTEST_SKIP() << *reason;
  const ui::Display display;
  GLFWwindow* window = ui::open_window(64, 64, "samples", false);
  glfwMakeContextCurrent(window);
  EXPECT_EQ(greys(0), 2U) << "black and white";
  int most = 0;
  glGetIntegerv(0x8D57 /* GL_MAX_SAMPLES */, &most);
  if (most >= 4) {
    EXPECT_GT(greys(4), 3U);
  }
  glfwDestroyWindow(window);
}

}  // namespace samples_test

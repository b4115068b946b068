// A moving figure into a .gif or .mp4: its frames by the exporter, the film by ffmpeg.
#pragma once

#include "base/expected.hpp"
#include "exporter/write.hpp"

#include <filesystem>
#include <functional>

namespace cli {

struct Film {
  double seconds = 0;  ///< its end; the last frame stands a second longer
  std::function<figure::Figure(double)> frame;
};

/// 25 frames a second. Another ending is the person's mistake; throws MachineError where there is no ffmpeg, where it
/// fails, or where the file cannot be written: before the first frame, if it can be known. Nothing half written stays.
[[nodiscard]] base::Expected<void> write_film(const Film& film, const std::filesystem::path& file,
                                              const exporter::Options& options);

}  // namespace cli

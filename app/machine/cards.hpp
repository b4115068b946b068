// The GPUs that there are words of: each data sheet of assets/devices, and the one that the course is about.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace machine {

/// Lessons, claims and quizzes speak of this one, so that they say the same on every machine: its sheet prices them,
/// its recordings stand in them.
inline constexpr std::string_view course_card = "h200";
/// Of a calibration of this processor.
inline constexpr std::string_view here_id = "here";
/// What a recorded GPU's id begins with, as a device and as a spec: "recorded-h200".
inline constexpr std::string_view recorded_prefix = "recorded-";

/// Ids of the GPU data sheets. Each is a family of quantities too: "h200.bandwidth".
[[nodiscard]] const std::vector<std::string>& sheet_ids();

/// Whether a name is of this card: "NVIDIA H200", "nvidia-h200" and "h200-sxm" are of h200. Drivers, sheets and files
/// write the same card in several ways ("NVIDIA H100 80GB HBM3", "NVIDIA H100 SXM5 80GB", "h100-sxm"), so only what the
/// id itself is made of must stand there, as words of their own: an H20 is no H200.
[[nodiscard]] bool is_of_card(std::string_view name, std::string_view card);

/// What is wrong with the files of devices and calibrations that came with the program and cannot be used, one text
/// each; they are left out.
[[nodiscard]] std::vector<std::string> broken_files();

}  // namespace machine

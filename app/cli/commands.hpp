// The commands' entry points; each has a file of its own name.
#pragma once

#include "cli/command.hpp"

#include <string>
#include <vector>

namespace cli {

[[nodiscard]] Exit run_window_command(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_demo(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_keys(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_devices(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_doctor(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_predict(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_emit(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_grad(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_run(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_ladder(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_tune(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_sweep(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_figure(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_record(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_lesson(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_coverage(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_glossary(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_class(const std::vector<std::string>& arguments);
[[nodiscard]] Exit run_screenshot(const std::vector<std::string>& arguments);

}  // namespace cli

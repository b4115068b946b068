// An import for tests of charts and pages: a small layer, made by two programs.
#pragma once

#include "record/imported.hpp"
#include "record/sha256.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string>

namespace tests {

inline constexpr auto import_chain =
    "x: bf16[4096, 4096]\\nw: bf16[4096, 4096]\\nb: bf16[4096]\\ny = gelu(x @ w + b)\\n";

/// The file: of that chain or another with the same ops, on that card.
inline std::string import_text(const std::string& chain = import_chain, const std::string& device = "NVIDIA H200") {
  const auto way = [](const char* name, double us, const char* more, const char* kernels) {
    return fmt::format(R"({{"name": "{}", "label": "as {}"{}, "max_abs_error": 0.01,
      "time_us": {{"median": {}, "q1": {}, "q3": {}, "n": 60}}, "kernels": [{}]}})",
                       name, name, more, us, us - 1, us + 1, kernels);
  };
  const std::string ways =
      way("eager", 290, "",
          R"({"name": "nvjet", "makes": ["y.1"]}, {"name": "add", "makes": ["y.2"]}, {"name": "gelu", "makes": ["y"]})") +
      "," +
      way("compiled", 250, "",
          R"({"name": "memset", "makes": []}, {"name": "nvjet", "makes": ["y.1"]}, {"name": "triton_poi_fused_add_gelu_0", "makes": ["y.2", "y"]})") +
      "," +
      way("jit", 240, R"(, "program": "JAX", "version": "0.9.1")", R"({"name": "gemm", "makes": ["y.1", "y.2", "y"]})");
  return fmt::format(R"({{"onetrip_import": 2, "what": "a small layer", "program": "PyTorch",
    "version": "2.11.0", "device": "{}", "driver": "580", "date": "2026-11-25", "command": "torch_blocks.py",
    "chain": "{}", "ways": [{}], "missing": {{"autotuned": "no time was left"}}}})",
                     device, chain, ways);
}

/// As its script writes it: with the seal, so that a file may hold it.
inline std::string sealed(const std::string& text) {
  const std::string before = text.substr(0, text.rfind('}')) + ",\n  ";
  return before + "\"sha256\": \"" + record::sha256(before) + "\"\n}\n";
}

inline record::Imported import_of(const std::string& chain = import_chain, const std::string& device = "NVIDIA H200") {
  auto read = record::parse_imported(import_text(chain, device), "test.json");
  if (!read) throw std::runtime_error(base::render(read.error()));
  return *std::move(read);
}

}  // namespace tests

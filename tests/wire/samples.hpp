// One message of every kind, every field set.
#pragma once

#include "wire/messages.hpp"

#include <cmath>

namespace tests {

/// Of sample_job: [32, 16] x [16, 32], the right one transposed, behind the left one in the same buffer.
inline wire::LibraryCall sample_call() {
  wire::LibraryCall call;
  call.m = 32;
  call.n = 32;
  call.k = 16;
  call.left = {3, 0, 16, false, 0, 0};
  call.right = {3, 512, 16, true, 0, 0};
  call.result = {1, 0, 32, false, 0, 0};
  call.residual = {{2, 0, 32, false, 0, 0}};
  call.epilogue = wire::Epilogue::gelu_bias;
  call.bias = 3;
  call.workspace = 1 << 20;
  call.algorithm = std::string(64, '\7');
  return call;
}

inline wire::Job sample_job() {
  wire::Job job;
  job.buffers = {{4096, wire::Dtype::f32, wire::Fill::random, 18'446'744'073'709'551'615ull, 3},
                 {2048, wire::Dtype::bf16, wire::Fill::poison, 0, 0},
                 {2048, wire::Dtype::bf16, wire::Fill::poison, 0, 0},
                 {4096, wire::Dtype::bf16, wire::Fill::exact, 7, 1},
                 {512, wire::Dtype::i4, wire::Fill::random, 7, 2}};
  wire::Kernel kernel{"0123456789abcdef",
                      "k1_add",
                      {16, 1, 1},
                      {256, 1, 1},
                      1024,
                      {{wire::Argument::Kind::buffer, 0}, {wire::Argument::Kind::integer, -7}},
                      {}};
  wire::Kernel mapped = kernel;
  mapped.maps = {{3, wire::Dtype::bf16, {64, 32}, {128}, {64, 16}, 128}};
  mapped.arguments.push_back({wire::Argument::Kind::turn, 0});
  mapped.arguments.push_back({wire::Argument::Kind::tensor_map, 0});
  mapped.times = 3;
  job.plans = {{{kernel, kernel}}, {{mapped, sample_call()}}};
  job.submit = wire::Submit::graph;
  return job;
}

inline wire::Candidate sample_candidate() {
  return {std::string(64, '\0'), "128x256", "64xauto", "2x1x1", "f32", 66, 4, 1 << 20, 0.97, 1.6e-3};
}

inline std::vector<wire::Message> sample_messages() {
  wire::Capabilities capabilities{"0.1.0", "gpu7", "boot", "13.0", {}, {{"count", false, "no", "ask", "allow"}},
                                  "13.1.0"};
  capabilities.card = wire::Card{"NVIDIA H200", "GPU-1",  1,          8,     90,   132,          1ll << 37,
                                 1ll << 36,     50 << 20, 227 * 1024, 65536, 2048, "580.159.04", 13000};
  wire::Run run{sample_job(),
                wire::Evidence{1, 0, {{1, 2, {{0, 10}, {1000, 24}}}}},
                wire::Sampling{wire::Temperature::batch, 10, 0.25},
                12.5,
                {{"0123456789abcdef", std::string("\0\x7f\xff", 3)}}};
  wire::Ran ran{false,
                {{std::string("\1\2\3\0", 4), 1024, 1, 2, 3, INFINITY, 17}},
                {{{{1e-3, 5, 9}}}},
                {{32, 1024, 8, 4, 16}},
                1 << 27,
                {{1, 1, sample_candidate(), "nobody told one"}}};
  wire::Counted counted{{{0, -1, 8, wire::Regime::cold, {{"dram_read_bytes", 1.5e9}}}}, 1 << 20, "no"};
  wire::Traced traced{{{0, 1, 0, "k1_add", 0, 1e-3, 32, 4, 16}}};
  return {{1, wire::Hello{"0.1.0", "GPU-1", true}},
          {2, capabilities},
          {3, wire::Compile{"__global__ void k() {}", "90a", {"-fmad=false"}}},
          {4, wire::Compiled{"0123456789abcdef",
                             {{"k", 32, 1, 2, 3, 4}},
                             "log \xc3\xa9",
                             true,
                             0.03,
                             "\x7f"
                             "ELF"}},
          {5, run},
          {6, ran},
          {7, wire::Count{sample_job(), true, 16, 3, 20, {}}},
          {8, counted},
          {9, wire::Trace{sample_job(), 3, 20, {}}},
          {10, traced},
          {11, wire::Release{}},
          {12, wire::Progress{0.5, "cold 3 of 10"}},
          {13, wire::Cancel{}},
          {~0ull, wire::Failure{wire::Failure::Kind::counters, "no", "ask", "allow", "35"}},
          {14, wire::Choose{sample_job(), 1, 1, 8, 20, {}}},
          {15, wire::Chosen{"13.1.0", {sample_candidate(), sample_candidate()}, 1}}};
}

}  // namespace tests

// Devices with round numbers, for predictions that can be checked by hand.
#pragma once

#include "machine/device_spec.hpp"

namespace tests {

/// 1 TB/s, 10 Tflop/s, 1 µs a launch, 100 MB of cache at 4 TB/s.
inline machine::DeviceSpec round_gpu() {
  machine::DeviceSpec spec;
  spec.id = "round-gpu";
  spec.name = "A GPU of round numbers";
  spec.kind = machine::Kind::gpu;
  spec.dram_bandwidth = {1.25e12, "made up"};
  spec.efficiency = {0.8, "made up"};
  spec.last_level_cache = {100e6, "made up"};
  spec.cache_bandwidth = {4e12, "made up"};
  spec.roofs = {{"CUDA cores, f32", {10e12, "made up"}}, {"tensor cores, bf16 dense", {100e12, "made up"}}};
  spec.launch = {1e-6, "made up"};
  spec.processors = 100;
  spec.persistent_row = {64 * 1024, "made up"};
  return spec;
}

/// 10 to 20 GB/s by mix and store, 100 Gflop/s, 32 MB of cache at 100 GB/s, ops priced.
inline machine::DeviceSpec round_cpu() {
  machine::DeviceSpec spec;
  spec.id = "here";
  spec.name = "A CPU of round numbers";
  spec.kind = machine::Kind::cpu;
  spec.calibrated_on = "2026-11-21";
  spec.last_level_cache = {32e6, "made up"};
  spec.cache_bandwidth = {100e9, "made up"};
  spec.mixes = {{0.5, machine::Store::cached, {12e9}},
                {0.5, machine::Store::streaming, {16e9}},
                {1.0, machine::Store::cached, {20e9}},
                {1.0, machine::Store::streaming, {20e9}}};
  spec.roofs = {{"vector units, f32", {100e9, "made up"}}};
  spec.launch = {10e-6, "made up"};
  spec.processors = 2;
  spec.op_cost = {
      {"add:f32", 0.05e-9}, {"gelu:f32", 1.0e-9}, {"relu:f32", 0.05e-9}, {"load:bf16", 0.1e-9}, {"store:bf16", 0.2e-9}};
  spec.tile_elements = 1024;
  spec.persistent_row = {64 * 1024, "made up"};
  return spec;
}

}  // namespace tests

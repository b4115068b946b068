// The card of the stub of the driver: memory of the host, kernels that it knows, time that is counted.
#pragma once

#include "base/random.hpp"
#include "stubs/script.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

namespace {

using Address = std::uint64_t;

// As the worker's kernels have them.
struct Found {
  std::uint64_t poison, nan, identical, largest, at;
};
struct Stamp {
  std::uint64_t cycles, time;
};

struct Module {
  std::string image;
};
struct Function {
  std::string name;
};
struct Launch {
  Function* function;
  std::vector<std::uint64_t> values;
  std::function<void()> work = {};  ///< of another library, instead
  int kernels = 1;
  double slow = 1;
};
/// As the driver's own: what was told, and not what the card makes of it.
struct TensorMap {
  std::uint64_t address, kind, dims[5], strides[4], box[5];
};
struct Record {
  const char* name;
  double begin, end;
};
struct Graph {
  std::vector<Launch> launches;
};
struct Event {
  double at = 0;
};

double device_ns = 0, device_cycles = 0;   // since the process began
double bytes_read = 0, bytes_written = 0;  // by kernels
std::map<Address, std::size_t> allocated;
int current = 0, context = 0;
Graph* capturing = nullptr;
int launches = 0;
bool recording = false;
std::vector<Record> records;

constexpr int not_found = 500;
constexpr double hertz = 1.98e9;

template <class T>
T* at(std::uint64_t address) {
  return reinterpret_cast<T*>(address);
}

std::int64_t whole(std::string_view setting, double otherwise) {
  return static_cast<std::int64_t>(stub::setting(setting, otherwise));
}

std::size_t free_bytes() {
  std::size_t taken = 0;
  for (const auto& [address, bytes] : allocated) taken += bytes;
  const auto all = static_cast<std::size_t>(whole("memory", 1e9));
  return taken < all ? all - taken : 0;
}

/// The card behind an index: the order may change, what a card is called may not.
int card(int index) {
  const int cards = static_cast<int>(whole("cards", 1));
  return stub::told("order") == "reversed" ? cards - 1 - index : index;
}

double distance(float a, float b) {
  if (std::isnan(a) && std::isnan(b)) return 0;
  if (std::isnan(a) || std::isnan(b)) return HUGE_VAL;
  return a == b ? 0 : std::abs(static_cast<double>(a) - static_cast<double>(b));
}

void scan(const std::vector<std::uint64_t>& v, bool seek) {
  auto *here = at<std::uint32_t>(v[0]), *there = at<std::uint32_t>(v[1]);
  Found& found = *at<Found>(v[seek ? 3 : 4]);
  for (std::uint64_t i = 0; i < v[2]; ++i) {
    const auto a = std::bit_cast<float>(here[i]), b = std::bit_cast<float>(there[i]);
    const std::uint64_t bits = here[i] == there[i] ? 0 : std::bit_cast<std::uint64_t>(distance(a, b));
    if (seek) {
      if (here[i] != there[i] && bits == found.largest) found.at = std::min(found.at, i);
      continue;
    }
    found.poison += here[i] == static_cast<std::uint32_t>(v[3]);
    found.nan += std::isnan(a);
    found.identical += here[i] == there[i];
    found.largest = std::max(found.largest, bits);
  }
}

/// The worker's own kernels for f32; true if it was one of them.
bool own(const std::string& name, const std::vector<std::uint64_t>& v) {
  if (name == "random_f32") {
    for (std::uint64_t i = 0; i < v[1]; ++i) at<float>(v[0])[i] = base::random_element(v[2], v[3], i);
  } else if (name == "fill_32") {
    std::fill_n(at<std::uint32_t>(v[0]), v[1], static_cast<std::uint32_t>(v[2]));
  } else if (name == "scan_f32" || name == "seek_f32") {
    scan(v, name == "seek_f32");
  } else if (name == "gather_32") {
    for (std::uint64_t i = 0; i < v[2]; ++i)
      at<std::uint32_t>(v[3])[i] = at<std::uint32_t>(v[0])[at<std::int64_t>(v[1])[i]];
  } else if (name == "flush") {
    bytes_read += 16 * static_cast<double>(v[1]);
  } else if (name == "stamp") {
    *at<Stamp>(v[0]) = {static_cast<std::uint64_t>(device_cycles), static_cast<std::uint64_t>(device_ns)};
  } else {
    return false;
  }
  return true;
}

/// A kernel under test: (x, y, n), a copy or a relu; "NAME = wrong", "unwritten" or "guard" is what it does instead.
void lie_or_work(const std::string& name, const std::vector<std::uint64_t>& v) {
  const std::string lie = stub::told(name);
  auto *x = at<float>(v[0]), *y = at<float>(v[1]);
  const std::uint64_t n = v[2];
  for (std::uint64_t i = 0; i < n; ++i) {
    const float value = name == "relu" ? std::max(x[i], 0.0f) : x[i];
    if (lie != "unwritten" || i + 3 < n) y[i] = lie == "wrong" && i == n / 2 ? value + 1 : value;
  }
  if (lie == "guard") y[n] = 1;
  bytes_read += 4 * static_cast<double>(n);
  bytes_written += 4 * static_cast<double>(n);
}

/// The time that a kernel takes goes by.
void pass(const std::string& name, double times) {
  ++launches;
  const auto slow = whole("slow_every", 0);
  const double ns = times * stub::setting("kernel_ns", 1e4) * (slow > 0 && launches / 8 % slow == 0 ? 2 : 1);
  if (recording) records.push_back({name.c_str(), device_ns, device_ns + ns});
  device_ns += ns;
  device_cycles += ns * 1e-9 * hertz * stub::setting("clock", 1);
}

void run(const Launch& launch) {
  const std::string& name = launch.function->name;
  for (int i = 1; i < launch.kernels; ++i) pass(name, launch.slow);
  pass(name, launch.slow);
  if (launch.work) {
    bytes_read += 4096 * launch.kernels;
    bytes_written += 4096;
    return launch.work();
  }

  if (own(name, launch.values)) return;
  const std::string what = stub::told(name);
  if (what == "hang") stub::hang();
  if (const int fault = std::atoi(what.c_str()); fault != 0) {
    stub::lost = fault;  // seen by whoever waits next
    return;
  }
  lie_or_work(name, launch.values);
}

void put(Launch launch) {
  if (capturing != nullptr) {
    capturing->launches.push_back(std::move(launch));
  } else {
    run(launch);
  }
}

/// Where a kernel finds the tensor that its map is of; nowhere if the map does not lie as the driver wants it.
std::uint64_t map_of(const void* parameter) {
  const auto* map = static_cast<const TensorMap*>(parameter);
  return reinterpret_cast<Address>(map) % 64 == 0 ? map->address : 0;
}

}  // namespace

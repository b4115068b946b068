// What CUPTI is to count on a chip, worked out on the host: needs no card and no driver.
#pragma once

#include "worker/cupti_api.hpp"
#include "worker/metric_sets.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace worker::cupti {

/// The largest set of metrics that the chip reads in one pass, scheduled, and the evaluator of what was read.
class Config {
 public:
  /// `set` is "traffic" or "spill". `availability` is the image the driver gives for the card; empty for a chip that is
  /// only thought of. Throws Refused (unsupported) where not even DRAM's bytes fit one pass.
  Config(const std::string& chip, std::string_view set, std::vector<std::uint8_t> availability = {});
  ~Config();
  Config(const Config&) = delete;
  Config& operator=(const Config&) = delete;

  [[nodiscard]] const std::vector<Metric>& metrics() const { return metrics_; }
  /// Their names as CUPTI wants them; valid as long as this object.
  [[nodiscard]] std::vector<const char*> counters() const;
  [[nodiscard]] const std::vector<std::uint8_t>& image() const { return image_; }
  [[nodiscard]] std::size_t passes() const { return passes_; }
  [[nodiscard]] CUpti_Profiler_Host_Object* host() const { return host_; }

 private:
  void open();
  void close();
  void schedule();

  std::string chip_;
  std::vector<std::uint8_t> availability_;
  CUpti_Profiler_Host_Object* host_ = nullptr;
  std::vector<Metric> metrics_;
  std::vector<std::uint8_t> image_;
  std::size_t passes_ = 0;
};

/// Every chip that this CUPTI knows.
[[nodiscard]] std::vector<std::string> chips();

}  // namespace worker::cupti

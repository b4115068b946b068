// Choosing a card. NVML tells which is idle without a context on each; where it is missing, the first card is taken.
#include "worker/card.hpp"

#include "base/words.hpp"
#include "worker/library.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <thread>
#include <vector>

namespace worker {
namespace {

std::string uuid_of(cuda::Device device) {
  cuda::Uuid uuid{};
  cuda::check(cuda::api().device_uuid(&uuid, device), "tell_uuid");
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += "0123456789abcdef"[uuid.bytes[i] >> 4];
    text += "0123456789abcdef"[uuid.bytes[i] & 15];
  }
  return text;
}

int attribute(cuda::DeviceAttribute which, cuda::Device device) {
  int value = 0;
  cuda::check(cuda::api().device_attribute(&value, which, device), "tell_limits");
  return value;
}

/// The management library's answers that say which card is busy.
class Management {
 public:
  Management() {
    if (!library_.open()) return;
    int (*init)() = nullptr;
    ready_ = library_.find(init, "nvmlInit_v2") && library_.find(handle_, "nvmlDeviceGetHandleByUUID") &&
             library_.find(memory_, "nvmlDeviceGetMemoryInfo") &&
             library_.find(driver_, "nvmlSystemGetDriverVersion") && init() == 0;
  }
  /// Bytes in use on the card; 0 if it cannot be told.
  [[nodiscard]] unsigned long long used(const std::string& uuid) const {
    void* card = nullptr;
    unsigned long long total_free_used[3]{};
    if (!ready_ || handle_(uuid.c_str(), &card) != 0 || memory_(card, total_free_used) != 0) return 0;
    return total_free_used[2];
  }
  [[nodiscard]] std::string driver() const {
    std::array<char, 96> text{};
    if (ready_ && driver_(text.data(), text.size() - 1) == 0) return text.data();
    // "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.04  ..."
    std::ifstream file("/proc/driver/nvidia/version");
    std::string word;
    while (file >> word) {
      if (!word.empty() && word[0] >= '1' && word[0] <= '9' && word.find('.') != std::string::npos) return word;
    }
    return {};
  }

 private:
  Library library_{"libnvidia-ml.so.1"};
  int (*handle_)(const char*, void**) = nullptr;
  int (*memory_)(void*, unsigned long long*) = nullptr;
  int (*driver_)(char*, unsigned) = nullptr;
  bool ready_ = false;
};

/// A card that another program has for itself may soon be free.
cuda::Context retained(cuda::Device device) {
  constexpr int tries = 3;
  cuda::Context context = nullptr;
  cuda::Result result = cuda::api().context_retain(&context, device);
  for (int i = 0; i < tries && result == cuda::unavailable; ++i) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    result = cuda::api().context_retain(&context, device);
  }
  cuda::check(result, "be_opened");
  return context;
}

}  // namespace

std::int64_t free_memory() {
  std::size_t free = 0, total = 0;
  cuda::check(cuda::api().memory_info(&free, &total), "tell_free_memory");
  return static_cast<std::int64_t>(free);
}

wire::Card open_card(const std::string& wanted) {
  const cuda::Api& api = cuda::api();
  int count = 0;
  cuda::check(api.device_count(&count), "be_counted");
  const Management management;
  wire::Card card;
  cuda::Device device = -1;
  unsigned long long least = ~0ull;
  for (int index = 0; index < count; ++index) {
    cuda::Device candidate = 0;
    cuda::check(api.device_get(&candidate, index), "be_opened");
    const std::string uuid = uuid_of(candidate);
    const unsigned long long used = management.used(uuid);
    if (wanted.empty() ? used >= least && device >= 0 : uuid != wanted) continue;
    device = candidate;
    least = used;
    card.index = index;
    card.uuid = uuid;
  }
  if (device < 0) {
    throw Failed(wire::Failure::Kind::unavailable, base::say("worker.card_gone", {{"card", wanted}}),
                 std::string(base::text("worker.no_card.remedy")));
  }
  std::array<char, 200> name{};
  cuda::check(api.device_name(name.data(), static_cast<int>(name.size()) - 1, device), "tell_name");
  card.name = name.data();
  card.cards = std::max(1, count);
  using Attribute = cuda::DeviceAttribute;
  card.compute_capability =
      10 * attribute(Attribute::capability_major, device) + attribute(Attribute::capability_minor, device);
  card.multiprocessors = attribute(Attribute::multiprocessors, device);
  card.l2 = attribute(Attribute::l2, device);
  card.shared_per_block = attribute(Attribute::shared_per_block_optin, device);
  card.clock = 1e3 * attribute(Attribute::clock_khz, device);
  card.registers_per_multiprocessor = attribute(Attribute::registers_per_multiprocessor, device);
  card.threads_per_multiprocessor = attribute(Attribute::threads_per_multiprocessor, device);
  card.driver = management.driver();
  cuda::check(api.driver_version(&card.driver_api), "tell_version");
  cuda::check(api.context_set(retained(device)), "be_opened");
  std::size_t total = 0;
  cuda::check(api.device_memory(&total, device), "tell_memory");
  card.memory_total = static_cast<std::int64_t>(total);
  card.memory_free = free_memory();
  return card;
}

}  // namespace worker

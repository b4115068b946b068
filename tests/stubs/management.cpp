// A stub of the management library (NVML) for tests: "used.0 = 4e9" is what the card of that uuid has in use.
#include "stubs/script.hpp"

#include <cstdint>
#include <cstring>

extern "C" {

int nvmlInit_v2() {
  return stub::code("nvmlInit_v2");
}
int nvmlDeviceGetHandleByUUID(const char* uuid, void** card) {
  // Every byte of a stub's uuid is the card's number and one: "GPU-01010101-..." is card 0.
  *card = reinterpret_cast<void*>(static_cast<std::intptr_t>(uuid[5] - '0'));
  return stub::code("nvmlDeviceGetHandleByUUID");
}
int nvmlDeviceGetMemoryInfo(void* card, unsigned long long* total_free_used) {
  const auto number = reinterpret_cast<std::intptr_t>(card) - 1;
  total_free_used[2] = static_cast<unsigned long long>(stub::setting("used." + std::to_string(number), 0));
  return stub::code("nvmlDeviceGetMemoryInfo");
}
int nvmlSystemGetDriverVersion(char* text, unsigned length) {
  std::strncpy(text, "580.1", length);
  return stub::code("nvmlSystemGetDriverVersion");
}

}  // extern "C"

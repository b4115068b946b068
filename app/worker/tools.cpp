// Loading modules, and the worker's own kernels at work.
#include "base/words.hpp"
#include "worker/fixed_kernels.hpp"
#include "worker/ready_job.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace worker {
namespace {

constexpr unsigned threads = 256;
constexpr int blocks_a_multiprocessor = 8;
constexpr double highest_clock = 10e9;  // hertz; above, two counters were not each other's

/// As the kernels' struct Found.
struct Found {
  std::uint64_t poison = 0, nan = 0, identical = 0, largest = 0, at = ~0ull;
};

/// As the kernels' struct Stamp: cycles of a multiprocessor, nanoseconds.
struct Stamp {
  std::uint64_t cycles = 0, time = 0;
};

struct Words {
  const char *random, *exact, *fill, *scan, *seek, *gather;
  std::uint64_t poison;
};

constexpr std::uint64_t none = ~0ull;  // no element's bits: whoever cannot be poisoned never is

Words words_of(wire::Dtype dtype) {
  switch (dtype) {
    case wire::Dtype::f32:
      return {"random_f32", "exact_f32", "fill_32", "scan_f32", "seek_f32", "gather_32", poison_f32};
    case wire::Dtype::f16:
      return {"random_f16", "exact_f16", "fill_16", "scan_f16", "seek_f16", "gather_16", poison_f16};
    case wire::Dtype::bf16:
      return {"random_bf16", "exact_bf16", "fill_16", "scan_bf16", "seek_bf16", "gather_16", poison_bf16};
    case wire::Dtype::i8:
    case wire::Dtype::bytes:
      return {"random_i8", "exact_i8", "", "scan_i8", "seek_i8", "gather_8", none};
    case wire::Dtype::i4:
      return {"random_i4", "exact_i4", "", "scan_i4", "seek_i4", "gather_4", none};
    case wire::Dtype::i32:
      return {"", "", "fill_32", "scan_i32", "seek_i32", "gather_32", poison_i32};
  }
  return {};
}

/// The copy returns when the host's memory has been read; the card's may be written later, and no stream of ours waits
/// for that by itself.
void upload(cuda::Address to, const void* from, std::size_t bytes) {
  cuda::check(cuda::api().to_device(to, from, bytes), "copy_there");
  cuda::check(cuda::api().context_synchronize(), "copy_there");
}

}  // namespace

Module::Module(const std::string& image) {
  cuda::check(cuda::api().module_load(&module_, image.data()), "load_kernel");
}

Module::~Module() {
  if (module_ != nullptr) cuda::api().module_unload(module_);
}

cuda::Function Module::function(const std::string& entry) const {
  cuda::Function function = nullptr;
  if (cuda::api().module_function(&function, module_, entry.c_str()) != cuda::success) {
    throw Failed(wire::Failure::Kind::bad_request, base::say("worker.no_entry", {{"entry", entry}}));
  }
  return function;
}

Tools::Tools(const std::string& image, const wire::Card& card, cuda::Stream stream)
    : module_(image),
      stream_(stream),
      blocks_(card.multiprocessors * blocks_a_multiprocessor),
      flush_bytes_(std::max<std::int64_t>(2 * card.l2, 1 << 20) / 16 * 16),
      clean_(flush_bytes_),
      sink_(16),
      found_(sizeof(Found)),
      stamps_(sizeof(Stamp) * 2) {
  cuda::check(cuda::api().set_bytes(clean_.address(), 0, static_cast<std::size_t>(flush_bytes_)), "set_memory");
}

void Tools::launch(const char* entry, std::int64_t elements, std::initializer_list<std::uint64_t> arguments) {
  auto found = functions_.find(entry);
  if (found == functions_.end()) found = functions_.emplace(entry, module_.function(entry)).first;
  std::array<std::uint64_t, 8> values{};
  std::array<void*, 8> pointers{};
  std::ranges::copy(arguments, values.begin());
  for (std::size_t i = 0; i < values.size(); ++i) pointers[i] = &values[i];
  const std::int64_t blocks = std::clamp<std::int64_t>((elements + threads - 1) / threads, 1, blocks_);
  cuda::check(cuda::api().launch(found->second, static_cast<unsigned>(blocks), 1, 1, threads, 1, 1, 0, stream_,
                                 pointers.data(), nullptr),
              "start_kernel");
}

void Tools::fill(const wire::Buffer& buffer, cuda::Address to) {
  // A thread makes the two that share a byte.
  const bool pairs = buffer.dtype == wire::Dtype::i4;
  const std::int64_t count = pairs ? buffer.bytes : wire::elements_in(buffer.bytes, buffer.dtype);
  const Words words = words_of(buffer.dtype);
  switch (buffer.fill) {
    case wire::Fill::none:
      return;
    case wire::Fill::zero:
      return cuda::check(cuda::api().set_bytes(to, 0, static_cast<std::size_t>(buffer.bytes)), "set_memory");
    case wire::Fill::poison:
      if (!wire::can_be_poisoned(buffer.dtype)) return;
      return launch(words.fill, count, {to, static_cast<std::uint64_t>(count), words.poison});
    case wire::Fill::random:
      return launch(words.random, count, {to, static_cast<std::uint64_t>(count), buffer.seed, buffer.stream});
    case wire::Fill::exact:
      return launch(words.exact, count, {to, static_cast<std::uint64_t>(count), buffer.seed, buffer.stream});
    case wire::Fill::table:
      return fill_table("table_i32", buffer, to);
    case wire::Fill::ends:
      return fill_table("ends_i32", buffer, to);
    case wire::Fill::drawn:
      return fill_table("drawn_i32", buffer, to);
  }
}

void Tools::fill_table(const char* entry, const wire::Buffer& buffer, cuda::Address to) {
  const std::int64_t count = wire::elements_in(buffer.bytes, buffer.dtype);
  launch(
      entry, count,
      {to, static_cast<std::uint64_t>(count), buffer.seed, buffer.stream, static_cast<std::uint64_t>(buffer.slices)});
}

void Tools::flush() {
  // What a kernel marked to leave L2 last would outlive the reading below. Cards before Ampere know no such mark.
  if (const cuda::Result done = cuda::api().reset_kept_l2(); done != cuda::not_supported) {
    cuda::check(done, "free_kept");
  }
  read(clean_);
}

void Tools::flush_again() {
  if (other_.empty()) {
    other_ = DeviceMemory(flush_bytes_);
    cuda::check(cuda::api().set_bytes(other_.address(), 0, static_cast<std::size_t>(flush_bytes_)), "set_memory");
    cuda::check(cuda::api().context_synchronize(), "finish");
  }
  read(other_);
}

void Tools::read(const DeviceMemory& clean) {
  const std::int64_t count = flush_bytes_ / 16;
  launch(flush_entry.data(), count, {clean.address(), static_cast<std::uint64_t>(count), sink_.address()});
}

void Tools::stamp(bool end) {
  launch("stamp", 1, {stamps_.address() + (end ? sizeof(Stamp) : 0)});
}

double Tools::clock() {
  std::array<Stamp, 2> stamps;
  cuda::check(cuda::api().to_host(stamps.data(), stamps_.address(), sizeof stamps), "copy_back");
  if (stamps[1].time <= stamps[0].time || stamps[1].cycles <= stamps[0].cycles) return 0;
  const double seconds = static_cast<double>(stamps[1].time - stamps[0].time) / 1e9;
  const double hertz = static_cast<double>(stamps[1].cycles - stamps[0].cycles) / seconds;
  return hertz < highest_clock ? hertz : 0;
}

wire::Seen Tools::look(const wire::Look& look, const wire::Buffer& buffer, cuda::Address here, cuda::Address there) {
  const Words words = words_of(buffer.dtype);
  const std::int64_t count = wire::elements_in(buffer.bytes, buffer.dtype);
  Found found;
  upload(found_.address(), &found, sizeof found);
  launch(words.scan, count, {here, there, static_cast<std::uint64_t>(count), words.poison, found_.address()});
  launch(words.seek, count, {here, there, static_cast<std::uint64_t>(count), found_.address()});
  cuda::check(cuda::api().stream_synchronize(stream_), "finish_kernel");
  cuda::check(cuda::api().to_host(&found, found_.address(), sizeof found), "copy_back");
  wire::Seen seen;
  seen.count = count;
  seen.poison = static_cast<std::int64_t>(found.poison);
  seen.nan = static_cast<std::int64_t>(found.nan);
  seen.identical = static_cast<std::int64_t>(found.identical);
  seen.largest_difference = std::bit_cast<double>(found.largest);
  seen.difference_at = found.largest == 0 || found.at == ~0ull ? -1 : static_cast<std::int64_t>(found.at);
  seen.elements = gather(look, buffer, here);
  return seen;
}

std::string Tools::gather(const wire::Look& look, const wire::Buffer& buffer, cuda::Address here) {
  std::vector<std::int64_t> indices;
  for (const wire::Span& span : look.spans) {
    for (std::int64_t i = 0; i < span.count; ++i) indices.push_back(span.first + i);
  }
  if (indices.empty()) return {};
  const auto count = static_cast<std::int64_t>(indices.size());
  const DeviceMemory where(count * 8), what(count * wire::bytes_seen(buffer.dtype));
  upload(where.address(), indices.data(), static_cast<std::size_t>(where.bytes()));
  launch(words_of(buffer.dtype).gather, count,
         {here, where.address(), static_cast<std::uint64_t>(count), what.address()});
  cuda::check(cuda::api().stream_synchronize(stream_), "finish_kernel");
  std::string bytes(static_cast<std::size_t>(what.bytes()), '\0');
  cuda::check(cuda::api().to_host(bytes.data(), what.address(), bytes.size()), "copy_back");
  return bytes;
}

}  // namespace worker

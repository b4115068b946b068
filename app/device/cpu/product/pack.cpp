// Packs by pieces that stay in L1: a piece is converted, then dealt out to the panels.
#include "device/cpu/product/pack.hpp"

#include "chain/dtype.hpp"
#include "device/cpu/product/unpack.hpp"
#include "device/cpu/workspace.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

namespace device::cpu {
namespace {

constexpr std::int64_t run_length = 512;  // elements that are converted at a time
constexpr std::int64_t steps = 8;  // along the depth, where lines lie side by side: a panel's part is written at once
constexpr std::int64_t most_lines = 64;  // of a panel of any kernel

/// Some elements of a line or of a step of the depth, from the first on.
struct Start {
  const std::byte* data;
  Format format;
};

Start place(const Lines& lines, std::int64_t line, std::int64_t depth) {
  if (lines.names != nullptr) line = lines.names[line];
  if (lines.format != Format::i4_even && lines.format != Format::i4_odd) {
    return {lines.data + (line * lines.line_step + depth * lines.depth_step) * size_of(lines.format), lines.format};
  }
  const std::int64_t half = depth + (lines.format == Format::i4_odd ? 1 : 0);
  return {lines.data + line * lines.line_step + half / 2 * lines.depth_step,
          half % 2 == 0 ? Format::i4_even : Format::i4_odd};
}

const float* bring(const Start& from, std::int64_t count, float* room) {
  return device::cpu::bring(from.data, from.format, count, room);
}

float number(const Lines& lines, std::int64_t line, std::int64_t depth) {
  float room[splat_elements];
  return *bring(place(lines, line, depth), 1, room);
}

/// to[step * width + line] = from[line][step]
template <std::int64_t width>
void interleave(const std::array<const float*, most_lines>& from, std::int64_t count, float* to) {
  for (std::int64_t step = 0; step < count; ++step) {
    for (std::int64_t line = 0; line < width; ++line) to[step * width + line] = from[line][step];
  }
}
void interleave(const std::array<const float*, most_lines>& from, std::int64_t width, std::int64_t count, float* to) {
  switch (width) {  // those of BLIS's kernels, which the compiler then unrolls
    case 6:
      return interleave<6>(from, count, to);
    case 12:
      return interleave<12>(from, count, to);
    case 16:
      return interleave<16>(from, count, to);
    case 32:
      return interleave<32>(from, count, to);
    default:
      for (std::int64_t step = 0; step < count; ++step) {
        for (std::int64_t line = 0; line < width; ++line) to[step * width + line] = from[line][step];
      }
  }
}

/// Each line lies in one piece: a panel's lines are converted beside each other, then mixed.
void pack_along(const Lines& lines, Panel panel, float* to) {
  alignas(64) static thread_local std::array<float, most_lines * run_length> room;
  alignas(64) static constexpr std::array<float, run_length> nothing{};
  std::array<const float*, most_lines> from{};
  for (std::int64_t line = 0; line < lines.count; line += panel.lines, to += panel.width * lines.depth) {
    const std::int64_t count = std::min(panel.lines, lines.count - line);
    for (std::int64_t at = 0; at < lines.depth; at += run_length) {
      const std::int64_t length = std::min(run_length, lines.depth - at);
      for (std::int64_t i = 0; i < panel.width; ++i) {
        from[i] = i < count ? bring(place(lines, line + i, at), length, room.data() + i * run_length) : nothing.data();
      }
      interleave(from, panel.width, length, to + at * panel.width);
    }
  }
}

/// Lines lie side by side: some steps of the depth are converted, then cut into the panels' widths.
void pack_across(const Lines& lines, Panel panel, float* to) {
  alignas(64) static thread_local std::array<float, steps * run_length> room;
  const std::int64_t together = std::max<std::int64_t>(1, run_length / panel.lines) * panel.lines;
  std::array<const float*, steps> from{};
  for (std::int64_t line = 0; line < lines.count; line += together) {
    const std::int64_t all = std::min(together, lines.count - line);
    for (std::int64_t at = 0; at < lines.depth; at += steps) {
      const std::int64_t some = std::min(steps, lines.depth - at);
      for (std::int64_t i = 0; i < some; ++i) {
        from[i] = bring(place(lines, line, at + i), all, room.data() + i * run_length);
      }
      for (std::int64_t first = 0; first < all; first += panel.lines) {
        float* out = to + ((line + first) / panel.lines * lines.depth + at) * panel.width;
        const std::int64_t count = std::min(panel.lines, all - first);
        for (std::int64_t i = 0; i < some; ++i, out += panel.width) {
          std::memcpy(out, from[i] + first, static_cast<std::size_t>(count) * sizeof(float));
          std::fill(out + count, out + panel.width, 0.0f);
        }
      }
    }
  }
}

}  // namespace

Lines from(const Lines& lines, std::int64_t line, std::int64_t depth) {
  Lines part = lines;
  if (lines.names != nullptr) {
    part.names += line;
    part.data += depth * size_of(lines.format);
    part.count -= line;
    part.depth -= depth;
    return part;
  }
  const Start start = place(lines, line, depth);
  part.data = start.data;
  part.format = start.format;
  part.count -= line;
  part.depth -= depth;
  return part;
}

const float* bring(const std::byte* data, Format format, std::int64_t count, float* room) {
  if (format == Format::f32) return reinterpret_cast<const float*>(data);
  if (is_packed(format)) {
    unpack(data, format, count, room);
    return room;
  }
  const Operand operand{data, 1, format};
  Call call;
  call.a = &operand;
  call.out = room;
  call.count = count;
  kernels().copy.edge(call);
  return room;
}

void pack(const Lines& lines, Panel panel, float* to) {
  assert(panel.width <= most_lines && panel.lines <= run_length);
  if (lines.names != nullptr || (lines.depth_step == 1 && lines.line_step != 1)) return pack_along(lines, panel, to);
  if (lines.line_step == 1) return pack_across(lines, panel, to);
  for (std::int64_t line = 0; line < lines.count; line += panel.lines) {
    for (std::int64_t step = 0; step < lines.depth; ++step, to += panel.width) {
      for (std::int64_t i = 0; i < panel.width; ++i) {
        to[i] = i < panel.lines && line + i < lines.count ? number(lines, line + i, step) : 0.0f;
      }
    }
  }
}

void lay_out(const Lines& lines, float* to, std::int64_t step) {
  for (std::int64_t line = 0; line < lines.count; ++line, to += step) {
    if (lines.depth_step == 1) {
      const float* found = bring(place(lines, line, 0), lines.depth, to);
      if (found != to) std::memcpy(to, found, static_cast<std::size_t>(lines.depth) * sizeof(float));
    } else {
      for (std::int64_t at = 0; at < lines.depth; ++at) to[at] = number(lines, line, at);
    }
  }
}

}  // namespace device::cpu

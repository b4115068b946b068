// Draws the gift and its dressings, up to four of a kind that can be told apart.
#include "charts/scene/gift.hpp"

#include "base/names.hpp"
#include "charts/scene/look.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <optional>
#include <set>
#include <vector>

namespace charts {
namespace {

constexpr double half = gift_size / 2;

bool is_norm(const chain::Chain& chain, const chain::Value& value) {
  if (value.composition < 0) return false;
  const std::string& name = chain.compositions[value.composition].name;
  return name == "rmsnorm" || name == "layernorm" || name == "softmax";
}

bool is_activation(chain::Op op) {
  using chain::Op;
  constexpr Op all[] = {Op::relu, Op::gelu, Op::gelu_erf, Op::silu, Op::sigmoid, Op::softplus, Op::tanh};
  return std::ranges::find(all, op) != std::end(all);
}

void ribbons(const Brush& brush, int n, Paint paint) {
  if (n > 0) brush.rect(-2.5, -gift_size, 5, gift_size, 0, paint);
  if (n > 1) brush.rect(-half, -half - 2.5, gift_size, 5, 0, paint);
  if (n > 2) brush.rect(-half + 3, -gift_size, 2.5, gift_size, 0, paint);
  if (n > 3) brush.rect(half - 5.5, -gift_size, 2.5, gift_size, 0, paint);
}

void tissue(const Brush& brush, int n, Paint paint) {
  for (int i = 0; i < std::min(n, 2); ++i) {
    const double high = 7 + 4.0 * (std::min(n, 2) - 1 - i);
    for (int k = 0; k < 3; ++k) {
      const double x = -half + 3 + 8.0 * k + 4 * i;
      if (x + 8 > half) continue;
      brush.polygon({{x, -gift_size + 1}, {x + 4, -gift_size - high}, {x + 8, -gift_size + 1}}, paint, look::fine);
    }
  }
}

/// Of nine that fill the front, every second one is dark.
void tiles(const Brush& brush, int n, Paint paint) {
  constexpr int across = 3;
  constexpr double side = gift_size / across;
  for (int i = n > 0 ? 0 : across * across; i < across * across; i += 2) {
    brush.rect(-half + side * (i % across), -gift_size + side * (i / across), side, side, 0, paint);
  }
}

void stamps(const Brush& brush, int n, Paint paint) {
  constexpr Point places[] = {{-9, -7}, {9, -7}, {-9, -23}, {9, -23}};
  for (int i = 0; i < std::min(n, 4); ++i) {
    brush.circle(places[i].x, places[i].y, 4, look::paper, Stroke{paint, 1.5, 0});
    brush.circle(places[i].x, places[i].y, 1.5, paint);
  }
}

/// Tags on a string, hanging over the front: over its edge the next gift on a shelf would cut them.
void labels(const Brush& brush, int n, Paint paint) {
  constexpr Point knots[] = {
      {half - 3, -gift_size + 4}, {-half + 3, -gift_size + 4}, {half - 3, -12}, {-half + 3, -12}};
  for (int i = 0; i < std::min(n, 4); ++i) {
    const Brush knot = brush.at(knots[i].x, knots[i].y), tag = i % 2 == 0 ? knot.looking_back() : knot;
    tag.line({{0, 0}, {4, 3}}, look::fine);
    tag.polygon({{3, 3}, {6, 1.5}, {13, 7}, {9, 13}, {2.5, 7}}, look::paper, look::fine);
    tag.line({{6.5, 6.5}, {9.5, 9}}, {paint, 1.5, 0});
  }
}

void bows(const Brush& brush, int n, Paint paint) {
  if (n == 0) return;
  const Brush top = brush.at(0, -gift_size);
  for (const Brush& side : {top, top.looking_back()}) {
    side.polygon({{0, 0}, {5, -9}, {11, -7}, {10, -1}}, paint, look::fine);
    if (n > 1) side.polygon({{0, 0}, {2, 6}, {7, 10}, {8, 5}}, paint, look::fine);  // tails
    if (n > 2) side.polygon({{0, -2}, {0, -13}, {5, -14}, {5, -8}}, paint, look::fine);
  }
  top.circle(0, -1, 3, paint, look::fine);
  if (n > 3) top.circle(0, -1, 1.2, look::paper);
}

/// Wax in the middle, with a rim; the next ones beside it.
void seals(const Brush& brush, int n, Paint paint) {
  constexpr Point places[] = {{0, -15}, {-8, -15}, {8, -15}, {0, -6}};
  for (int i = std::min(n, 4) - 1; i >= 0; --i) {
    std::vector<Point> rim;
    for (int k = 0; k < 16; ++k) {
      const double turn = k * std::numbers::pi / 8, radius = k % 2 == 0 ? 6.5 : 5.2;
      rim.push_back({places[i].x + radius * std::cos(turn), places[i].y + radius * std::sin(turn)});
    }
    brush.polygon(rim, paint, look::fine);
    brush.circle(places[i].x, places[i].y, 3.2, std::nullopt, Stroke{look::paper, 1, 0});
  }
}

/// By its name, so that a bias as large as the tensor is the same job as a short one.
bool adds_bias(const chain::Chain& chain, const chain::Value& value) {
  return std::ranges::any_of(value.operands, [&](const chain::Operand& one) {
    if (one.is_literal() || chain.values[one.value].op != chain::Op::input) return false;
    const std::string& name = chain.values[one.value].name;
    return name == "b" || name == "bias";
  });
}

}  // namespace

std::string_view name(Dressing dressing) {
  static constexpr base::Names<Dressing, Dressing::tiles> names("ribbon", "label", "tissue", "bow", "stamp", "seal",
                                                                "tiles");
  return names[dressing];
}

std::ptrdiff_t gifts_of(const chain::Chain& chain, int op) {
  return std::ranges::count_if(chain.values[op].operands, [&](const chain::Operand& one) {
    return !one.is_literal() && chain.is_full(one.value);
  });
}

Dressing dressing_of(const chain::Chain& chain, int op) {
  const chain::Value& value = chain.values[op];
  if (chain::multiplies(value.op)) return Dressing::tiles;
  if (is_norm(chain, value) || chain::takes_rows(value.op)) return Dressing::bow;
  const bool sum = value.op == chain::Op::add || value.op == chain::Op::sub;
  if (sum) return gifts_of(chain, op) > 1 && !adds_bias(chain, value) ? Dressing::tissue : Dressing::ribbon;
  const bool unary = value.operands.size() == 1 && value.op != chain::Op::cast && value.op != chain::Op::dropout;
  if (!unary) return Dressing::stamp;
  return is_activation(value.op) ? Dressing::label : Dressing::seal;
}

Dressed dressed(const chain::Chain& chain, int value) {
  Dressed out{};
  std::set<int> met;
  std::vector<int> next{value};
  while (!next.empty()) {
    const int at = next.back();
    next.pop_back();
    if (!met.insert(at).second || chain.values[at].op == chain::Op::input) continue;
    // A view puts nothing on: it is the same tensor, read in another order.
    if (!chain.is_free_view(at)) ++out[static_cast<std::size_t>(dressing_of(chain, at))];
    for (const chain::Operand& one : chain.values[at].operands) {
      if (!one.is_literal()) next.push_back(one.value);
    }
  }
  return out;
}

void draw_gift(const Brush& brush, const Dressed& wears, Role hue) {
  const auto [ribbon, label, tissues, bow, stamp, seal, tile] = wears;
  const Paint strong{hue, Shade::fill}, deep{hue, Shade::text}, pale{hue, Shade::tint};
  tissue(brush, tissues, pale);
  brush.rect(-half, -gift_size, gift_size, gift_size, 2, look::kraft);
  tiles(brush, tile, pale);
  if (ribbon == 0 && tile == 0) brush.line({{-half, -half}, {half, -half}}, {look::edge, 1, 0});  // parcel tape
  ribbons(brush, ribbon, strong);
  stamps(brush, stamp, deep);
  brush.rect(-half, -gift_size, gift_size, gift_size, 2, std::nullopt, look::outline);
  bows(brush, bow, strong);
  seals(brush, seal, strong);
  labels(brush, label, deep);
}

void draw_roll(const Brush& brush, Role hue) {
  brush.circle(0, -7, 7, Paint{hue, Shade::fill}, look::fine);
  brush.circle(0, -7, 2.5, look::paper, look::fine);
  brush.line({{6, -4}, {10, -1}, {13, -3}}, {{hue, Shade::fill}, 2, 0});
}

}  // namespace charts

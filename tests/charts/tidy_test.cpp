// Every chart in every size: no text over another, nothing outside the frame.
#include "charts/bars/timeline.hpp"
#include "charts/cases.hpp"
#include "charts/looks.hpp"
#include "charts/roofline/roofline.hpp"
#include "charts/strips/chain_strip.hpp"
#include "charts/sweep_cases.hpp"

#include <gtest/gtest.h>

namespace tidy_test {

using charts::ChartData;
using charts::Quantity;

struct Case {
  std::string name;
  ChartData data;
};

ChartData ten_plans(bool measured) {
  ChartData data = tests::whole_loop("x: f32[4096, 4096]\ny = exp(tanh(sin(cos(abs(sqrt(square(relu(x))))))))\n");
  for (int i = 1; i <= 7; ++i) {
    const std::string value = "y." + std::to_string(i);
    data.plans.push_back(tests::cut(data.chain, value, "cut after " + value));
  }
  data.plans.push_back(tests::cut(data.chain, "y.1,y.4", std::string(60, 'w')));
  data.predictions.clear();
  for (const auto& plan : data.plans) {
    data.predictions.push_back(model::predict(plan, *data.spec));
    data.predictions.back().plan = plan.name;
  }
  data.measurements.clear();
  if (measured) {
    std::vector<double> seconds;
    for (const auto& prediction : data.predictions) seconds.push_back(prediction.cold.value * 1.03);
    data.measurements = {tests::measurement(data, seconds)};
  } else {
    data.guesses.clear();
  }
  return data;
}

std::vector<Case> cases() {
  std::vector<Case> out;
  out.push_back({"whole loop", tests::whole_loop()});
  out.push_back({"model only", tests::modelled(tests::bias_gelu)});
  out.push_back({"ten plans, model", ten_plans(false)});
  out.push_back({"ten plans, measured", ten_plans(true)});

  ChartData slots = tests::modelled(tests::bias_gelu);
  slots.predictions.clear();
  slots.slots = {record::Source::guess, record::Source::model, record::Source::measured};
  out.push_back({"slots", slots});

  ChartData both = tests::modelled(tests::bias_gelu, tests::processor());
  both.guesses = {{"crossings.unfused", 4}, {"bytes.fused", 5.3e8}, {"time.unfused", 0.1}, {"time.fused", 0.02}};
  both.measurements = {tests::measurement(both, {0.0832, 0.0421}),
                       tests::measurement(both, {2.55e-4, 1.29e-4}, record::Tier::counters, record::Source::recorded)};
  both.measurements[0].provenance.device = std::string(60, 'D') + ", 128 threads";
  out.push_back({"live and recorded", both});
  both.beside = tests::card();
  both.beside->name = "NVIDIA H200 SXM 141GB";
  out.push_back({"live and recorded, its roofs", both});

  ChartData odd = tests::modelled(tests::bias_gelu);
  odd.guesses = {{"crossings.unfused", 50}, {"crossings.fused", 0}, {"bytes.unfused", std::nan("")},
                 {"bytes.fused", 1e30},     {"time.fused", 3e9},    {"time.unfused", -1}};
  odd.measurements = {tests::measurement(odd, {0.5, 1.3e-4}, record::Tier::times_only)};
  odd.title = std::string(300, 'T');
  out.push_back({"odd numbers", odd});

  ChartData tiny = tests::whole_loop("x: f32[1]\ny = relu(x)\n");
  out.push_back({"one element", tiny});

  ChartData no_spec = tests::whole_loop();
  no_spec.spec.reset();
  no_spec.predictions.clear();
  out.push_back({"no spec", no_spec});

  ChartData above = tests::modelled(tests::bias_gelu);
  above.measurements = {tests::measurement(above, {2.6e-4, 1e-5}, record::Tier::counters)};
  out.push_back({"above the roof", above});

  const std::string name(60, 'n');
  out.push_back({"long names", tests::whole_loop(name + ": f32[8192, 8192]\nb" + name + ": f32[8192]\ny" + name +
                                                 " = gelu(" + name + " + b" + name + ")\n")});
  out.push_back({"softmax", tests::whole_loop("x: f16[512, 8192]\ny = softmax(x)\n")});

  std::string nested = "x";
  for (int i = 0; i < 64; ++i) nested = "relu(" + nested + ")";
  out.push_back({"64 ops", tests::whole_loop("x: f32[1048576]\ny = " + nested + "\n")});
  return out;
}

/// Sizes and type scales: a slide, a full screen, a 4:3 slide, a web page, the projector, a narrow pane.
void in_all_sizes(Case& one, const std::function<void(const std::string&)>& look) {
  struct Size {
    double width, height, scale;
  };
  for (const Size size : {Size{960, 540, 1},
                          {1920, 1080, 2},
                          {960, 720, 1.2},
                          {960, 560, 1.3},
                          {720, 540, 1},
                          {960, 540, 1.25},
                          {640, 400, 1},
                          {520, 360, 1}}) {
    one.data.width = size.width;
    one.data.height = size.height;
    one.data.text_scale = size.scale;
    look(fmt::format("{} at {}x{}, type {}", one.name, size.width, size.height, size.scale));
  }
}

TEST(Tidy, BytesBars) {
  for (Case& one : cases()) {
    in_all_sizes(one, [&](const std::string& what) {
      tests::expect_tidy(charts::bytes_bars(one.data), what);
      tests::expect_clear_type(charts::bytes_bars(one.data), what);
      tests::expect_tidy(charts::bytes_bars(one.data, Quantity::time), what + ", time");
    });
  }
}

TEST(Tidy, Roofline) {
  for (Case& one : cases()) {
    in_all_sizes(one, [&](const std::string& what) {
      tests::expect_tidy(charts::roofline(one.data), what);
      tests::expect_clear_type(charts::roofline(one.data), what);
    });
  }
}

TEST(Tidy, Timeline) {
  for (Case& one : cases()) {
    for (const double gap : {-1.0, 0.0, 1e-6}) {  // no kernel was timed; nothing between them; gaps
      if (gap >= 0) tests::keep_runs(one.data, gap);
      in_all_sizes(one, [&](const std::string& what) {
        tests::expect_tidy(charts::timeline(one.data), fmt::format("{}, gap {}", what, gap));
        tests::expect_clear_type(charts::timeline(one.data), what);
      });
    }
  }
}

TEST(Tidy, Sweep) {
  const std::string name(60, 'n');
  const std::string long_names = name + ": f32[8192, 8192]\ny" + name + " = gelu(" + name + " * 2)\n";
  for (const auto& [text, over] :
       {std::pair{std::string(tests::bias_gelu), "size=64K..1G"},
        std::pair{std::string("x: f32[8192, 8192]\ny = cos(x)\n"), "n=1..32"}, std::pair{long_names, "size=32K..64G"},
        std::pair{std::string("x: f32[64]\ny = relu(x)\n"), "size=4..8"}}) {
    for (const auto& spec : {tests::card(), tests::processor()}) {
      charts::SweepData data = tests::measured(tests::swept(text, over, spec));
      const charts::SweepData recorded = tests::measured(tests::swept(text, over, spec), record::Source::recorded);
      for (std::size_t i = 0; i < data.points.size(); ++i) {
        if (i % 3 == 1) data.points[i].missing = "This needs 3.2 GB of memory and 1.1 GB are free. " + name;
        if (i % 3 != 1) data.points[i].measurements.push_back(recorded.points[i].measurements[0]);
      }
      for (const auto y : {charts::SweepHeight::time, charts::SweepHeight::speedup, charts::SweepHeight::growth}) {
        Case one{fmt::format("{} {} {}", over, spec.name, charts::name(y)), data.sheet};
        in_all_sizes(one, [&](const std::string& what) {
          charts::SweepData sized = data;
          sized.sheet = one.data;
          tests::expect_tidy(charts::sweep(sized, y), what);
          tests::expect_clear_type(charts::sweep(sized, y), what);
        });
      }
    }
  }
}

TEST(Tidy, ChainStrip) {
  for (Case& one : cases()) {
    in_all_sizes(one, [&](const std::string& what) {
      for (const auto& plan : one.data.plans) {
        std::map<std::string, charts::ArrowState> states;
        for (const charts::Arrow& arrow : charts::arrows(plan)) states[arrow.id] = {"12", true, true};
        tests::expect_tidy(charts::chain_strip(one.data, plan, states), what + ", " + plan.name);
      }
    });
    one.data.width = 960;
    one.data.height = 280;
    one.data.text_scale = 1;
    tests::expect_tidy(charts::chain_strip(one.data, one.data.plans[0], {}), one.name + ", low");
  }
}

}  // namespace tidy_test

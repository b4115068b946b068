// Places names one after the other, none over another.
#include "charts/bars/span_names.hpp"

#include <algorithm>

namespace charts {
namespace {

class Line {
 public:
  Line(double left, double right, double air, const std::function<double(const std::string&)>& width)
      : left_(left), right_(right), air_(air), width_(width) {}

  /// Puts it with its middle there, if it stays between `least` and `most` and clear of all others.
  bool put(const std::string& words, double middle, double least, double most, bool gap) {
    const double wide = width_(words);
    const double begin = std::max(middle - wide / 2, left_), end = begin + wide;
    if (begin < least || end > most || end > right_) return false;
    const auto next = std::ranges::find_if(names_, [&](const SpanName& one) { return one.at > begin; });
    if (next != names_.end() && end + air_ > next->at) return false;
    if (next != names_.begin() && std::prev(next)->at + width_(std::prev(next)->words) + air_ > begin) return false;
    names_.insert(next, {words, begin, gap});
    return true;
  }
  [[nodiscard]] std::vector<SpanName> names() && { return std::move(names_); }

 private:
  double left_, right_, air_;
  const std::function<double(const std::string&)>& width_;
  std::vector<SpanName> names_;  ///< from left to right
};

}  // namespace

std::vector<SpanName> span_names(const std::vector<KernelSpan>& spans, const Panel& panel, double air,
                                 const std::function<double(const std::string&)>& width) {
  const auto place = [&](double seconds) { return std::min(panel.axis.place(seconds), panel.axis.end); };
  Line line(panel.axis.begin, place(spans.back().end), air, width);  // beyond it stands the length of the run
  for (std::size_t i = 1; i < spans.size() && spans[i].work <= panel.axis.to; ++i) {
    if (!(spans[i].work > spans[i].begin)) continue;
    const double middle = (place(spans[i].begin) + place(spans[i].work)) / 2;
    line.put(gap_time(spans[i].work - spans[i].begin), middle, panel.axis.begin, panel.right, true);
  }
  for (const KernelSpan& span : spans) {
    if (span.work > panel.axis.to) break;
    const double begin = place(span.work), end = place(span.end);
    for (const std::string& words : {span.ops + " " + show(Quantity::time, span.end - span.work), span.ops}) {
      if (line.put(words, (begin + end) / 2, begin, end, false)) break;
    }
  }
  return std::move(line).names();
}

}  // namespace charts

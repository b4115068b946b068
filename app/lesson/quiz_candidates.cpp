// The lessons' own tasks, and counts of their chains.
#include "lesson/quiz_candidates.hpp"

#include "base/words.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/values.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace lesson {
namespace {

/// What is asked of any chain in words of our own, which need no lesson around them: "quiz.ask." and "quiz.because.".
constexpr std::array own_words = {"crossings.unfused", "crossings.fused", "bytes.unfused",     "bytes.fused",
                                  "ratio.crossings",   "ratio.bytes",     "intensity.unfused", "intensity.fused"};
constexpr std::size_t of_every_chain = 4;  ///< of own_words the first: asked where no task asks for them

/// Operations are counted by hand only where each is one.
bool is_arithmetic(const chain::Chain& chain) {
  return std::ranges::all_of(chain.ops(), [&](int op) {
    const chain::Op kind = chain.values[op].op;
    return kind == chain::Op::add || kind == chain::Op::sub || kind == chain::Op::mul;
  });
}

bool has_our_words(const Lesson& lesson, const Task& task, const std::string& asked) {
  if (!task.paper.empty() || std::ranges::find(own_words, asked) == own_words.end()) return false;
  const auto chain = lesson.chains.find(task.chain);
  return chain != lesson.chains.end() && (!is_intensity(asked) || is_arithmetic(*chain->second));
}

std::string form_of(const Candidate& one, const std::string& chain) {
  const auto found = one.lesson->chains.find(chain);
  return found == one.lesson->chains.end() ? std::string() : chain::canonical(*found->second);
}

/// Sizes by the order in which they come: of chains that are alike in it the same things are counted.
std::string without_sizes(const std::string& form) {
  std::string out;
  std::map<std::string, std::size_t> sizes;
  bool inside = false;
  for (std::size_t at = 0; at < form.size();) {
    if (form[at] == '[' || form[at] == ']') inside = form[at] == '[';
    std::size_t end = at;
    while (inside && end < form.size() && form[end] >= '0' && form[end] <= '9') ++end;
    if (end == at) {
      out += form[at++];
      continue;
    }
    out += std::to_string(sizes.emplace(form.substr(at, end - at), sizes.size()).first->second);
    at = end;
  }
  return out;
}

/// True if `quantity` of both chains is the same number.
bool alike(const std::string& a, const std::string& b, std::string_view quantity) {
  if (a == b) return true;
  const auto unit = unit_of(quantity);
  const bool counted = (unit && is_count(*unit)) || quantity == "ratio.crossings" || is_intensity(quantity);
  return counted && without_sizes(a) == without_sizes(b);
}

/// True if what `a` shows tells what `b` asks.
bool tells(const Candidate& a, const Candidate& b) {
  if (b.asked.empty()) return false;
  return std::ranges::any_of(names_of(a, shown_by(a)), [&](const std::string& name) {
    const std::size_t slash = name.find('/');
    const std::string quantity = name.substr(slash + 1);
    return alike(form_of(a, name.substr(0, slash)), form_of(b, b.task.chain), b.asked) &&
           (quantity == b.asked || gives_away(quantity, b.asked));
  });
}

bool same_question(const Candidate& a, const Candidate& b) {
  return !a.asked.empty() && a.asked == b.asked &&
         without_sizes(form_of(a, a.task.chain)) == without_sizes(form_of(b, b.task.chain));
}

}  // namespace

bool is_intensity(std::string_view quantity) {
  return quantity.starts_with("intensity.");
}

std::string question_of(const Candidate& one) {
  const Task& task = one.task;
  if (one.our_words) return std::string(base::text("quiz.ask." + one.asked));
  if (!task.paper.empty()) return task.paper;
  if (task.kind->by == By::letter) {
    for (const Block& block : one.step->blocks) {
      if (block.is(fences::in_class) && !block.after_task) return block.text;
    }
  }
  return task.question;
}

std::string because_of(const Candidate& one) {
  if (one.our_words) return std::string(base::text("quiz.because." + one.asked));
  return one.task.paper_because.empty() ? one.task.right_text : one.task.paper_because;
}

std::string shown_by(const Candidate& one) {
  std::string all = question_of(one);
  for (const std::string& choice : one.task.choices) all += "\n" + choice;
  return all;
}

std::vector<std::string> names_of(const Candidate& one, std::string_view text) {
  std::vector<std::string> names = names_in(text);
  for (std::string& name : names) {
    if (name.find('/') == std::string::npos) name = one.task.chain + "/" + name;
  }
  return names;
}

bool names_any(const Candidate& one, const std::function<bool(std::string_view)>& is) {
  const std::vector<std::string> names = names_of(one, shown_by(one) + "\n" + because_of(one));
  return (!one.asked.empty() && is(one.asked)) || std::ranges::any_of(names, [&](const std::string& name) {
           return is(std::string_view(name).substr(name.find('/') + 1));
         });
}

std::vector<Candidate> own_tasks(const std::vector<Lesson>& lessons) {
  std::vector<Candidate> all;
  for (const Lesson& lesson : lessons) {
    for (const Step& step : lesson.steps) {
      if (!step.task || step.task->kind->on_paper == nullptr) continue;
      const bool sentences = step.task->kind->by == By::letter;
      const std::string asked = sentences ? std::string() : asked_by(*step.task);
      if (!asked.empty() && hangs_on_a_clock(asked)) continue;
      const bool ours = !sentences && has_our_words(lesson, *step.task, asked);
      all.push_back({all.size(), &lesson, &step, *step.task, asked, ours, 0});
    }
  }
  return all;
}

std::vector<Candidate> counts_of_chains(const std::vector<Lesson>& lessons, const std::vector<Candidate>& own) {
  std::vector<Candidate> all;
  for (const Lesson& lesson : lessons) {
    for (const auto& [name, chain] : lesson.chains) {
      for (std::size_t i = 0; i < of_every_chain; ++i) {
        Candidate one{own.size() + all.size(), &lesson, nullptr, {}, own_words[i], true, 0};
        one.task.id = name + "." + one.asked;
        one.task.chain = name;
        one.task.asked = one.asked;
        const auto same = [&](const Candidate& other) { return same_question(one, other); };
        if (std::ranges::none_of(own, same) && std::ranges::none_of(all, same)) all.push_back(std::move(one));
      }
    }
  }
  return all;
}

bool clash(const Candidate& a, const Candidate& b) {
  return same_question(a, b) || tells(a, b) || tells(b, a);
}

}  // namespace lesson

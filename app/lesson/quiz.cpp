// Which tasks, over which sizes, and their answers.
#include "lesson/quiz.hpp"

#include "base/random.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/values.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>

namespace lesson {
namespace {

/// Draws by a counter, so that a quiz hangs on its seed alone.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : seed_(seed) {}
  /// From 0 to `below` - 1.
  std::size_t next(std::size_t below) { return static_cast<std::size_t>(base::random_bits(seed_, 7, at_++) % below); }
  template <class T>
  void shuffle(std::vector<T>& all) {
    for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[next(i)]);
  }

 private:
  std::uint64_t seed_, at_ = 0;
};

/// A task that can be asked on paper; or the same in bytes, where the size of the tensors counts.
struct Candidate {
  std::size_t order = 0;
  const Lesson* lesson = nullptr;
  const Step* step = nullptr;
  std::string asked;           ///< may be empty: a choice
  bool in_bytes = false;       ///< a question of our own about the task's chain
  std::ptrdiff_t clashes = 0;  ///< others that it may not stand beside
  [[nodiscard]] const Task& task() const { return *step->task; }
};

/// What the room reads is short and stands alone; a number's question does so by itself.
std::string question_of(const Candidate& one) {
  const Task& task = one.task();
  const bool counts = task.kind == TaskKind::count_arrows || task.kind == TaskKind::strike;
  if (counts || one.in_bytes) return std::string(base::text("quiz.ask." + one.asked));
  if (task.kind == TaskKind::choice) {
    for (const Block& block : one.step->blocks) {
      if (block.kind == Block::Kind::in_class && !block.after_task) return block.text;
    }
  }
  return task.question;
}

/// Everything that stands there before the answer, for what it might give away.
std::vector<std::string> named_by(const Candidate& one) {
  std::string all = question_of(one);
  for (const std::string& choice : one.task().choices) all += "\n" + choice;
  std::vector<std::string> names = names_in(all);
  for (std::string& name : names) {
    if (name.find('/') == std::string::npos) name = one.task().chain + "/" + name;
  }
  return names;
}

std::string form_of(const Candidate& one, const std::string& chain) {
  const auto found = one.lesson->chains.find(chain);
  return found == one.lesson->chains.end() ? std::string() : chain::canonical(*found->second);
}

/// True if what `a` shows tells what `b` asks.
bool tells(const Candidate& a, const Candidate& b) {
  if (b.asked.empty()) return false;
  return std::ranges::any_of(named_by(a), [&](const std::string& name) {
    const std::size_t slash = name.find('/');
    const std::string quantity = name.substr(slash + 1);
    return form_of(a, name.substr(0, slash)) == form_of(b, b.task().chain) &&
           (quantity == b.asked || gives_away(quantity, b.asked));
  });
}

bool same_question(const Candidate& a, const Candidate& b) {
  return !a.asked.empty() && a.asked == b.asked && form_of(a, a.task().chain) == form_of(b, b.task().chain);
}

std::vector<Candidate> own_tasks(const std::vector<Lesson>& lessons) {
  std::vector<Candidate> all;
  for (const Lesson& lesson : lessons) {
    for (const Step& step : lesson.steps) {
      using enum TaskKind;  // on paper there is no place to run, nor one to draw on
      if (!step.task || step.task->kind == run || step.task->kind == words || step.task->kind == sketch) continue;
      const std::string asked = step.task->kind == TaskKind::choice ? std::string() : asked_by(*step.task);
      if (!asked.empty() && hangs_on_a_clock(asked)) continue;
      all.push_back({all.size(), &lesson, &step, asked, false});
    }
  }
  return all;
}

std::vector<Candidate> in_bytes(const std::vector<Candidate>& own) {
  std::vector<Candidate> all;
  for (const Candidate& one : own) {
    Candidate bytes = one;
    bytes.in_bytes = true;
    if (one.asked == "crossings.unfused") bytes.asked = "bytes.unfused";
    if (one.asked == "crossings.fused") bytes.asked = "bytes.fused";
    if (bytes.asked != one.asked) all.push_back(std::move(bytes));
  }
  return all;
}

/// The numbers that no size may change: the question would be another one.
bool same_counts(const Lesson& a, const Quantities& of_a, const Quantities& of_b) {
  for (const auto& [name, chain] : a.chains) {
    for (const char* quantity : {"crossings.unfused", "crossings.fused", "kernels.fused", "vectors.unfused"}) {
      if (value_of(of_a, name, quantity) != value_of(of_b, name, quantity)) return false;
    }
  }
  return true;
}

/// The lesson over tensors of other sizes: every long dimension becomes another, the same one wherever it stands.
Lesson resized(const Lesson& lesson, const machine::DeviceSpec& spec, Draw& draw) {
  constexpr std::int64_t long_dimension = 64, most_elements = std::int64_t{1} << 30;
  constexpr int tries = 8;
  std::set<std::int64_t> dims;
  for (const auto& [name, chain] : lesson.chains) {
    for (const int input : chain->inputs()) {
      for (const std::int64_t dim : chain->values[input].shape.dims) {
        if (dim >= long_dimension) dims.insert(dim);
      }
    }
  }
  std::int64_t first_aside = 1000;
  while (dims.upper_bound(first_aside) != dims.end() &&
         *dims.upper_bound(first_aside) <= first_aside + static_cast<std::int64_t>(dims.size())) {
    first_aside += static_cast<std::int64_t>(dims.size());
  }
  const Quantities before = lesson_quantities(lesson, spec);
  for (int attempt = 0; attempt < tries; ++attempt) {
    std::map<std::int64_t, std::int64_t> to;
    std::set<std::int64_t> taken;
    for (const std::int64_t dim : dims) {
      // Quarters and halves of it, itself, and up to twice: round numbers that can be worked with on paper.
      constexpr std::int64_t quarters[] = {1, 2, 3, 4, 6, 8};
      const std::int64_t made = std::max<std::int64_t>(2, dim * quarters[draw.next(std::size(quarters))] / 4);
      to[dim] = made;
      taken.insert(made);
    }
    if (taken.size() != to.size()) continue;  // two dimensions that differed would be one
    Lesson other = lesson;
    bool fits = true;
    try {
      for (auto& [name, chain] : other.chains) {
        chain::Chain made = *chain;
        // By way of sizes that nobody has, else a dimension could be changed twice.
        std::int64_t aside = first_aside;
        for (const auto& [from, size] : to) made = chain::resized(made, from, ++aside);
        aside = first_aside;
        for (const auto& [from, size] : to) made = chain::resized(made, ++aside, size);
        for (const chain::Value& value : made.values) fits = fits && value.shape.elements() <= most_elements;
        chain = std::make_shared<const chain::Chain>(std::move(made));
      }
    } catch (const std::invalid_argument&) {
      continue;  // not legal in that size
    }
    if (fits && same_counts(lesson, before, lesson_quantities(other, spec))) return other;
  }
  return lesson;
}

bool clash(const Candidate& a, const Candidate& b) {
  return same_question(a, b) || tells(a, b) || tells(b, a);
}

/// The first `n` of them that do not clash.
std::vector<Candidate> choose(const std::vector<Candidate>& all, std::size_t n) {
  std::vector<Candidate> chosen;
  for (const Candidate& one : all) {
    if (chosen.size() == n) break;
    if (std::ranges::none_of(chosen, [&](const Candidate& other) { return clash(one, other); })) chosen.push_back(one);
  }
  return chosen;
}

QuizItem make_item(const Candidate& one, const machine::DeviceSpec& spec, Draw& draw) {
  const Task& task = one.task();
  const Lesson sized = resized(*one.lesson, spec, draw);
  const Quantities known = lesson_quantities(sized, spec);
  Quantities shown = known;
  for (auto& [name, value] : shown) {
    const bool asked = !one.asked.empty() && name == task.chain + "/" + one.asked;
    if (asked) value = std::numeric_limits<double>::quiet_NaN();
  }
  QuizItem item{one.lesson->id, task.id, nullptr, fill(question_of(one), shown, task.chain), {}, {}, {}};
  if (const auto chain = sized.chains.find(task.chain); chain != sized.chains.end()) item.chain = chain->second;
  item.because = fill(one.in_bytes ? base::text("quiz.because." + one.asked) : std::string_view(task.right_text), known,
                      task.chain);
  if (task.kind == TaskKind::choice) {
    for (const std::string& words : task.choices) {
      item.letters.push_back({fill(words, shown, task.chain), static_cast<int>(item.letters.size()) == task.right, 0});
    }
    draw.shuffle(item.letters);
    item.answer = std::ranges::find(item.letters, true, &Letter::right)->words;
  } else {
    Task asks = task;
    if (one.in_bytes) asks.misconceptions.clear();  // they are about counts
    item.letters = number_letters(asks, one.asked, known);
    item.answer = show_quantity(one.asked, *value_of(known, task.chain, one.asked));
  }
  return item;
}

}  // namespace

base::Expected<std::vector<QuizItem>> make_quiz(const std::vector<Lesson>& lessons, int n, std::uint64_t seed,
                                                const machine::DeviceSpec& spec) {
  const auto wanted = static_cast<std::size_t>(n);
  Draw draw(seed);
  std::map<const Lesson*, Quantities> known;
  for (const Lesson& lesson : lessons) known[&lesson] = lesson_quantities(lesson, spec);
  std::vector<Candidate> all = own_tasks(lessons), more = in_bytes(all);
  for (Candidate& one : more) one.order += all.size();
  draw.shuffle(all);
  draw.shuffle(more);
  all.insert(all.end(), more.begin(), more.end());
  std::erase_if(all, [&](const Candidate& one) {
    return !one.asked.empty() && !value_of(known[one.lesson], one.task().chain, one.asked);
  });
  std::vector<Candidate> chosen = choose(all, wanted);
  if (chosen.size() < wanted) {
    // One question that tells many others keeps them out: those that tell the fewest go first.
    for (Candidate& one : all) {
      one.clashes = std::ranges::count_if(all, [&](const Candidate& other) { return clash(one, other); });
    }
    std::ranges::stable_sort(all, {}, &Candidate::clashes);
    chosen = choose(all, wanted);
  }
  if (chosen.size() < wanted) {
    return base::wrong(base::say("quiz.too_many", {{"n", std::to_string(n)}, {"there", std::to_string(chosen.size())}}),
                       std::string(base::text("quiz.too_many.hint")));
  }
  std::ranges::sort(chosen, {}, &Candidate::order);
  std::vector<QuizItem> items;
  for (const Candidate& one : chosen) items.push_back(make_item(one, spec, draw));
  return items;
}

}  // namespace lesson

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

/// A task that can be asked on paper, or a count of a chain that no task asks for.
struct Candidate {
  std::size_t order = 0;
  const Lesson* lesson = nullptr;
  const Step* step = nullptr;  ///< null: a question of our own
  Task task;
  std::string asked;           ///< may be empty: a choice
  std::ptrdiff_t clashes = 0;  ///< others that it may not stand beside
};

/// Of a choice what the room reads, which is short and stands alone; a number's question does so by itself.
std::string question_of(const Candidate& one) {
  const Task& task = one.task;
  const bool counts = task.kind == TaskKind::count_arrows || task.kind == TaskKind::strike;
  if (counts || one.step == nullptr) return std::string(base::text("quiz.ask." + one.asked));
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
  for (const std::string& choice : one.task.choices) all += "\n" + choice;
  std::vector<std::string> names = names_in(all);
  for (std::string& name : names) {
    if (name.find('/') == std::string::npos) name = one.task.chain + "/" + name;
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
    return form_of(a, name.substr(0, slash)) == form_of(b, b.task.chain) &&
           (quantity == b.asked || gives_away(quantity, b.asked));
  });
}

bool same_question(const Candidate& a, const Candidate& b) {
  return !a.asked.empty() && a.asked == b.asked && form_of(a, a.task.chain) == form_of(b, b.task.chain);
}

std::vector<Candidate> own_tasks(const std::vector<Lesson>& lessons) {
  std::vector<Candidate> all;
  for (const Lesson& lesson : lessons) {
    for (const Step& step : lesson.steps) {
      using enum TaskKind;  // on paper there is no place to run, nor one to draw on
      if (!step.task || step.task->kind == run || step.task->kind == words || step.task->kind == sketch) continue;
      const std::string asked = step.task->kind == TaskKind::choice ? std::string() : asked_by(*step.task);
      if (!asked.empty() && hangs_on_a_clock(asked)) continue;
      all.push_back({all.size(), &lesson, &step, *step.task, asked, 0});
    }
  }
  return all;
}

/// Counts and bytes of every chain, where no task asks for them.
std::vector<Candidate> counts_of_chains(const std::vector<Lesson>& lessons, const std::vector<Candidate>& own) {
  std::vector<Candidate> all;
  for (const Lesson& lesson : lessons) {
    for (const auto& [name, chain] : lesson.chains) {
      for (const char* asked : {"crossings.unfused", "crossings.fused", "bytes.unfused", "bytes.fused"}) {
        Candidate one{own.size() + all.size(), &lesson, nullptr, {}, asked, 0};
        one.task.id = name + "." + asked;
        one.task.kind = TaskKind::number;
        one.task.chain = name;
        one.task.asked = asked;
        one.task.right_text = base::text("quiz.because." + one.asked);
        const auto same = [&](const Candidate& other) { return same_question(one, other); };
        if (std::ranges::none_of(own, same) && std::ranges::none_of(all, same)) all.push_back(std::move(one));
      }
    }
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
  const Task& task = one.task;
  const Lesson sized = resized(*one.lesson, spec, draw);
  QuizItem item;
  item.lesson = one.lesson->id;
  item.task = task.id;
  item.known = lesson_quantities(sized, spec);
  item.chains = sized.chains;
  item.asks = task;
  item.asks.asked = one.asked;
  Quantities shown = item.known;
  for (auto& [name, value] : shown) {
    const bool asked = !one.asked.empty() && name == task.chain + "/" + one.asked;
    if (asked) value = std::numeric_limits<double>::quiet_NaN();
  }
  item.question = fill(question_of(one), shown, task.chain);
  const bool about = one.asked.empty() || !is_of_no_chain(one.asked);
  if (const auto chain = sized.chains.find(task.chain); about && chain != sized.chains.end())
    item.chain = chain->second;
  item.because = told(item, task.right_text, item.known);
  if (task.kind == TaskKind::choice) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < task.choices.size(); ++i) order.push_back(i);
    draw.shuffle(order);
    item.asks.choices.clear();
    item.asks.misconceptions.clear();
    for (const std::size_t from : order) {
      const bool right = static_cast<int>(from) == task.right;
      const int at = static_cast<int>(item.letters.size());
      if (right) item.asks.right = at;
      for (Misconception cause : task.misconceptions) {
        if (cause.choice != static_cast<int>(from)) continue;
        cause.choice = at;
        item.asks.misconceptions.push_back(std::move(cause));
      }
      item.asks.choices.push_back(task.choices[from]);
      item.letters.push_back({fill(task.choices[from], shown, task.chain), right, 0});
    }
    item.answer = item.letters[static_cast<std::size_t>(item.asks.right)].words;
  } else {
    item.asks.kind = TaskKind::number;
    item.letters = number_letters(task, one.asked, item.known);
    item.answer = show_quantity(one.asked, *value_of(item.known, task.chain, one.asked));
  }
  return item;
}

/// Nothing that it shows is closed, nor what it asks.
bool is_open(const Candidate& one, const Closed& closed) {
  if (!closed) return true;
  std::vector<std::string> names = named_by(one);
  if (!one.asked.empty()) names.push_back(one.task.chain + "/" + one.asked);
  return std::ranges::none_of(names, [&](const std::string& name) {
    const std::size_t slash = name.find('/');
    const auto chain = one.lesson->chains.find(name.substr(0, slash));
    return chain != one.lesson->chains.end() && closed(*chain->second, name.substr(slash + 1));
  });
}

/// True if every {value} of it is known; one that is hidden is not.
bool is_known(std::string_view text, std::string_view chain, const Quantities& known) {
  return std::ranges::all_of(slots(text), [&](const Slot& slot) {
    if (slot.kind != Slot::Kind::value) return true;
    return value_of(known, slot.chain.empty() ? chain : std::string_view(slot.chain), slot.name).has_value();
  });
}

}  // namespace

std::string told(const QuizItem& item, std::string_view markdown, const Quantities& known) {
  std::string out;
  for (std::size_t begin = 0; begin < markdown.size();) {
    // "Measured: {x}. Near one, ..." are two sentences; the stop of "3.5" is none, and no sentence ends in braces.
    std::size_t end = markdown.find(". ", begin);
    end = end == std::string_view::npos ? markdown.size() : end + 2;
    const std::string_view sentence = markdown.substr(begin, end - begin);
    if (is_known(sentence, item.asks.chain, known)) out += sentence;
    begin = end;
  }
  return fill(base::trim(out), known, item.asks.chain);
}

base::Expected<std::vector<QuizItem>> make_quiz(const std::vector<Lesson>& lessons, int n, std::uint64_t seed,
                                                const machine::DeviceSpec& spec, const Closed& closed) {
  const auto wanted = static_cast<std::size_t>(n);
  Draw draw(seed);
  std::map<const Lesson*, Quantities> known;
  for (const Lesson& lesson : lessons) known[&lesson] = lesson_quantities(lesson, spec);
  std::vector<Candidate> all = own_tasks(lessons), more = counts_of_chains(lessons, all);
  draw.shuffle(all);
  draw.shuffle(more);
  all.insert(all.end(), more.begin(), more.end());
  std::erase_if(all, [&](const Candidate& one) {
    if (!is_open(one, closed) || !is_known(question_of(one), one.task.chain, known[one.lesson])) return true;
    return !one.asked.empty() && !value_of(known[one.lesson], one.task.chain, one.asked);
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

// JSON objects, one a line.
#include "lesson/reviews.hpp"

#include "base/text.hpp"
#include "base/words.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace lesson {
namespace {

constexpr int version = 1;
constexpr std::string_view beginning = "{\"onetrip_review\":";
constexpr std::size_t most_line = 1024, most_id = 400, most_flaws = 20;

/// A text of an object; empty where there is none.
std::string text_of(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

struct ReadLine {
  std::optional<Review> review;
  std::string flaw;
  bool newer = false;
};

ReadLine read_line(std::string_view line) {
  const auto flawed = [](std::string_view key) { return ReadLine{{}, base::say(key), false}; };
  if (line.size() > most_line || !line.starts_with(beginning)) return flawed("lesson.reviews.no_line");
  // Looked at before all else: of a later version half a line is left alone, too.
  const std::string_view rest = line.substr(beginning.size());
  const auto number = base::to_integer(rest.substr(0, rest.find_first_not_of("0123456789")));
  if (number && *number > version) return {{}, base::say("lesson.reviews.newer"), true};
  const auto object = nlohmann::json::parse(line, nullptr, false);
  if (!number || !object.is_object()) return flawed("lesson.reviews.no_line");
  const std::string card = text_of(object, "card");
  const auto recalled = recalled_named(text_of(object, "recalled"));
  const auto on = day_of(text_of(object, "on"));
  if (card.empty() || card.size() > most_id || !recalled || !on) return flawed("lesson.reviews.wrong_fields");
  return {Review{card, *recalled, *on}, {}, false};
}

/// Whether a text without a line end can be what a writer left who was stopped halfway.
bool is_half_written(std::string_view text) {
  return text.size() < beginning.size() ? beginning.starts_with(text) : text.starts_with(beginning);
}

}  // namespace

std::string day_text(Day day) {
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

std::optional<Day> day_of(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto year = base::to_integer(text.substr(0, 4)), month = base::to_integer(text.substr(5, 2)),
             day = base::to_integer(text.substr(8, 2));
  if (!year || !month || !day || *year < 0 || *month < 0 || *day < 0) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(*year)),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day)));
  return date.ok() ? std::optional<Day>(date) : std::nullopt;
}

Reviews read_reviews(std::string_view text, std::string_view file) {
  Reviews out;
  int number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const bool unended = end == std::string_view::npos;
    std::string_view line = text.substr(at, unended ? end : end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number;
    at = unended ? text.size() : end + 1;
    ReadLine read = line.empty() ? ReadLine{} : read_line(line);
    if (read.review) {
      out.all.push_back(std::move(*read.review));
    } else if (unended && !read.newer && is_half_written(line)) {
      out.torn = number;
      return out;
    } else if (!line.empty() && out.flaws.size() < most_flaws) {
      base::Diagnostic flaw;
      flaw.file = file;
      flaw.line = number;
      flaw.message = std::move(read.flaw);
      flaw.source_line = line.substr(0, 200);
      out.flaws.push_back(std::move(flaw));
    }
    out.newer = out.newer || read.newer;
    out.whole = at;
  }
  return out;
}

std::string review_line(const Review& review) {
  nlohmann::ordered_json json;
  json["onetrip_review"] = version;
  json["card"] = review.card;
  json["recalled"] = name(review.recalled);
  json["on"] = day_text(review.on);
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::map<std::string, CardState> card_states(const Reviews& reviews, Day today) {
  std::map<std::string, CardState> states;
  for (const Review& review : reviews.all) {
    const Day on = std::min(review.on, today);
    const auto [found, first] = states.try_emplace(review.card);
    CardState& state = found->second;
    if (first) {
      state = {first_memory(review.recalled), on, 1};
      continue;
    }
    const auto days = std::max(std::chrono::days(0), on - state.last);
    state.memory = next_memory(state.memory, static_cast<int>(days.count()), review.recalled);
    state.last = std::max(state.last, on);
    ++state.reviews;
  }
  return states;
}

int asked_on(const Reviews& reviews, Day day) {
  std::set<std::string_view> cards;
  for (const Review& review : reviews.all) {
    if (review.on == day) cards.insert(review.card);
  }
  return static_cast<int>(cards.size());
}

}  // namespace lesson

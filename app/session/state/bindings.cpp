// A line of the file is refused in words, and the rest of it holds.
#include "session/state/bindings.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/toml_file.hpp"
#include "base/words.hpp"
#include "session/state/bindable.hpp"
#include "session/state/key_names.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <optional>
#include <system_error>
#include <vector>

namespace session {
namespace {

/// One line of the file.
struct Wish {
  std::string action, key;
  toml::source_region place;
};

const Action* bindable(std::string_view action) {
  const auto& all = bindable_actions();
  const auto found = std::ranges::find(all, action, &Action::id);
  return found == all.end() ? nullptr : &*found;
}

bool usually_has(const Action& action, std::string_view key) {
  return std::ranges::find(action.keys, key) != action.keys.end();
}

/// Never on one page: they have the same key from the start.
bool share_a_key(const Action& one, const Action& other) {
  return std::ranges::any_of(one.keys, [&](const std::string& key) { return usually_has(other, key); });
}

std::string usual_stays(const Action& action) {
  return base::say("keys.kept", {{"key", action.keys.front()}});
}

class KeysReader : public base::TomlFile {
 public:
  using base::TomlFile::TomlFile;

  std::vector<Wish> wishes(const toml::table& file) {
    std::vector<Wish> found;
    for (const auto& [key, node] : file) {
      if (key.str() != "keys" || !node.is_table()) mistake(node.source(), base::say("keys.only_keys"));
    }
    const auto* table = file["keys"].as_table();
    if (table == nullptr) return found;
    for (const auto& [name, node] : *table) collect(name.str(), node, found);
    std::ranges::sort(found, {}, [](const Wish& wish) { return wish.place.begin.line; });
    return found;
  }

 private:
  /// `window.theme = "F12"` is a table in a table to TOML, and one name to a person.
  void collect(std::string_view name, const toml::node& node, std::vector<Wish>& found) {
    if (const auto* inner = node.as_table()) {
      for (const auto& [rest, value] : *inner) collect(std::string(name) + "." + std::string(rest.str()), value, found);
      return;
    }
    const Action* action = bindable(name);
    if (action == nullptr) {
      std::vector<std::string_view> known;
      for (const Action& one : bindable_actions()) known.push_back(one.id);
      const auto near = base::nearest(name, known);
      mistake(node.source(), base::say("keys.unknown", {{"action", name}}),
              near ? base::say("keys.unknown.near", {{"action", *near}}) : base::say("keys.unknown.hint"));
      return;
    }
    const auto text = node.value_exact<std::string>();
    const auto key = text ? key_named(*text) : std::nullopt;
    if (!key) return mistake(node.source(), base::say("keys.no_key"), base::say("keys.no_key.hint"));
    if (std::string why = usually_has(*action, *key) ? std::string() : why_reserved(*key); !why.empty()) {
      return mistake(node.source(), std::move(why), usual_stays(*action));
    }
    found.push_back({std::string(name), *key, node.source()});
  }
};

/// Keys of actions that cannot be chosen; nothing else may take them.
std::string fixed_use(std::string_view key) {
  constexpr std::array alone = {"Alt+1", "Alt+2", "Alt+3", "Alt+PageUp", "Alt+PageDown", "Ctrl+S"};
  return std::ranges::find(alone, key) == alone.end() ? std::string() : base::say("keys.fixed", {{"key", key}});
}

/// The action that has this key beside `wish`, if both could be on one page.
const Action* other_with(const Bindings& bindings, const Wish& wish) {
  const Action* own = bindable(wish.action);
  for (const Action& other : bindable_actions()) {
    if (other.id == wish.action) continue;
    const Keys keys = keys_now(bindings, other.id);
    if (std::ranges::find(keys, wish.key) == keys.end()) continue;
    if (!share_a_key(*own, other)) return &other;
  }
  return nullptr;
}

/// Empty if it may stand.
std::string why_refused(const Bindings& bindings, const Wish& wish) {
  if (std::string fixed = fixed_use(wish.key); !fixed.empty()) return fixed;
  const Action* other = other_with(bindings, wish);
  if (other == nullptr) return {};
  return base::say("keys.clash", {{"key", wish.key}, {"action", other->id}, {"words", other->label}});
}

/// The last wish that cannot be granted beside the others.
std::optional<std::size_t> refused_of(const Bindings& bindings, const std::vector<Wish>& wishes) {
  for (std::size_t i = wishes.size(); i > 0; --i) {
    if (!why_refused(bindings, wishes[i - 1]).empty()) return i - 1;
  }
  return std::nullopt;
}

}  // namespace

LoadedBindings parse_bindings(std::string_view toml, std::string name) {
  KeysReader reader(toml, std::move(name));
  LoadedBindings loaded;
  if (const auto root = reader.parse()) {
    std::vector<Wish> wishes = reader.wishes(*root);
    for (const Wish& wish : wishes) loaded.bindings[wish.action] = wish.key;
    // From the last line up: of two lines that want one key the first gets it. A line that goes gives its action the
    // usual key back, which another line may have taken: so once more, until all stand.
    while (const auto at = refused_of(loaded.bindings, wishes)) {
      const Wish& wish = wishes[*at];
      reader.mistake(wish.place, why_refused(loaded.bindings, wish), usual_stays(*bindable(wish.action)));
      loaded.bindings.erase(wish.action);
      wishes.erase(wishes.begin() + static_cast<std::ptrdiff_t>(*at));
    }
  }
  loaded.refused = reader.mistakes();
  std::ranges::stable_sort(loaded.refused, {}, &base::Diagnostic::line);
  return loaded;
}

std::filesystem::path bindings_path() {
  return base::user_config() / "settings.toml";
}

LoadedBindings load_bindings() {
  std::filesystem::path path;
  try {
    path = bindings_path();
  } catch (const base::MachineError&) {
    return {};  // where nothing can be kept, nothing was
  }
  std::error_code problem;
  if (!std::filesystem::exists(path, problem)) return {};
  const auto text = base::read_file(path, base::max_toml_bytes);
  if (!text) return {.bindings = {}, .refused = text.error()};
  return parse_bindings(*text, path.string());
}

Keys keys_now(const Bindings& bindings, std::string_view action) {
  if (const auto own = bindings.find(action); own != bindings.end()) return {own->second};
  const Action* known = bindable(action);
  return known == nullptr ? Keys() : known->keys;
}

namespace {

/// What closes a page is what opened it.
std::string_view opener_of(std::string_view action) {
  struct Pair {
    std::string_view closes, opens;
  };
  constexpr std::array pairs = {Pair{"course.close", "course.open"},     Pair{"hosts.close", "hosts.open"},
                                Pair{"glossary.close", "glossary.open"}, Pair{"quiz.close", "quiz.open"},
                                Pair{"class.leave", "class.open"},       Pair{"scene.show", "scene.play"},
                                Pair{"fusing.play", "scene.play"}};
  const auto* found = std::ranges::find(pairs, action, &Pair::closes);
  return found == pairs.end() ? action : found->opens;
}

void use_keys(const Bindings& bindings, Action& action) {
  const std::string_view of = opener_of(action.id);
  const auto own = bindings.find(of);
  if (own == bindings.end()) return;
  const Action& usual = *bindable(of);
  const auto first = std::ranges::find_if(action.keys, [&](const auto& key) { return usually_has(usual, key); });
  if (first == action.keys.end() && of != action.id) return;
  const auto place = first - action.keys.begin();
  std::erase_if(action.keys, [&](const std::string& key) { return usually_has(usual, key); });
  action.keys.insert(action.keys.begin() + place, own->second);
}

void use_keys(const Bindings& bindings, Node& node) {
  for (Action& action : node.actions) use_keys(bindings, action);
  for (Node& child : node.children) use_keys(bindings, child);
}

}  // namespace

void bind(const Bindings& bindings, View& view) {
  if (bindings.empty()) return;
  use_keys(bindings, view.root);
  for (Action& action : view.window) use_keys(bindings, action);
}

}  // namespace session

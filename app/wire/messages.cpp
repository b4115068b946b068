// Messages as JSON, and back from what anyone may have sent.
#include "wire/messages.hpp"

#include "base/words.hpp"
#include "wire/description.hpp"

#include <algorithm>
#include <string_view>
#include <variant>

namespace wire {

namespace {

constexpr int depth_limit = 12;
constexpr std::size_t node_limit = 2'000'000;

constexpr std::string_view type_names[] = {"hello",  "capabilities", "compile", "compiled", "run",     "ran",
                                           "count",  "counted",      "trace",   "traced",   "release", "progress",
                                           "cancel", "failure",      "choose",  "chosen"};
static_assert(std::size(type_names) == std::variant_size_v<Body>);

}  // namespace

void refuse(std::string_view field, const std::string& flaw) {
  throw WireError(base::say("wire.field." + flaw, {{"field", field}}), base::say("wire.foreign.remedy"));
}

namespace {

/// Reads the alternative that the name stands for.
template <std::size_t I = 0>
Body read_body(std::string_view type, const Json& json) {
  if constexpr (I == std::variant_size_v<Body>) {
    refuse("type", "no_choice");
  } else {
    if (type != type_names[I]) return read_body<I + 1>(type, json);
    std::variant_alternative_t<I, Body> body;
    Format format;
    Reader(json, std::string(type), format).all(body);
    return body;
  }
}

/// Reads over a text before a document is made of it, so that a hostile frame costs no memory. (A callback of the
/// document's own parser would do, but walks all elder siblings at the end of each object.)
class Bounds final : public nlohmann::json_sax<Json> {
 public:
  const char* broken = "no_json";

  bool null() override { return node(); }
  bool boolean(bool) override { return node(); }
  bool number_integer(number_integer_t) override { return node(); }
  bool number_unsigned(number_unsigned_t) override { return node(); }
  bool number_float(number_float_t, const string_t&) override { return node(); }
  bool string(string_t&) override { return node(); }
  bool binary(binary_t&) override { return node(); }
  bool start_object(std::size_t) override { return open(); }
  bool key(string_t&) override { return node(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string&, const Json::exception&) override { return false; }

 private:
  bool node() {
    if (++nodes_ > node_limit) broken = "long_list";
    return nodes_ <= node_limit;
  }
  bool open() {
    if (++depth_ > depth_limit) broken = "nested";
    return depth_ <= depth_limit && node();
  }
  bool close() {
    --depth_;
    return true;
  }

  std::size_t nodes_ = 0;
  int depth_ = 0;
};

}  // namespace

std::string_view name(Epilogue epilogue) {
  return epilogues[epilogue];
}

bool is_architecture(std::string_view text) {
  if (text.ends_with('a') || text.ends_with('f')) text.remove_suffix(1);
  const bool digits = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  return digits && (text.size() == 2 || text.size() == 3) && text.front() != '0';
}

std::string to_json(const Message& message) {
  Json json;
  std::visit([&](const auto& body) { Writer(json["body"]).all(body); }, message.body);
  json["id"] = message.id;
  json["type"] = type_names[message.body.index()];
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Message parse(std::string_view text) {
  Bounds bounds;
  if (!Json::sax_parse(text, &bounds)) refuse("frame", bounds.broken);
  const Json json = Json::parse(text);
  Message message;
  Format format;
  Reader reader(json, "message", format);
  std::string type;
  reader("id", message.id);
  reader("type", type, Limit::name);
  const auto body = json.find("body");
  if (body == json.end()) refuse("frame", "no_body");
  message.body = read_body(type, *body);
  return message;
}

}  // namespace wire

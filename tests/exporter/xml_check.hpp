// A small XML reader for tests: well-formedness and the texts inside, no more.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;  ///< entities resolved
  std::string text;                               ///< all text below it, entities resolved
};

struct Xml {
  std::string error;                 ///< empty: well-formed
  std::vector<XmlElement> elements;  ///< in document order
  [[nodiscard]] const XmlElement* find(std::string_view id) const {
    for (const XmlElement& element : elements) {
      const auto found = element.attributes.find("id");
      if (found != element.attributes.end() && found->second == id) return &element;
    }
    return nullptr;
  }
  [[nodiscard]] std::size_t count(std::string_view name) const {
    std::size_t n = 0;
    for (const XmlElement& element : elements) n += element.name == name ? 1 : 0;
    return n;
  }
};

class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : text_(text) {}
  [[nodiscard]] Xml read() {
    if (text_.starts_with("<?xml")) at_ = text_.find("?>") + 2;
    while (at_ < text_.size() && xml_.error.empty()) {
      if (text_[at_] == '<') {
        tag();
      } else {
        content();
      }
    }
    if (xml_.error.empty() && !open_.empty()) fail("not closed: " + xml_.elements[open_.back()].name);
    if (xml_.elements.empty()) fail("no element");
    return xml_;
  }

 private:
  void fail(const std::string& what) { xml_.error = what + " at byte " + std::to_string(at_); }

  std::string resolved(std::string_view raw) {
    static const std::map<std::string_view, char> entities = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}};
    std::string out;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      const auto byte = static_cast<unsigned char>(raw[i]);
      if (byte < 0x20 && byte != '\n') fail("control character");
      if (raw[i] == '<') fail("bare <");
      if (raw[i] != '&') {
        out += raw[i];
        continue;
      }
      const std::size_t end = raw.find(';', i);
      const auto known = entities.find(raw.substr(i + 1, end == std::string_view::npos ? 0 : end - i - 1));
      if (known == entities.end()) {
        fail("unknown entity");
        return out;
      }
      out += known->second;
      i = end;
    }
    return out;
  }

  void content() {
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    const std::string text = resolved(text_.substr(at_, end - at_));
    if (open_.empty() && text.find_first_not_of("\n ") != std::string::npos) fail("text outside the root");
    for (const std::size_t element : open_) xml_.elements[element].text += text;
    at_ = end;
  }

  void tag() {
    const bool closing = text_.substr(at_, 2) == "</";
    at_ += closing ? 2 : 1;
    const std::size_t end = text_.find_first_of(" />", at_);
    const std::string name(text_.substr(at_, end - at_));
    if (name.empty()) return fail("no name");
    at_ = end;
    if (closing) {
      if (open_.empty() || xml_.elements[open_.back()].name != name) return fail("wrong end: " + name);
      open_.pop_back();
      at_ = text_.find('>', at_) + 1;
      return;
    }
    if (open_.empty() && !xml_.elements.empty()) return fail("two roots");
    xml_.elements.push_back({name, {}, {}});
    while (at_ < text_.size() && text_[at_] == ' ') attribute();
    if (!xml_.error.empty()) return;
    if (text_.substr(at_, 2) == "/>") {
      at_ += 2;
    } else if (at_ < text_.size() && text_[at_] == '>') {
      open_.push_back(xml_.elements.size() - 1);
      at_ += 1;
    } else {
      fail("bad tag " + name);
    }
  }

  void attribute() {
    ++at_;
    const std::size_t equals = text_.find("=\"", at_);
    const std::size_t end = equals == std::string_view::npos ? equals : text_.find('"', equals + 2);
    if (end == std::string_view::npos) {
      at_ = text_.size();
      return fail("bad attribute");
    }
    const std::string name(text_.substr(at_, equals - at_));
    const std::string value = resolved(text_.substr(equals + 2, end - equals - 2));
    if (!xml_.elements.back().attributes.emplace(name, value).second) fail("attribute twice: " + name);
    at_ = end + 1;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Xml xml_;
  std::vector<std::size_t> open_;
};

inline Xml read_xml(std::string_view text) {
  return XmlReader(text).read();
}

}  // namespace tests

// md4c's events to paragraphs of runs, and paragraphs to lines of a terminal.
#include "lesson/markdown.hpp"

#include "base/text.hpp"

#include <fmt/format.h>
#include <md4c.h>

#include <algorithm>

namespace lesson {
namespace {

/// The few entities a lesson needs; another stays as it is written.
std::string_view entity(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> known[] = {
      {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&nbsp;", "\u00a0"}, {"&times;", "\u00d7"}};
  for (const auto& [name, meant] : known) {
    if (text == name) return meant;
  }
  return text;
}

/// Receives md4c's events; containers inside containers become one flat list of paragraphs.
class Builder {
 public:
  std::vector<Paragraph> take() {
    close();
    return std::move(done_);
  }

  void enter(MD_BLOCKTYPE type, const void* detail) {
    switch (type) {
      case MD_BLOCK_QUOTE:
        close();
        ++quotes_;
        break;
      case MD_BLOCK_UL:
        open_list(bullets);
        break;
      case MD_BLOCK_OL:
        open_list(static_cast<int>(static_cast<const MD_BLOCK_OL_DETAIL*>(detail)->start));
        break;
      case MD_BLOCK_LI:
        open_item();
        break;
      case MD_BLOCK_H:
        open(Paragraph::Kind::heading, static_cast<int>(static_cast<const MD_BLOCK_H_DETAIL*>(detail)->level));
        break;
      case MD_BLOCK_CODE:
        open(Paragraph::Kind::code, 0);
        break;
      case MD_BLOCK_P:
        // The first paragraph of an item is the item itself; others of it stand below, indented as it is.
        if (!item_waiting_) open(quotes_ > 0 ? Paragraph::Kind::quote : Paragraph::Kind::text, 0);
        break;
      default:
        break;  // the document, rules; tables and HTML are off
    }
  }

  void leave(MD_BLOCKTYPE type) {
    switch (type) {
      case MD_BLOCK_QUOTE:
        close();
        --quotes_;
        break;
      case MD_BLOCK_UL:
      case MD_BLOCK_OL:
        close();
        lists_.pop_back();
        break;
      case MD_BLOCK_LI:
      case MD_BLOCK_H:
      case MD_BLOCK_CODE:
      case MD_BLOCK_P:
        close();
        break;
      default:
        break;
    }
  }

  void enter(MD_SPANTYPE type, const void* detail) {
    if (type == MD_SPAN_STRONG) ++strong_;
    if (type == MD_SPAN_EM) ++emphasis_;
    if (type == MD_SPAN_CODE) ++code_;
    if (type == MD_SPAN_A) {
      const auto& href = static_cast<const MD_SPAN_A_DETAIL*>(detail)->href;
      links_.emplace_back(href.text == nullptr ? std::string_view{} : std::string_view(href.text, href.size));
      if (links_.back().starts_with(word_link)) word_ = links_.back().substr(word_link.size());
    }
  }

  void leave(MD_SPANTYPE type) {
    if (type == MD_SPAN_STRONG) --strong_;
    if (type == MD_SPAN_EM) --emphasis_;
    if (type == MD_SPAN_CODE) --code_;
    if (type == MD_SPAN_A && !links_.empty()) {
      const std::string target = std::move(links_.back());
      links_.pop_back();
      word_.clear();
      if (target.starts_with(word_link)) return;
      const std::string shown = current_.runs.empty() ? "" : current_.runs.back().text;
      if (!target.empty() && !shown.ends_with(target)) append(" (" + target + ")");
    }
  }

  void text(MD_TEXTTYPE type, std::string_view text) {
    switch (type) {
      case MD_TEXT_NULLCHAR:
        append("\xEF\xBF\xBD");
        break;
      case MD_TEXT_BR:
        append("\n");
        break;
      case MD_TEXT_SOFTBR:
        append(" ");
        break;
      case MD_TEXT_ENTITY:
        append(entity(text));
        break;
      case MD_TEXT_NORMAL:
      case MD_TEXT_CODE:
      case MD_TEXT_HTML:
      case MD_TEXT_LATEXMATH:
        append(text);
        break;
    }
  }

 private:
  void open(Paragraph::Kind kind, int number) {
    close();
    is_open_ = true;
    current_ = {};
    current_.kind = kind;
    current_.number = number;
    current_.indent = std::max(0, static_cast<int>(lists_.size()) -
                                      (kind == Paragraph::Kind::bullet || kind == Paragraph::Kind::numbered ? 1 : 0));
  }

  void open_list(int start) {
    close();
    lists_.push_back(start);
  }

  void open_item() {
    const int number = lists_.empty() ? bullets : lists_.back();
    const bool numbered = number != bullets;
    open(numbered ? Paragraph::Kind::numbered : Paragraph::Kind::bullet, numbered ? number : 0);
    if (numbered) ++lists_.back();
    item_waiting_ = true;
  }

  void append(std::string_view text) {
    if (!is_open_) open(Paragraph::Kind::text, 0);
    item_waiting_ = false;
    const bool is_code = code_ > 0 || current_.kind == Paragraph::Kind::code;
    auto& runs = current_.runs;
    if (!runs.empty() && runs.back().strong == (strong_ > 0) && runs.back().emphasis == (emphasis_ > 0) &&
        runs.back().code == is_code && runs.back().word == word_) {
      runs.back().text += text;
    } else {
      runs.push_back({std::string(text), strong_ > 0, emphasis_ > 0, is_code, word_});
    }
  }

  void close() {
    item_waiting_ = false;
    if (!is_open_) return;
    is_open_ = false;
    if (current_.kind == Paragraph::Kind::code && !current_.runs.empty() && current_.runs.back().text.ends_with('\n')) {
      current_.runs.back().text.pop_back();
    }
    if (!current_.runs.empty()) done_.push_back(std::move(current_));
    current_ = {};
  }

  std::vector<Paragraph> done_;
  Paragraph current_;
  bool is_open_ = false, item_waiting_ = false;
  static constexpr int bullets = -1;
  std::vector<int> lists_;  ///< open lists: the next number, or `bullets`
  std::vector<std::string> links_;
  std::string word_;  ///< of the glossary, while a link to it is open
  int quotes_ = 0, strong_ = 0, emphasis_ = 0, code_ = 0;
};

Builder& builder(void* user) {
  return *static_cast<Builder*>(user);
}

/// Breaks words into lines after `first` (on the first line) or `rest` (on the others).
void wrap(std::string_view text, const std::string& first, const std::string& rest, std::size_t columns,
          std::string& out) {
  std::string prefix = first;
  for (const std::string_view line : base::split(text, '\n')) {
    std::string built = prefix;
    std::size_t used = base::count_characters(prefix);
    bool has_word = false;
    for (const std::string_view word : base::split(line, ' ')) {
      if (word.empty()) continue;
      const std::size_t width = base::count_characters(word);
      if (has_word && used + 1 + width > columns) {
        out += built + "\n";
        built = rest;
        used = base::count_characters(rest);
        has_word = false;
      }
      if (has_word) {
        built += ' ';
        ++used;
      }
      built += word;
      used += width;
      has_word = true;
    }
    out += built + "\n";
    prefix = rest;
  }
}

}  // namespace

std::vector<Paragraph> paragraphs(std::string_view markdown) {
  MD_PARSER parser{};
  parser.flags = MD_FLAG_NOHTML | MD_FLAG_NOINDENTEDCODEBLOCKS;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* user) {
    builder(user).enter(type, detail);
    return 0;
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void*, void* user) {
    builder(user).leave(type);
    return 0;
  };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* user) {
    builder(user).enter(type, detail);
    return 0;
  };
  parser.leave_span = [](MD_SPANTYPE type, void*, void* user) {
    builder(user).leave(type);
    return 0;
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* user) {
    builder(user).text(type, {text, size});
    return 0;
  };
  Builder built;
  md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &parser, &built);
  return built.take();
}

std::string unmarked(std::string_view markdown) {
  std::string out;
  for (const Paragraph& paragraph : paragraphs(markdown)) {
    for (const Run& run : paragraph.runs) out += run.text;
  }
  return out;
}

std::string plain_text(const std::vector<Paragraph>& paragraphs, int columns) {
  const auto width = static_cast<std::size_t>(std::max(20, columns));
  std::string out;
  const Paragraph* before = nullptr;
  for (const Paragraph& paragraph : paragraphs) {
    std::string text;
    for (const Run& run : paragraph.runs) text += run.text;
    const auto is_item = [](const Paragraph& p) {
      return p.kind == Paragraph::Kind::bullet || p.kind == Paragraph::Kind::numbered;
    };
    if (before != nullptr && !(is_item(*before) && is_item(paragraph))) out += '\n';
    before = &paragraph;
    const std::string indent(static_cast<std::size_t>(std::min(8, paragraph.indent)) * 2, ' ');
    switch (paragraph.kind) {
      case Paragraph::Kind::text:
      case Paragraph::Kind::heading:
        wrap(text, indent, indent, width, out);
        break;
      case Paragraph::Kind::bullet:
        wrap(text, indent + "- ", indent + "  ", width, out);
        break;
      case Paragraph::Kind::numbered: {
        const std::string number = fmt::format("{}. ", paragraph.number);
        wrap(text, indent + number, indent + std::string(number.size(), ' '), width, out);
        break;
      }
      case Paragraph::Kind::quote:
        wrap(text, indent + "> ", indent + "> ", width, out);
        break;
      case Paragraph::Kind::code:
        for (const std::string_view line : base::split(text, '\n')) out += indent + "    " + std::string(line) + "\n";
        break;
    }
  }
  return out;
}

std::size_t count_words(std::string_view markdown) {
  std::size_t words = 0;
  for (const Paragraph& paragraph : paragraphs(markdown)) {
    for (const Run& run : paragraph.runs) {
      bool inside = false;
      for (const char c : run.text) {
        const bool blank = c == ' ' || c == '\n';
        if (!blank && !inside) ++words;
        inside = !blank;
      }
    }
  }
  return words;
}

}  // namespace lesson

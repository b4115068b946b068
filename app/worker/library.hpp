// A shared library opened at run time, so that a missing one is a sentence and no loader error.
#pragma once

#include <initializer_list>
#include <string>

namespace worker {

/// Stays open for the life of the process.
class Library {
 public:
  /// The first of these names that opens.
  explicit Library(std::initializer_list<const char*> names);
  [[nodiscard]] bool open() const { return handle_ != nullptr; }
  /// What the loader said of the last name.
  [[nodiscard]] const std::string& complaint() const { return complaint_; }
  /// Fills the function pointer; false if the library has no such symbol.
  template <class Function>
  bool find(Function*& function, const char* name) const {
    function = reinterpret_cast<Function*>(symbol(name));
    if (function == nullptr && missing_.empty()) missing_ = name;
    return function != nullptr;
  }
  /// The first symbol that was looked for in vain; empty: all were there.
  [[nodiscard]] const std::string& missing() const { return missing_; }

 private:
  [[nodiscard]] void* symbol(const char* name) const;

  void* handle_ = nullptr;
  std::string complaint_;
  mutable std::string missing_;
};

}  // namespace worker

// One program at a time: a lock file, whose lock the system drops with a program that dies.
#pragma once

#include "base/descriptor.hpp"

#include <string_view>

namespace session {

/// Ours from the moment it is taken until its end. Where no file can be made there is nobody to wait for.
class Turn {
 public:
  /// user_data()/FOLDER/NAME.lock
  Turn(std::string_view folder, std::string_view name);

  /// False while somebody else has it. A file system without locks is no reason to wait.
  [[nodiscard]] bool take() const;

 private:
  base::Descriptor file_;
};

}  // namespace session

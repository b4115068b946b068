// What counting and striking share: the strip of arrows, told to mark by hand, by words and by the lesson's own key.
#pragma once

#include "session/lesson/kinds/task_page.hpp"
#include "session/lesson/task_nodes.hpp"

namespace session {

/// With the marks of `seen` on it; `verb` says what a click on one of its arrows does.
[[nodiscard]] Node arrow_strip(const TaskNodes& of, const Attempt& seen, std::string_view verb);
/// After the lock what the hand has counted, in the lesson's words or, without any, in ours.
void tell_count(TaskNodes& of, std::string_view text_key, std::string_view quantity, double count);

/// The arrows of the page that can be marked or struck, by id.
[[nodiscard]] std::vector<std::string> arrows_on(Session& session);
/// Marks or strikes "x1 t2" as far as the page takes them; what stands there from an earlier try goes first.
[[nodiscard]] std::string take_arrows(Session& session, const std::string& typed);
/// Every full arrow of the unfused plan, or those alone that lie between two of its kernels.
[[nodiscard]] std::string arrow_key(const lesson::Lesson& played, const lesson::Task& task, const Services& services,
                                    bool between);

}  // namespace session

// What the student does before a picture is taken or the window opens: --act.
#pragma once

#include "cli/options.hpp"
#include "session/session.hpp"

namespace cli {

inline constexpr Flag act_flag{"--act", "ACTION[=VALUE]", "cli.flag.act"};

/// Does each of them, and waits for what it starts. A mistake names the one that this page does not do.
[[nodiscard]] base::Expected<void> act(session::Session& session, const Options& options);

}  // namespace cli

// Frames go into a folder that is gone afterwards; the film is moved to its place when it is whole.
#include "cli/film.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "base/writable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

extern char** environ;

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr int frames_a_second = 25;
constexpr double stands = 1;
constexpr std::int64_t largest = std::int64_t{1} << 30;

class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "onetrip-film-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
      const std::string why = std::generic_category().message(errno);
      throw base::MachineError(base::say("app.no_folder", {{"folder", pattern}, {"why", why}}));
    }
    path_ = pattern;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] fs::path at(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

/// The first of that name in PATH that can be run.
std::optional<std::string> program_named(const std::string& name) {
  const char* paths = std::getenv("PATH");
  if (paths == nullptr) return std::nullopt;
  const std::string all = paths;
  for (std::size_t from = 0; from <= all.size();) {
    const std::size_t to = std::min(all.find(':', from), all.size());
    const fs::path one = fs::path(all.substr(from, to - from)) / name;
    if (to > from && fs::is_regular_file(one) && ::access(one.c_str(), X_OK) == 0) return one.string();
    from = to + 1;
  }
  return std::nullopt;
}

/// Its exit status; what it says goes into a file.
int run(std::vector<std::string> words, const fs::path& said) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, said.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, words[0].c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return -1;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::vector<std::string> ffmpeg_words(const std::string& ffmpeg, const Folder& folder, bool gif, const fs::path& out) {
  std::vector<std::string> words{ffmpeg,       "-y",
                                 "-loglevel",  "error",
                                 "-framerate", std::to_string(frames_a_second),
                                 "-i",         folder.at("%05d.png").string(),
                                 "-fflags",    "+bitexact",
                                 "-flags:v",   "+bitexact"};
  // A GIF has 256 colours, which are chosen from all frames; players of MP4 want even sides and halved colours.
  const std::vector<std::string> rest =
      gif ? std::vector<std::string>{"-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse", out.string()}
          : std::vector<std::string>{
                "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-pix_fmt", "yuv420p", out.string()};
  words.insert(words.end(), rest.begin(), rest.end());
  return words;
}

std::string last_line(const fs::path& file) {
  const auto text = base::read_file(file, 1 << 20);
  if (!text) return {};
  const auto lines = base::split_lines(base::trim(*text));
  return lines.empty() ? std::string() : std::string(lines.back());
}

}  // namespace

base::Expected<void> write_film(const Film& film, const fs::path& file, const exporter::Options& options) {
  const std::string ending = base::lowered(file.extension().string());
  if (ending != ".gif" && ending != ".mp4") {
    return base::wrong(base::say("cli.film.ending", {{"file", file.filename().string()}}),
                       base::say("cli.film.ending.hint"));
  }
  base::expect_writable(file);
  const auto ffmpeg = program_named("ffmpeg");
  if (!ffmpeg) throw base::MachineError(base::say("cli.film.no_ffmpeg"), base::say("cli.film.no_ffmpeg.hint"));
  const Folder folder;
  const bool gif = ending == ".gif";
  exporter::Options drawn = options;
  drawn.scale = gif ? 1 : 2;
  const int frames = static_cast<int>(std::ceil((film.seconds + stands) * frames_a_second));
  std::string last;
  for (int i = 0; i <= frames; ++i) {
    const double now = static_cast<double>(i) / frames_a_second;
    if (last.empty() || now < film.seconds + 1.0 / frames_a_second)
      last = exporter::to_png(film.frame(std::min(now, film.seconds)), drawn);
    base::write_file(folder.at(fmt::format("{:05}.png", i)), last);
  }
  const fs::path out = folder.at("film" + ending), said = folder.at("said.txt");
  if (run(ffmpeg_words(*ffmpeg, folder, gif, out), said) != 0 || !fs::exists(out)) {
    const std::string why = last_line(said);
    throw base::MachineError(base::say("cli.film.failed", {{"why", why.empty() ? "?" : why}}),
                             base::say("cli.film.failed.hint"));
  }
  const auto made = base::read_file(out, largest);
  if (!made) return std::unexpected(made.error());
  base::write_file(file, *made);
  return {};
}

}  // namespace cli

// Waiting with a limit, and telling a dead link from a host that waits, asks or talks.
#include "device/cuda_client/connection.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace device::cuda_client {
namespace {

constexpr std::size_t most_complaints = 16 << 10;
constexpr std::size_t shown_words = 400;
constexpr auto slice = std::chrono::milliseconds(50);  // how late a cancellation may be noticed

auto in(double seconds) {
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
}

bool contains(std::string_view where, std::initializer_list<std::string_view> any) {
  return std::ranges::any_of(any, [&](std::string_view one) { return where.find(one) != std::string_view::npos; });
}

/// Somebody would have to type. A banner that merely speaks of passwords is none of these.
bool wants_password(std::string_view said) {
  return contains(said, {"assword:", "assword for ", "assphrase for ", "password is required", "Permission denied (",
                         "Permission denied, please", "Too many authentication failures"});
}

/// The end of what was said, on one line, fit for a terminal. Of what is hardly text nothing is shown.
std::string last_words(std::string_view said) {
  said = base::trim(said);
  std::string out;
  if (said.size() > shown_words) {
    said.remove_prefix(said.size() - shown_words);
    if (const std::size_t blank = said.find_first_of(" \n"); blank != std::string_view::npos) {
      said.remove_prefix(blank);  // the rest of a cut word
    }
    while (!said.empty() && (static_cast<unsigned char>(said[0]) & 0xC0) == 0x80) said.remove_prefix(1);
    out = "…";
  }
  std::size_t bad = 0;
  for (std::size_t at = 0; at < said.size();) {
    const std::size_t length = base::character_length(said, at);
    const std::string_view character = said.substr(at, std::max<std::size_t>(1, length));
    at += character.size();
    // The second kind of control characters are two bytes in UTF-8, and steer a terminal all the same.
    const bool steers = character.size() == 2 && character[0] == '\xC2' && (character[1] & 0xE0) == 0x80;
    const bool control = length == 1 && (static_cast<unsigned char>(character[0]) < 0x20 || character[0] == 0x7F);
    if (length == 0 || steers) {
      out += '?';
      ++bad;
    } else if (!control) {
      out += character;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  constexpr std::size_t most_bad = 8;  // one in so many
  return bad * most_bad > said.size() ? base::say("cuda.no_text") : out;
}

}  // namespace

Connection::Connection(const std::string& command, Patience patience, const std::stop_token& stop)
    : patience_(patience), child_(careful(command)), outgoing_(wire::magic_line()) {
  begin(stop);
}

std::string Connection::host_said() const {
  return decoder_.said() + complaints_;
}

bool Connection::waits_in_queue() const {
  return contains(host_said(), {"queued and waiting", "waiting for resources", "Pending job allocation"});
}

void Connection::fail(const DeviceError& error) {
  broken_ = true;
  child_.close_input();
  throw error;
}

/// Its output is closed: why?
void Connection::ended() {
  const auto limit = in(0.5);
  while (child_.status() < 0 && Clock::now() < limit) turn(std::chrono::milliseconds(5));
  turn(std::chrono::milliseconds(0));
  const int status = child_.status();
  const std::string said = host_said(), words = last_words(said);
  const auto with = [&](std::string_view key) {
    return words.empty() ? base::say(key)
                         : base::say("cuda.and_said", {{"sentence", base::say(key)}, {"words", words}});
  };
  const auto because = [&](const std::string& key) { fail(DeviceError(with(key), base::say(key + ".remedy"))); };
  if (decoder_.begun()) because("cuda.link_lost");
  if (contains(said, {"HOST IDENTIFICATION HAS CHANGED"})) {
    fail(DeviceError(base::say("cuda.other_key"), base::say("cuda.other_key.remedy")));  // ssh's warning fills a screen
  }
  if (contains(said, {"Host key verification failed"})) because("cuda.host_key");
  if (status == 126) because("cuda.not_startable");
  if (status == 127)
    because(contains(said, {"ssh: not found", "ssh: command not found"}) ? "cuda.no_ssh" : "cuda.no_worker_there");
  if (wants_password(said)) because("cuda.password");
  const bool unreachable = contains(said, {"Could not resolve hostname", "Connection refused", "Connection timed out",
                                           "Operation timed out", "No route to host", "Network is unreachable"});
  if (status == 255 && unreachable) because("cuda.unreachable");
  fail(DeviceError(with("cuda.no_link"), base::say("cuda.no_link.remedy")));
}

void Connection::silent(double seconds) {
  const std::string said = host_said(), words = last_words(said), shown = base::show_number(seconds, 2);
  if (!decoder_.begun() && wants_password(said)) {
    fail(DeviceError(base::say("cuda.and_said", {{"sentence", base::say("cuda.password")}, {"words", words}}),
                     base::say("cuda.password.remedy")));
  }
  if (!decoder_.begun() && waits_in_queue()) {
    fail(DeviceError(base::say("cuda.queue", {{"seconds", shown}, {"words", words}}), base::say("cuda.queue.remedy")));
  }
  const std::string sentence = base::say("cuda.silent", {{"seconds", shown}});
  fail(DeviceError(words.empty() ? sentence : base::say("cuda.and_said", {{"sentence", sentence}, {"words", words}}),
                   base::say("cuda.silent.remedy")));
}

void Connection::wrong_answer() {
  fail(DeviceError(base::say("cuda.wrong_answer"), base::say("cuda.update_worker")));
}

bool Connection::read(int descriptor, std::string& into) {
  std::array<char, 65536> bytes;
  for (;;) {
    const ssize_t got = ::read(descriptor, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return true;
    if (got <= 0) return false;
    into.append(bytes.data(), static_cast<std::size_t>(got));
    if (into.size() > (std::size_t{1} << 20)) return true;  // the rest at the next turn
  }
}

void Connection::turn(std::chrono::milliseconds most) {
  std::vector<pollfd> watched{{child_.complaints(), POLLIN, 0}};
  if (!out_closed_) watched.push_back({child_.out(), POLLIN, 0});
  if (!outgoing_.empty() && child_.in() >= 0) watched.push_back({child_.in(), POLLOUT, 0});
  ::poll(watched.data(), watched.size(), static_cast<int>(most.count()));
  if (!outgoing_.empty() && child_.in() >= 0) {
    const ssize_t written = ::send(child_.in(), outgoing_.data(), outgoing_.size(), MSG_NOSIGNAL);
    if (written > 0) outgoing_.erase(0, static_cast<std::size_t>(written));
    if (written < 0 && errno == EPIPE) out_closed_ = true;
  }
  const bool talks = read(child_.complaints(), complaints_);
  if (complaints_.size() > most_complaints) complaints_.erase(0, complaints_.size() - most_complaints);
  std::string bytes;
  if (!read(child_.out(), bytes)) {
    if (!talks || out_closed_) std::this_thread::sleep_for(std::min(most, std::chrono::milliseconds(2)));
    out_closed_ = true;
  }
  try {
    decoder_.feed(bytes);
    while (const auto payload = decoder_.next()) {
      wire::Message message = wire::parse(*payload);
      if (std::holds_alternative<wire::Progress>(message.body)) {
        progress_.push_back(std::move(message));
      } else if (given_up_.erase(message.id) == 0) {
        const bool foreign = message.id > last_ || answers_.contains(message.id);
        if (foreign) throw wire::WireError(base::say("cuda.unasked"), base::say("cuda.update_worker"));
        answers_.emplace(message.id, std::move(message));
      }
    }
  } catch (const wire::WireError& error) {
    fail(DeviceError(error.what(), error.remedy));
  }
}

void Connection::begin(const std::stop_token& stop) {
  const auto start = Clock::now();
  bool queued = false;
  while (!decoder_.begun()) {
    if (stop.stop_requested()) throw base::Cancelled();
    turn(slice);
    beginning_ = std::chrono::duration<double>(Clock::now() - start).count();
    if (decoder_.begun()) break;
    if (out_closed_) ended();
    queued = waits_in_queue();
    const double limit = queued ? patience_.queue : patience_.begin;
    if (beginning_ > limit) silent(limit);
  }
  if (queued) beginning_ = 0;
}

void Connection::send(const wire::Message& message) {
  try {
    outgoing_ += wire::frame(wire::to_json(message));
  } catch (const wire::WireError& error) {
    throw DeviceError(error.what(), error.remedy);  // too large: nothing was sent
  }
}

wire::Capabilities Connection::hello(bool counters, const std::stop_token& stop) {
  const double rest = patience_.hello - patience_.grace - std::exchange(beginning_, 0);
  return ask_one<wire::Capabilities>(wire::Hello{base::version(), {}, counters}, rest, stop);
}

std::vector<wire::Body> Connection::ask(std::vector<wire::Body> requests, double deadline, const std::stop_token& stop,
                                        const Told& told) {
  const std::lock_guard lock(turns_);
  if (broken_) throw DeviceError(base::say("cuda.link_lost"), base::say("cuda.link_lost.remedy"));
  const std::uint64_t first = last_ + 1;
  // Nothing is lost with an introduction: it is not waited for once nobody wants it.
  const bool work = std::ranges::any_of(
      requests, [](const wire::Body& request) { return !std::holds_alternative<wire::Hello>(request); });
  for (wire::Body& request : requests) send({++last_, std::move(request)});
  const double patient = std::min(deadline + patience_.grace, patience_.most);
  auto limit = in(patient);
  bool cancelled = false;
  std::size_t had = 0;
  const auto missing = [&] {
    std::size_t have = 0;
    for (std::uint64_t id = first; id <= last_; ++id) have += answers_.contains(id) ? 1 : 0;
    // Many requests may take their time as long as answers come; what is only progress may come for ever.
    if (have > std::exchange(had, have) && !cancelled) limit = in(patient);
    return have < last_ - first + 1;
  };
  while (missing()) {
    if (stop.stop_requested() && !cancelled) {
      cancelled = true;
      for (std::uint64_t id = first; id <= last_; ++id) send({id, wire::Cancel{}});
      limit = std::min(limit, in(work ? patience_.grace : 0));
    }
    turn(slice);
    for (const wire::Message& one : std::exchange(progress_, {})) {
      if (told && one.id >= first) told(std::get<wire::Progress>(one.body));
    }
    if (!missing()) break;
    if (out_closed_) ended();
    if (Clock::now() > limit && cancelled) {
      for (std::uint64_t id = first; id <= last_; ++id) given_up_.insert(id);
      throw base::Cancelled();
    }
    if (Clock::now() > limit) silent(patient);
  }
  std::vector<wire::Body> bodies;
  for (std::uint64_t id = first; id <= last_; ++id) bodies.push_back(std::move(answers_.extract(id).mapped().body));
  if (cancelled) throw base::Cancelled();
  for (const wire::Body& body : bodies) {
    if (const auto* failure = std::get_if<wire::Failure>(&body)) throw Refused(*failure);
  }
  return bodies;
}

}  // namespace device::cuda_client

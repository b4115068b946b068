// Landlock for files, seccomp for calls; where $ONETRIP_WORKER_SANDBOX is "off", neither, should a driver not bear it.
#include "worker/sandbox.hpp"

#include "base/descriptor.hpp"
#include "base/words.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <span>
#include <string_view>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#endif
#ifdef ONETRIP_SECCOMP
#include <sched.h>
#include <seccomp.h>
#endif

namespace worker {
namespace {

namespace fs = std::filesystem;

bool switched_off() {
#ifdef ONETRIP_SANITIZED  // whose search for leaks looks into this process from another, and reads /proc
  return true;
#else
  const char* asked = std::getenv("ONETRIP_WORKER_SANDBOX");
  return asked != nullptr && std::string_view(asked) == "off";
#endif
}

#ifdef LANDLOCK_CREATE_RULESET_VERSION

constexpr std::uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t writing =
    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE;
constexpr std::uint64_t every_access = (std::uint64_t{1} << 13) - 1;  // of its first version, which all kernels know

class Ruleset {
 public:
  Ruleset() {
    landlock_ruleset_attr all{};
    all.handled_access_fs = every_access;
    rules_ = base::Descriptor(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0)));
  }

  void allow(const fs::path& below, std::uint64_t access) const {
    const base::Descriptor folder(::open(below.c_str(), O_PATH | O_CLOEXEC));
    if (!folder.open()) return;  // what is not there needs no leave
    landlock_path_beneath_attr rule{};
    rule.allowed_access = access;
    rule.parent_fd = folder.get();
    ::syscall(SYS_landlock_add_rule, rules_.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  /// True if from now on nothing else is opened.
  [[nodiscard]] bool enforce() const {
    return rules_.open() && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::syscall(SYS_landlock_restrict_self, rules_.get(), 0) == 0;
  }

 private:
  base::Descriptor rules_;
};

bool close_files(const std::vector<fs::path>& readable, const fs::path& writable) {
  const Ruleset rules;
  for (const fs::path& folder : readable) rules.allow(folder, reading);
  if (!writable.empty()) rules.allow(writable, reading | writing);
  return rules.enforce();
}

#else

bool close_files(const std::vector<fs::path>&, const fs::path&) {
  return false;
}

#endif

#ifdef ONETRIP_SECCOMP

// Whatever the role: other programs, other processes' memory, the machine itself.
constexpr int nobodys[] = {SCMP_SYS(execve),
                           SCMP_SYS(execveat),
                           SCMP_SYS(ptrace),
                           SCMP_SYS(process_vm_readv),
                           SCMP_SYS(process_vm_writev),
                           SCMP_SYS(mount),
                           SCMP_SYS(umount2),
                           SCMP_SYS(pivot_root),
                           SCMP_SYS(chroot),
                           SCMP_SYS(setns),
                           SCMP_SYS(unshare),
                           SCMP_SYS(init_module),
                           SCMP_SYS(finit_module),
                           SCMP_SYS(delete_module),
                           SCMP_SYS(kexec_load),
                           SCMP_SYS(kexec_file_load),
                           SCMP_SYS(reboot),
                           SCMP_SYS(swapon),
                           SCMP_SYS(swapoff),
                           SCMP_SYS(open_by_handle_at),
                           SCMP_SYS(add_key),
                           SCMP_SYS(request_key),
                           SCMP_SYS(keyctl)};
// A compiler needs less than a driver does.
constexpr int no_compilers[] = {SCMP_SYS(socket),
                                SCMP_SYS(socketpair),
                                SCMP_SYS(connect),
                                SCMP_SYS(bind),
                                SCMP_SYS(fork),
                                SCMP_SYS(vfork),
                                SCMP_SYS(kill),
                                SCMP_SYS(tkill),
                                SCMP_SYS(pidfd_open),
                                SCMP_SYS(pidfd_getfd),
                                SCMP_SYS(pidfd_send_signal),
                                SCMP_SYS(bpf),
                                SCMP_SYS(perf_event_open),
                                SCMP_SYS(userfaultfd),
                                SCMP_SYS(io_uring_setup)};

class Filter {
 public:
  Filter() : context_(::seccomp_init(SCMP_ACT_ALLOW)) {}
  ~Filter() {
    if (context_ != nullptr) ::seccomp_release(context_);
  }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  void deny(std::span<const int> calls) {
    for (const int call : calls) note(::seccomp_rule_add_array(context_, SCMP_ACT_ERRNO(EPERM), call, 0, nullptr));
  }
  /// AF_UNIX stays: drivers speak so with their services.
  void deny_internet() {
    for (const int family : {AF_INET, AF_INET6, AF_PACKET}) {
      deny_where(SCMP_SYS(socket), {0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(family), 0});
    }
  }
  /// Threads are no processes. What clone3 is asked for cannot be seen here; without it the C library takes clone.
  void deny_processes() {
    note(::seccomp_rule_add_array(context_, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0, nullptr));
    deny_where(SCMP_SYS(clone), {0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0});
  }
  /// True if from now on all threads of this process are held to it.
  [[nodiscard]] bool enforce() {
    if (context_ == nullptr) return false;
    note(::seccomp_attr_set(context_, SCMP_FLTATR_CTL_TSYNC, 1));
    if (whole_) note(::seccomp_load(context_));
    return whole_;
  }

 private:
  void deny_where(int call, scmp_arg_cmp argument) {
    note(::seccomp_rule_add_array(context_, SCMP_ACT_ERRNO(EPERM), call, 1, &argument));
  }
  void note(int result) { whole_ = whole_ && result == 0; }

  scmp_filter_ctx context_;
  bool whole_ = true;
};

bool close_calls(bool compiler) {
  Filter filter;
  filter.deny(nobodys);
  if (compiler) {
    filter.deny(no_compilers);
    filter.deny_processes();
  } else {
    filter.deny_internet();
  }
  return filter.enforce();
}

#else

bool close_calls(bool) {
  return false;
}

#endif

}  // namespace

Shortcoming confine_compiler(const std::vector<fs::path>& readable, const fs::path& writable) {
  if (switched_off()) return {};
  const bool files = close_files(readable, writable), calls = close_calls(true);
  if (files && calls) return {};
  return std::string(base::text(files ? "worker.open.calls" : calls ? "worker.open.files" : "worker.open.all"));
}

Shortcoming confine_card() {
  if (switched_off() || close_calls(false)) return {};
  return std::string(base::text("worker.open.calls"));
}

}  // namespace worker

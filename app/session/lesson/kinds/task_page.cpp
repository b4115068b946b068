// The table: which kind's page is which.
#include "session/lesson/kinds/task_page.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace session {
namespace {

namespace kinds = lesson::kinds;

constexpr std::pair<const lesson::TaskKind*, const TaskPage*> all_pages[] = {
    {&kinds::count_arrows, &pages::count_arrows},
    {&kinds::strike, &pages::strike},
    {&kinds::number, &pages::number},
    {&kinds::choice, &pages::choice},
    {&kinds::true_false, &pages::choice},
    {&kinds::run, &pages::run},
    {&kinds::words, &pages::words},
    {&kinds::sketch, &pages::sketch},
};

}  // namespace

const TaskPage& page_of(const lesson::Task& task) {
  return *std::ranges::find(all_pages, task.kind, &std::pair<const lesson::TaskKind*, const TaskPage*>::first)->second;
}

std::optional<study::Machine> key_machine(const Services& services) {
  const auto known = machine::device_named("");
  if (!known) return std::nullopt;
  const auto spec = services.device ? services.device->spec() : std::nullopt;
  return study::machine_of(services.device.get(), spec ? *spec : *known);
}

}  // namespace session

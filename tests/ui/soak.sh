#!/bin/sh
# A long lesson: the scene plays, the lab is edited, runs are started, views and themes are changed, over and over in a
# real window. Once a minute memory, open files and threads are noted; at the end the window's own statistics.
#   xvfb-run -a -s "-screen 0 1920x1080x24 -noreset" tests/ui/soak.sh PROGRAM MINUTES [LOG]
# Exits with 1 where the second half holds a tenth more memory than the first at its most, or more open files; with 90
# where no window came; with the program's status where it ended by itself.
set -u
program=$1
minutes=$2
log=${3:-/dev/stdout}
home=$(mktemp -d)
statistics=$home/statistics
"$program" --home "$home" window --lesson 01 --statistics --size 1920x1080 2>"$statistics" &
window=$!
trap 'kill "$window" 2>/dev/null; rm -rf "$home"' EXIT
timeout 60 xdotool search --sync --onlyvisible --class onetrip >/dev/null || exit 90
xdotool mousemove 640 60 # with no window manager the keys go to the window under the pointer

keys() {
  sleep 0.3
  xdotool key --delay 2 "$@"
}
holds() { # resident kB, open files, threads
  awk '/^VmRSS|^Threads/ { printf "%s ", $2 }' "/proc/$window/status"
  find "/proc/$window/fd" -mindepth 1 | wc -l
}
scenes() {
  keys Escape
  keys F7
  sleep 12
  keys F6 F6 F8 F8 F7
  sleep 8
}
lab() { # another preset each time, a chain typed by hand, a run
  keys ctrl+l
  sleep 1
  keys ctrl+p
  for _ in $(seq $((turn % 12))); do keys Down; done
  keys Return
  sleep 1
  keys Return
  xdotool type --delay 5 "# turn $turn"
  keys ctrl+Return
  if [ "$turn" -eq 0 ]; then sleep 60; else sleep 12; fi # the machine is measured first
  keys F4 shift+F4 F4 F9 F9
  keys ctrl+z ctrl+y ctrl+l
}
views() {
  keys F5
  sleep 3
  keys Right Right Left F5
  keys F3
  keys ctrl+k
  xdotool type --delay 5 'lesson'
  keys Escape Escape
  keys ctrl+o
  sleep 1
  keys Escape
  keys ctrl+d
  sleep 1
  keys Escape
}

end=$(($(date +%s) + minutes * 60))
notes=$home/notes
turn=0
while [ "$(date +%s)" -lt "$end" ]; do
  scenes
  lab
  views
  turn=$((turn + 1))
  kill -0 "$window" 2>/dev/null || break
  holds >>"$notes"
  echo "turn $turn: resident kB, threads, files: $(tail -n 1 "$notes")" >>"$log"
done
if ! kill -0 "$window" 2>/dev/null; then
  wait "$window"
  status=$?
  echo "the window ended by itself in turn $turn: $status" >>"$log"
  cat "$statistics" >>"$log"
  exit "$status"
fi
keys ctrl+q
wait "$window"
status=$?
cat "$statistics" >>"$log"
[ "$status" -eq 0 ] || exit "$status"
awk '{ memory[NR] = $1; files[NR] = $3 }
  END {
    for (i = 1; i <= NR; ++i) {
      half = i <= NR / 2 ? 1 : 2
      if (memory[i] > most[half]) most[half] = memory[i]
      if (files[i] > open[half]) open[half] = files[i]
    }
    printf "%d turns; at most %d kB and %d files in the first half, %d kB and %d files in the second\n", NR, most[1], open[1], most[2], open[2]
    exit (most[2] > 1.1 * most[1] || open[2] > open[1]) ? 1 : 0
  }' "$notes" >>"$log"

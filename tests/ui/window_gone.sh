#!/bin/sh
# Marks one arrow of lesson 02 in a real window, then ends the X server under it: window_gone.sh PROGRAM HOME.
# Exits with the program's status, or with 90 if no window came.
set -u
number=$(mktemp)
Xvfb -displayfd 3 -screen 0 1280x720x24 -noreset 3>"$number" 2>/dev/null &
server=$!
trap 'kill -KILL "$server" "${window:-$server}" 2>/dev/null; rm -f "$number"' EXIT
for _ in $(seq 300); do
  [ -s "$number" ] && break
  sleep 0.1
done
DISPLAY=:$(cat "$number")
export DISPLAY
"$1" --home "$2" window --lesson 02 --size 1280x720 --close-after 120 &
window=$!
timeout 300 xdotool search --sync --onlyvisible --class onetrip >/dev/null || exit 90
xdotool mousemove 640 60
sleep 4
xdotool key --delay 2 Tab space
sleep 5
kill -KILL "$server"
wait "$window"
status=$?
window=$server
exit "$status"

#!/bin/sh
# Marks one arrow of lesson 02 in a real window, then sends it a signal. Run under Xvfb: window_signal.sh PROGRAM HOME
# SIGNAL. Exits with the program's status, or with 90 if no window came.
set -u
"$1" --home "$2" window --lesson 02 --size 1280x720 --close-after 120 &
window=$!
trap 'kill -KILL "$window" 2>/dev/null' EXIT
timeout 300 xdotool search --sync --onlyvisible --class onetrip >/dev/null || exit 90
xdotool mousemove 640 60
# Nothing outside tells that a key was taken before the end; under a sanitizer a frame can last a second.
sleep 4
xdotool key --delay 2 Tab space
sleep 5
kill -"$3" "$window"
wait "$window"
status=$?
trap - EXIT
exit "$status"

#!/bin/sh
# Plays the first step of lesson 02 in a real window with real key events. Run under Xvfb: window_keys.sh PROGRAM HOME
# Prints the program's statistics; exits with its status.
set -u
program=$1
home=$2
"$program" --home "$home" window --lesson 02 --statistics --size 1280x720 --close-after 60 &
window=$!
trap 'kill "$window" 2>/dev/null' EXIT
timeout 30 xdotool search --sync --onlyvisible --class onetrip >/dev/null || exit 99
# With no window manager the keys go to the window under the pointer.
xdotool mousemove 640 60
sleep 0.5
# The first Tab shows the first arrow; b, the second one, is no crossing. Many presses and releases fall into one poll;
# 2 ms apart, since GLFW takes two presses of a key within one millisecond for one.
xdotool key --delay 2 Tab space Tab Tab space Tab space Tab space
sleep 0.5
xdotool key --delay 2 Return
sleep 0.5
xdotool key ctrl+q
wait "$window"
status=$?
trap - EXIT
exit "$status"

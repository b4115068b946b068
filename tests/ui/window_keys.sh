#!/bin/sh
# Takes a lesson from its first answer to what is behind its last step, in a real window with real key events.
# Run under Xvfb: window_keys.sh PROGRAM HOME DATA 01|02. Prints what the program said; exits with its status, or with
# 90 + the step that it did not come to.
set -u
program=$1
home=$2
settings=$home/config/settings.json
"$program" --home "$home" --data "$3" window --lesson "$4" --statistics --size 1280x720 --close-after 600 &
window=$!
trap 'kill "$window" 2>/dev/null' EXIT
timeout 300 xdotool search --sync --onlyvisible --class onetrip >/dev/null || exit 90
# With no window manager the keys go to the window under the pointer.
xdotool mousemove 640 60

# Many presses and releases fall into one poll; 2 ms apart, since GLFW takes two presses of a key within one
# millisecond for one.
keys() {
  sleep 0.3
  xdotool key --delay 2 "$@"
}
# Goes on until the program has noted the step, which it does only where the way is open. Right says so too when it
# comes a second time: there it is closed again.
arrive() {
  tries=0
  until grep -q "\"last_step\": $1\b" "$settings" 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -le 500 ] || exit $((90 + $1))
    keys Right
  done
}

lesson_01() {
  # 1: the first Tab shows the field; the scene steps on, back and plays while that has the keyboard.
  keys Tab F8 F8 F6 F7 2 Return
  arrive 2
  keys b Return
  arrive 3
  keys 8 Return
  arrive 4
  keys 2 Return
  arrive 5
  keys 4 Return
  arrive 6
  # 6: the run; the machine is measured first.
  keys Return
  arrive 7
  # 7: back from the field over the hint and what stands below the scene to the jobs; six of them go into a file.
  keys shift+Tab shift+Tab shift+Tab shift+Tab shift+Tab shift+Tab
  keys Right Right Right Right Right
  keys ctrl+e
  keys Tab Tab Tab Tab Tab Tab
  keys 6 Return
  arrive 8
  keys b Return
  arrive 9
  keys b Return
  arrive 10
  xdotool type --delay 2 'One trip.'
  keys Return
  keys Return
  timeout 200 xdotool search --sync --name 'Onetrip: Count the crossings' >/dev/null || exit 89
}

lesson_02() {
  # 1: the first Tab shows the first arrow; b, the second one, is no crossing.
  keys Tab space Tab Tab space Tab space Tab space
  arrive 2
  # 2: the ring is at the first arrow; strikes what K1 writes and K2 reads; Return locks.
  keys Tab Tab space Tab space Return
  arrive 3
  # 3 and 4: a letter, a number, each locked with Return.
  keys b Return
  arrive 4
  keys 2 Return
  arrive 5
  # 5: the run; the machine is measured first.
  keys Return
  arrive 6
  keys 5 Return
  arrive 7
  keys 3 Return
  arrive 8
  keys Return
  # The reveal: the way on opens with it; back to it, and its figure goes into a file.
  arrive 9
  keys Left
  sleep 0.3
  keys ctrl+e
  keys Right
  arrive 9
  keys c Return
  arrive 10
  # 10: a sentence, then the lock; the filled button leads to the next lesson.
  xdotool type --delay 2 'One trip.'
  keys Return
  keys Return
  timeout 200 xdotool search --sync --name 'Onetrip: How much math is free' >/dev/null || exit 89
}

"lesson_$4"
keys ctrl+q
wait "$window"
status=$?
trap - EXIT
exit "$status"

#!/usr/bin/env bash
# worker_install_test.sh SOURCE ONETRIP: scripts/worker with a local shell in place of ssh: what it says when it cannot,
# and that what it builds speaks with the program.
set -euo pipefail
source=$1
export ONETRIP=$2
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
failed=0
cxx=g++
if command -v ccache >/dev/null; then
  cxx="ccache g++"
  CCACHE_DIR=$(ccache -k cache_dir)
  export CCACHE_DIR
fi

# refuses NAME STATUS SENTENCE ARGUMENTS...: ends with that status and says that.
refuses() {
  local name=$1 wanted=$2 sentence=$3 status=0
  shift 3
  "$source/scripts/worker" "$@" >"$here/said" 2>&1 </dev/null || status=$?
  if [ "$status" != "$wanted" ] || ! grep -qF -- "$sentence" "$here/said"; then
    echo "FAILED: $name: status $status instead of $wanted, or not said: $sentence"
    sed 's/^/  | /' "$here/said"
    failed=1
  fi
}

# A host that has only these programs, and a home of its own.
mkdir "$here/bin" "$here/home" "$here/empty"
for tool in sh mktemp gzip tar uname cat sed sort ls nproc xargs rm mkdir cp mv grep tr tail env; do
  ln -s "$(command -v "$tool")" "$here/bin/$tool"
done
bare="env HOME=$here/home PATH=$here/bin CUDA_HOME= CUDA_PATH= sh -c"
mkdir "$here/old"
printf '#!/bin/sh\necho 8.5.0\n' >"$here/old/g++"
printf '#!/bin/sh\necho "ssh: connect to host gpu7 port 22: No route to host" >&2\nexit 255\n' >"$here/unreachable"
printf '#!/bin/sh\necho "Welcome to gpu7"\n' >"$here/deaf"
chmod +x "$here/old/g++" "$here/unreachable" "$here/deaf"

refuses "no host" 2 "scripts/worker HOST"
refuses "two hosts" 2 "One host at a time" gpu7 gpu8
refuses "a host and a command" 2 "give one of them" gpu7 --via "ssh gpu7"
refuses "an option as host" 2 "There is no option -oProxyCommand=x" -oProxyCommand=x
refuses "a command as host" 2 "is no host's name" 'gpu7;reboot'
refuses "an option without value" 2 "--cuda needs a value" gpu7 --cuda
refuses "no way there" 3 "ended with status 255 before it did" --via "$here/unreachable"
refuses "a command that runs nothing" 3 "did not run what it was given" --via "$here/deaf"
refuses "no compiler" 3 "There is no C++ compiler on" --via "$bare"
refuses "too old a compiler" 3 "g++ is version 8. Needed is g++ 11 or later" \
  --via "env HOME=$here/home PATH=$here/old:$here/bin sh -c"
refuses "no such toolkit" 3 "There is no folder $here/none" --via "sh -c" --cxx "$cxx" --cuda "$here/none"
refuses "a place for root" 3 "Nothing can be written to /proc/bin" --via "sh -c" --cxx "$cxx" --into /proc/bin
refuses "a name with a blank" 3 "a character that a shell would take" --via "sh -c" --cxx "$cxx" --into "$here/a b"
# A disk that is full when the worker is put into its place: nothing half is left.
mkdir "$here/full"
cat >"$here/full/g++" <<'CXX'
#!/bin/sh
case "$*" in
  *-dumpversion*) echo 12 ;;
  *"-o onetrip-worker "*) echo '#!/bin/sh' >onetrip-worker; chmod +x onetrip-worker ;;
esac
CXX
printf '#!/bin/sh\n: >"$2"\necho "No space left on device" >&2\nexit 1\n' >"$here/full/cp"
chmod +x "$here/full/g++" "$here/full/cp"
refuses "a full disk" 3 "Make room there" --via "env HOME=$here/home PATH=$here/full:$here/bin:/usr/bin:/bin sh -c"
[ -z "$(ls -A "$here/home/.local/bin")" ] || { echo "FAILED: half a worker was left"; failed=1; }
rm -r "$here/home/.local"
[ -z "$(ls "$here/home")" ] || { echo "FAILED: a refusal left something behind: $(ls "$here/home")"; failed=1; }

# Built for real, without counters, and asked.
via="env HOME=$here/home sh -c"
refuses "the build" 0 "Without counters: no CUPTI headers (looked in: $here/empty)" \
  --via "$via" --cxx "$cxx" --cuda "$here/empty"
worker=$here/home/.local/bin/onetrip-worker
grep -qF "onetrip devices add gpu \"$via $worker\"" "$here/said" || { echo "FAILED: the line to use"; failed=1; }
[ "$(ls -A "$here/home/.local/bin")" = onetrip-worker ] || { echo "FAILED: more than the worker was left"; failed=1; }
"$worker" --version | grep -q '^onetrip-worker [0-9]' || { echo "FAILED: its version"; failed=1; }
# The doctor heard it: a card, or the reason why there is none.
grep -qE 'not here: cuda: [^ ]+ says: There is no NVIDIA driver|^cuda: ' "$here/said" || {
  echo "FAILED: the doctor's answer"
  sed 's/^/  | /' "$here/said"
  failed=1
}
[ $failed = 0 ] && echo "scripts/worker: all as it should be"
exit $failed

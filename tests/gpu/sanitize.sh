#!/usr/bin/env bash
# sanitize.sh ONETRIP: compute-sanitizer's memcheck and racecheck over the kernels of awkward sizes. Counters are off
# under it (it is a profiler itself), and so is everything that needs them.
set -uo pipefail
onetrip=$1
sanitizer=$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)
[ -x "$sanitizer" ] || { echo "compute-sanitizer: not here, not run"; exit 0; }
chains=()
for n in 1 31 33 4095 1048579; do
  chains+=("x: f32[$n]; r: f32[$n]; y = gelu(x * 1.5) + r" "x: bf16[$n]; y = relu(x) - 1" "x: f32[3, $n]; y = softmax(x)")
done
chains+=("x: f32[33, 4095]; g: f32[4095]; y = rmsnorm(x, g)" "x: f16[31, 8192]; y = layernorm(x)"
  "x: f32[33, 1000]; b: f32[1000]; y = sum(x + b)" "x: f32[5, 50000]; y = softmax(x)"
  "ladder rmsnorm --size 33x8192" "ladder rmsnorm --size 65x1001" "ladder softmax --size 33x8192" "ladder softmax --size 31x1001")
status=0
for tool in memcheck racecheck; do
  failed=0
  checked=0
  for chain in "${chains[@]}"; do
    # Races are about shared memory, which only rows use.
    [[ $tool == racecheck && ! $chain =~ softmax|norm|sum ]] && continue
    checked=$((checked + 1))
    command=(run "$chain")
    [[ $chain == ladder* ]] && read -ra command <<<"$chain"
    timeout 60 "$sanitizer" --tool "$tool" --target-processes all --error-exitcode 99 \
      "$onetrip" "${command[@]}" --device cuda --quick >/tmp/sanitizer.log 2>&1
    code=$?
    if [ $code -ne 0 ] || grep -qE "ERROR SUMMARY: [1-9]|RACECHECK SUMMARY: [1-9]" /tmp/sanitizer.log; then
      failed=$((failed + 1))
      echo "$tool: $chain: exit $code: $(grep -E '=========|rror' /tmp/sanitizer.log | grep -v COMPUTE-SANITIZER | head -n 3 | tr '\n' ' ')"
    fi
  done
  echo "compute-sanitizer $tool: $((checked - failed)) of $checked chains clean"
  [ $failed -eq 0 ] || status=1
done
exit $status

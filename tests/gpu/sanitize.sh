#!/usr/bin/env bash
# sanitize.sh ONETRIP [PART]: compute-sanitizer's memcheck and racecheck over the kernels of awkward sizes, several chains
# at once (nothing is timed here); with PART only over chains whose text has it, such as '@'. Counters are off under it:
# it is a profiler itself.
set -uo pipefail
onetrip=$1
part=${2:-}
sanitizer=$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)
[ -x "$sanitizer" ] || { echo "compute-sanitizer: not here, not run"; exit 0; }
chains=()
for n in 1 31 33 4095 1048579; do
  chains+=("x: f32[$n]; r: f32[$n]; y = gelu(x * 1.5) + r" "x: bf16[$n]; y = relu(x) - 1" "x: f32[3, $n]; y = softmax(x)")
done
chains+=("x: f32[33, 4095]; g: f32[4095]; y = rmsnorm(x, g)" "x: f16[31, 8192]; y = layernorm(x)"
  "x: f32[33, 1000]; b: f32[1000]; y = sum(x + b)" "x: f32[5, 50000]; y = softmax(x)"
  "x: f32[9, 32768]; y = softmax(x)" "x: f32[9, 17408]; m = max(x); y = log(sum(exp(x - m))) + m" "x: bf16[9, 32768]; y = softmax(x)"
  "ladder rmsnorm --size 33x8192" "ladder rmsnorm --size 65x1001" "ladder softmax --size 33x8192" "ladder softmax --size 31x1001"
  "ladder attention --size 200" "ladder decode --size 1001" "ladder cross-entropy --size 300"
  "ladder experts --size 1000" "ladder combine --size 1000"
  "x: bf16[2147483651]; y = relu(x)")
# Products: by the copy engine and wgmma, by mma.sync, by FMA, of few rows, of siblings, of packed weights, reduced by rows.
chains+=("x: bf16[257, 512]; w: bf16[512, 384]; b: bf16[384]; y = gelu(x @ w + b)"
  "x: bf16[131, 257]; w: bf16[257, 99]; r: bf16[131, 99]; y = r + x @ w"
  "x: f32[131, 257]; w: f32[257, 99]; b: f32[99]; y = silu(x @ w + b)"
  "x: bf16[5, 2048]; w: bf16[2048, 1024]; y = relu(x @ w)"
  "x: bf16[256, 512]; g: bf16[512, 768]; u: bf16[512, 768]; y = silu(x @ g) * (x @ u)"
  "x: bf16[1, 512]; w: i4[512, 384]; s: bf16[384]; y = x @ dequant(w, s)"
  "x: bf16[7, 512]; w: i8[512, 384]; s: bf16[384]; y = x @ dequant(w, s)"
  "x: bf16[40, 512]; w: i8[512, 384]; s: bf16[384]; y = relu(x @ dequant(w, s))"
  "x: bf16[40, 512]; w: bf16[512, 384]; y = relu(x @ w)"
  "x: bf16[200, 512]; w: bf16[512, 1000]; z = x @ w; m = max(z); l = log(sum(exp(z - m))) + m"
  "x: bf16[131, 257]; w: bf16[257, 99]; z = x @ w; m = max(z); s = sum(z); out m, s"
  "x: bf16[200, 512]; w: bf16[512, 1000]; t: i32[200]; y = cross_entropy(x @ w, t)"
  "z: f32[33, 1000]; t: i32[33]; p = pick(z, t); y = cross_entropy(z, t); out p, y"
  "z: f32[33, 256]; v = topk(z, 8); i = topk_index(z, 8); out v, i" "z: bf16[5, 70001]; v = topk(z, 50); i = topk_index(z, 50); out v, i"
  "z: f32[33, 1001]; i = argmax(z * 2)" "x: bf16[200, 512]; w: bf16[512, 1000]; r = x @ w; v = topk(r, 8); i = topk_index(r, 8); out v, i")
# Rows in groups: by the copy engine and wgmma, with rows found by number, by mma.sync, by FMA.
chains+=("x: bf16[700, 512]; w: bf16[8, 512, 384]; e: i32[8]; y = silu(grouped(x, w, e))"
  "x: bf16[500, 512]; i: i32[700]; w: bf16[40, 512, 384]; e: i32[40]; y = silu(grouped(gather(x, i), w, e))"
  "x: bf16[301, 257]; i: i32[431]; w: bf16[5, 257, 99]; e: i32[5]; y = relu(grouped(gather(x, i), w, e))"
  "x: f32[301, 40]; w: f32[5, 40, 99]; e: i32[5]; y = relu(grouped(x, w, e))")
# Attention: by the copy engine and wgmma, by mma.sync, by FMA, its keys in parts, by warps that share them, in pages.
chains+=("q: bf16[1, 2, 300, 128]; k: bf16[1, 2, 300, 128]; v: bf16[1, 2, 300, 128]; o = softmax(q @ transpose(k) * 0.09) @ v"
  "q: bf16[1, 4, 200, 64]; k: bf16[1, 2, 264, 64]; v: bf16[1, 2, 264, 64]; o = softmax(causal(q @ transpose(k) * 0.1)) @ v"
  "q: f16[1, 2, 70, 36]; k: f16[1, 2, 99, 36]; v: f16[1, 2, 99, 20]; o = softmax(tanh(q @ transpose(k))) @ v"
  "q: f32[1, 2, 70, 40]; k: f32[1, 1, 99, 40]; v: f32[1, 1, 99, 24]; o = softmax(causal(q @ transpose(k))) @ v"
  "q: bf16[1, 8, 1, 64]; k: bf16[1, 2, 4097, 64]; v: bf16[1, 2, 4097, 64]; o = softmax(q @ transpose(k)) @ v"
  "q: bf16[1, 8, 3, 64]; k: bf16[1, 1, 700, 64]; v: bf16[1, 1, 700, 40]; o = softmax(causal(q @ transpose(k))) @ v"
  "q: bf16[2, 8, 1, 128]; a: bf16[200, 2, 16, 128]; b: bf16[200, 2, 16, 128]; t: i32[2, 69]; k = gather(a, t); v = gather(b, t); o = softmax(q @ transpose(k) * 0.1) @ v")
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

check() { # TOOL CHAIN: one line
  local tool=$1 chain=$2 log code command
  log=$(mktemp "$logs/XXXXXX")
  command=(run "$chain")
  [[ $chain == ladder* ]] && read -ra command <<<"$chain"
  timeout 240 "$sanitizer" --tool "$tool" --target-processes all --error-exitcode 99 \
    "$onetrip" "${command[@]}" --device cuda --quick >"$log" 2>&1
  code=$?
  # cuBLASLt's kernels hand shared memory on in ways that racecheck reports (seen of nvjet): they are not ours to mend.
  if [ $tool = racecheck ] && [ $code -eq 99 ] && grep -q 'access at' "$log" && ! grep 'access at' "$log" | grep -qv 'access at nvjet'; then
    echo "$tool: clean, but for the library's own kernel: $chain"
    return
  fi
  # Without a summary the tool saw nothing: that is no pass.
  if [ $code -ne 0 ] || ! grep -q 'SUMMARY: 0 ' "$log" || grep -qE 'SUMMARY: [1-9]' "$log"; then
    echo "$tool: FAILED: $chain: exit $code: $(grep -E '=========|rror' "$log" | grep -v COMPUTE-SANITIZER | head -n 3 | tr '\n' ' ')"
  else
    echo "$tool: clean: $chain"
  fi
}
export -f check
export sanitizer onetrip logs

status=0
for tool in memcheck racecheck; do
  for chain in "${chains[@]}"; do
    [[ $chain == *"$part"* ]] || continue
    # Races are about shared memory, which only rows and products use.
    [[ $tool == racecheck && ! $chain =~ softmax|norm|sum|@ ]] && continue
    printf '%s\0%s\0' "$tool" "$chain"
  done
done | xargs -0 -n 2 -P "${SANITIZE_JOBS:-8}" bash -c 'check "$0" "$1"' | tee "$logs/all"
for tool in memcheck racecheck; do
  failed=$(grep -c "^$tool: FAILED" "$logs/all")
  checked=$(grep -c "^$tool: " "$logs/all")
  summary+="compute-sanitizer $tool: $((checked - failed)) of $checked chains clean; "
  [ "$checked" -gt 0 ] && [ "$failed" -eq 0 ] || status=1
done
echo "${summary%; }"
exit $status

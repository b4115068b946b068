// Decoding, the second of two kernels: o = what the parts of a head's keys came to, put together.
// Bytes an element and part: 4 read (and 8 a part for its largest score and its sum), 2 written an element.
// A part whose largest score is below the largest of all fades by exp of the difference; then one division.
// Launch: a block of 128 threads a head, one a dimension.
extern "C" __global__ void __launch_bounds__(128) decode_combine(
    const f32* __restrict__ added, const f32* __restrict__ state, bf16* __restrict__ o, const i64 heads, const i64 parts) {
  constexpr int head = 128;
  const i64 row = blockIdx.x;
  f32 most = -infinity(), all = 0.0f, out = 0.0f;
  for (i64 part = 0; part < parts; ++part) most = maximum(most, state[(part * heads + row) * 2]);
#pragma unroll 4
  for (i64 part = 0; part < parts; ++part) {
    const f32* const own = state + (part * heads + row) * 2;
    const f32 fade = expf(own[0] - most);
    all += own[1] * fade;
    out += added[(part * heads + row) * head + threadIdx.x] * fade;
  }
  o[row * head + threadIdx.x] = narrow<bf16>(out / all);
}

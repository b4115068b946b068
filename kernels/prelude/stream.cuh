// Sums of exponentials that are kept beside the maximum so far.
/// What a sum of exp(x - from) is multiplied by to be a sum of exp(x - to), where `to` is the larger one or the same.
__device__ __forceinline__ f32 rescale(f32 from, f32 to) {
  return from < to ? expf(from - to) : 1.0f;
}

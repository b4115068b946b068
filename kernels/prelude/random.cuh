// Random numbers by counter: bit for bit what every other device makes from the same seed and element.
// splitmix64's finaliser (Steele, Lea, Flood 2014); stream 77 belongs to dropout.
__device__ __forceinline__ u64 random_bits(u64 seed, u64 stream, u64 index) {
  u64 z = seed * 0x9E3779B97F4A7C15ull + stream * 0xD1B54A32D192ED03ull + (index + 1) * 0x8CB92BA72F3D8DD7ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

/// `threshold` is the probability of zero in units of 2^-53; `scale` makes up for what is dropped.
__device__ __forceinline__ f32 dropout(f32 x, u64 seed, u64 element, u64 threshold, f32 scale) {
  return (random_bits(seed, 77, element) >> 11) >= threshold ? x * scale : 0.0f;
}

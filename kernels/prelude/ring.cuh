// A tile's sums, with the next operands under way: the main loop of matmul's third rung, for kernels that are about
// something else.

/// `Left` and `Right` are tiles of bf16 of one depth; the ring has room for four of each.
template <class Left, class Right, int threads>
struct Ring {
  static constexpr int depth = Left::run, stages = 4, stage_bytes = Left::bytes + Right::bytes;
  unsigned char* place;  ///< in shared memory, stages * stage_bytes

  /// Adds to `sum` rows row0 ... of `left` times columns column0 ... of `right`, over all of k. What kinds of matrices
  /// they are, bring_tile knows. Afterwards the ring is free for other things.
  template <class Sums, class LeftMatrix, class RightMatrix>
  __device__ __forceinline__ void multiply(Sums& sum, const LeftMatrix& left, const RightMatrix& right, int row0,
                                           int column0, i64 k) const {
    const int steps = int((k + depth - 1) / depth);
    const auto bring_in = [&](int step) {
      unsigned char* const stage = place + step % stages * stage_bytes;
      if (step < steps) bring_tile<Left, threads, 16>(stage, left, row0, step * depth);
      if (step < steps) bring_tile<Right, threads, 16>(stage + Left::bytes, right, step * depth, column0);
      copy_commit();
    };
    for (int step = 0; step < stages - 1; ++step) bring_in(step);
    for (int step = 0; step < steps; ++step) {
      copy_wait<stages - 2>();
      __syncthreads();  // this stage is there for all; all have done with the one before, which is filled again
      bring_in(step + stages - 1);
      const unsigned char* const stage = place + step % stages * stage_bytes;
      sum.multiply(stage, stage + Left::bytes);
    }
    __syncthreads();
  }
};

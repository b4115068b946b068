// Nothing: what a launch costs by itself.
// Bytes: none.
// Launch: 1 block of 32 threads.
extern "C" __global__ void __launch_bounds__(32) calibrate_empty() {}

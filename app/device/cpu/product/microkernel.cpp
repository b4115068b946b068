// The one file that knows BLIS: its context for this processor, its kernel, its block sizes.
#include "device/cpu/product/microkernel.hpp"

#include <blis.h>

namespace device::cpu {

Microkernel::Microkernel() {
  bli_init();
  cntx_t* context = bli_gks_query_cntx();
  const sgemm_ukr_ft loop =
      reinterpret_cast<sgemm_ukr_ft>(bli_cntx_get_l3_nat_ukr_dt(BLIS_FLOAT, BLIS_GEMM_UKR, context));
  loop_ = reinterpret_cast<void (*)()>(loop);
  context_ = context;
  by_columns_ = !bli_cntx_l3_nat_ukr_prefers_rows_dt(BLIS_FLOAT, BLIS_GEMM_UKR, context);
  const auto panel = [&](bszid_t id) {
    return Panel{bli_cntx_get_blksz_def_dt(BLIS_FLOAT, id, context),
                 bli_cntx_get_blksz_max_dt(BLIS_FLOAT, id, context)};
  };
  left_ = panel(by_columns_ ? BLIS_NR : BLIS_MR);
  right_ = panel(by_columns_ ? BLIS_MR : BLIS_NR);
  depth_ = bli_cntx_get_blksz_def_dt(BLIS_FLOAT, BLIS_KC, context);
}

std::string Microkernel::name() {
  return std::string("BLIS ") + bli_info_get_version_str() + ", " + bli_arch_string(bli_arch_query_id());
}

void Microkernel::multiply(const Call& call) const {
  float one = 1, beta = call.adds ? 1.0f : 0.0f;
  // BLIS takes no const; it only reads its operands.
  auto *left = const_cast<float*>(call.left), *right = const_cast<float*>(call.right);
  auto *next_left = const_cast<float*>(call.next_left), *next_right = const_cast<float*>(call.next_right);
  auxinfo_t ahead{};
  const auto loop = reinterpret_cast<sgemm_ukr_ft>(loop_);
  auto* context = static_cast<cntx_t*>(context_);
  if (by_columns_) {
    bli_auxinfo_set_next_ab(next_right, next_left, &ahead);
    loop(right_.lines, left_.lines, call.depth, &one, right, left, &beta, call.out, 1, call.row_step, &ahead, context);
  } else {
    bli_auxinfo_set_next_ab(next_left, next_right, &ahead);
    loop(left_.lines, right_.lines, call.depth, &one, left, right, &beta, call.out, call.row_step, 1, &ahead, context);
  }
}

void multiply_panels(const Panels& of) {
  const Microkernel& kernel = microkernel();
  const Panel rows = kernel.left(), columns = kernel.right();
  const std::int64_t row_panels = rows.panels(of.rows), column_panels = columns.panels(of.columns);
  for (std::int64_t column = 0; column < column_panels; ++column) {
    const float* right_panel = of.right + column * of.depth * columns.width;
    for (std::int64_t row = 0; row < row_panels; ++row) {
      const bool last = row + 1 == row_panels;
      Microkernel::Call call{};
      call.left = of.left + row * of.depth * rows.width;
      call.right = right_panel;
      call.next_left = last ? of.left : call.left + of.depth * rows.width;
      call.next_right = last && column + 1 < column_panels ? right_panel + of.depth * columns.width : right_panel;
      call.depth = of.depth;
      call.adds = of.adds;
      call.out = of.out + row * rows.lines * of.row_step + column * columns.lines;
      call.row_step = of.row_step;
      kernel.multiply(call);
    }
  }
}

const Microkernel& microkernel() {
  static const Microkernel found;
  return found;
}

}  // namespace device::cpu

// The worker's own declarations of cuBLASLt and of tensor maps against the toolkit's headers, where they are installed.
#include "base/resources.hpp"
#include "worker/cublas_api.hpp"
#include "worker/cublas_names.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <tuple>

#ifdef ONETRIP_CUBLASLT_HEADERS
#include <cublasLt.h>
#include <cuda.h>
#endif

namespace cublas_test {

using namespace worker;

#ifdef ONETRIP_CUBLASLT_HEADERS

// Passed alike: a pointer for a pointer, else a number as wide; floating ones are none of these.
template <class Ours, class Theirs>
constexpr bool alike = std::is_pointer_v<Ours>
                           ? std::is_pointer_v<Theirs>
                           : (std::is_integral_v<Ours> ||
                              std::is_enum_v<Ours>)&&(std::is_integral_v<Theirs> ||
                                                      std::is_enum_v<Theirs>)&&sizeof(Ours) == sizeof(Theirs);

template <class Ours, class Theirs>
struct SameAbi : std::false_type {};
template <class R, class... A, class S, class... B>
requires(sizeof...(A) == sizeof...(B)) struct SameAbi<R (*)(A...), S (*)(B...)>
    : std::bool_constant<alike<R, S> && (alike<A, B> && ...)> {
};

#define SAME(member, function) \
  static_assert(SameAbi<decltype(cublas::Api::member), decltype(&function)>::value, #function)
SAME(version, cublasLtGetVersion);
SAME(status_name, cublasLtGetStatusName);
SAME(create, cublasLtCreate);
SAME(product_create, cublasLtMatmulDescCreate);
SAME(product_destroy, cublasLtMatmulDescDestroy);
SAME(product_set, cublasLtMatmulDescSetAttribute);
SAME(layout_create, cublasLtMatrixLayoutCreate);
SAME(layout_destroy, cublasLtMatrixLayoutDestroy);
SAME(layout_set, cublasLtMatrixLayoutSetAttribute);
SAME(preference_create, cublasLtMatmulPreferenceCreate);
SAME(preference_destroy, cublasLtMatmulPreferenceDestroy);
SAME(preference_set, cublasLtMatmulPreferenceSetAttribute);
SAME(heuristics, cublasLtMatmulAlgoGetHeuristic);
SAME(check, cublasLtMatmulAlgoCheck);
SAME(attribute, cublasLtMatmulAlgoConfigGetAttribute);
SAME(multiply, cublasLtMatmul);
static_assert(SameAbi<decltype(cuda::Api::encode_map), decltype(&cuTensorMapEncodeTiled)>::value);
#undef SAME

static_assert(sizeof(cublas::Algorithm) == sizeof(cublasLtMatmulAlgo_t));
static_assert(sizeof(cublas::Heuristic) == sizeof(cublasLtMatmulHeuristicResult_t));
static_assert(offsetof(cublas::Heuristic, workspace) == offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize));
static_assert(offsetof(cublas::Heuristic, state) == offsetof(cublasLtMatmulHeuristicResult_t, state));
static_assert(offsetof(cublas::Heuristic, waves) == offsetof(cublasLtMatmulHeuristicResult_t, wavesCount));
static_assert(sizeof(cuda::TensorMap) == sizeof(CUtensorMap) && alignof(cuda::TensorMap) == alignof(CUtensorMap));

TEST(Cublas, NumbersAreTheHeaders) {
  const std::pair<long long, long long> equal[] = {
      {cublas::success, CUBLAS_STATUS_SUCCESS},
      {cublas::not_initialized, CUBLAS_STATUS_NOT_INITIALIZED},
      {cublas::allocation_failed, CUBLAS_STATUS_ALLOC_FAILED},
      {cublas::not_supported, CUBLAS_STATUS_NOT_SUPPORTED},
      {int(cublas::Compute::f32), CUBLAS_COMPUTE_32F},
      {int(cublas::DataType::f32), CUDA_R_32F},
      {int(cublas::DataType::f16), CUDA_R_16F},
      {int(cublas::DataType::bf16), CUDA_R_16BF},
      {int(cublas::LayoutAttribute::batch_count), CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT},
      {int(cublas::LayoutAttribute::batch_stride), CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET},
      {int(cublas::ProductAttribute::transpose_a), CUBLASLT_MATMUL_DESC_TRANSA},
      {int(cublas::ProductAttribute::transpose_b), CUBLASLT_MATMUL_DESC_TRANSB},
      {int(cublas::ProductAttribute::epilogue), CUBLASLT_MATMUL_DESC_EPILOGUE},
      {int(cublas::ProductAttribute::bias_pointer), CUBLASLT_MATMUL_DESC_BIAS_POINTER},
      {int(cublas::ProductAttribute::bias_type), CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE},
      {int(cublas::PreferenceAttribute::workspace), CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES},
      {int(cublas::PreferenceAttribute::reductions), CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK},
      {int(cublas::PreferenceAttribute::alignment_a), CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES},
      {int(cublas::PreferenceAttribute::alignment_b), CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES},
      {int(cublas::PreferenceAttribute::alignment_c), CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES},
      {int(cublas::PreferenceAttribute::alignment_d), CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES},
      {int(cublas::AlgorithmAttribute::id), CUBLASLT_ALGO_CONFIG_ID},
      {int(cublas::AlgorithmAttribute::tile), CUBLASLT_ALGO_CONFIG_TILE_ID},
      {int(cublas::AlgorithmAttribute::split_k), CUBLASLT_ALGO_CONFIG_SPLITK_NUM},
      {int(cublas::AlgorithmAttribute::reduction), CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME},
      {int(cublas::AlgorithmAttribute::stages), CUBLASLT_ALGO_CONFIG_STAGES_ID},
      {int(cublas::AlgorithmAttribute::cluster), CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID},
      {int(cublas::Transpose::no), CUBLAS_OP_N},
      {int(cublas::Transpose::yes), CUBLAS_OP_T},
      {int(cublas::Epilogue::none), CUBLASLT_EPILOGUE_DEFAULT},
      {int(cublas::Epilogue::relu), CUBLASLT_EPILOGUE_RELU},
      {int(cublas::Epilogue::bias), CUBLASLT_EPILOGUE_BIAS},
      {int(cublas::Epilogue::relu_bias), CUBLASLT_EPILOGUE_RELU_BIAS},
      {int(cublas::Epilogue::gelu), CUBLASLT_EPILOGUE_GELU},
      {int(cublas::Epilogue::gelu_bias), CUBLASLT_EPILOGUE_GELU_BIAS},
      {int(cublas::Reduction::in_place), CUBLASLT_REDUCTION_SCHEME_INPLACE},
      {int(cublas::Reduction::compute_type), CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE},
      {int(cublas::Reduction::output_type), CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE},
      {int(cuda::MapType::u8), CU_TENSOR_MAP_DATA_TYPE_UINT8},
      {int(cuda::MapType::f16), CU_TENSOR_MAP_DATA_TYPE_FLOAT16},
      {int(cuda::MapType::f32), CU_TENSOR_MAP_DATA_TYPE_FLOAT32},
      {int(cuda::MapType::bf16), CU_TENSOR_MAP_DATA_TYPE_BFLOAT16},
      {int(cuda::Swizzle::bytes_32), CU_TENSOR_MAP_SWIZZLE_32B},
      {int(cuda::Swizzle::bytes_64), CU_TENSOR_MAP_SWIZZLE_64B},
      {int(cuda::Swizzle::bytes_128), CU_TENSOR_MAP_SWIZZLE_128B},
      {int(cuda::L2Promotion::bytes_64), CU_TENSOR_MAP_L2_PROMOTION_L2_64B},
      {int(cuda::L2Promotion::bytes_128), CU_TENSOR_MAP_L2_PROMOTION_L2_128B},
      {int(cuda::L2Promotion::bytes_256), CU_TENSOR_MAP_L2_PROMOTION_L2_256B},
      {int(cuda::BeyondFill::zeros), CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE}};
  for (std::size_t i = 0; i < std::size(equal); ++i) EXPECT_EQ(equal[i].first, equal[i].second) << "line " << i;
}

TEST(Cublas, EveryTileStageAndClusterHasTheHeadersName) {
  const auto text = base::read_file(std::string(ONETRIP_CUBLASLT_HEADERS) + "/cublasLt.h", 4 << 20);
  ASSERT_TRUE(text);
  const std::regex entry(R"(CUBLASLT_(MATMUL_TILE|MATMUL_STAGES|CLUSTER_SHAPE)_(\d\w*) = (\d+),)");
  int seen = 0;
  for (std::sregex_iterator at(text->begin(), text->end(), entry), end; at != end; ++at, ++seen) {
    const std::string kind = (*at)[1];
    std::string name = (*at)[2];
    if (const std::size_t any = name.find("AUTO"); any != std::string::npos) name.replace(any, 4, "auto");
    const auto number = static_cast<std::uint32_t>(std::stoul((*at)[3]));
    const std::string ours = kind == "MATMUL_TILE"     ? cublas::tile_name(number)
                             : kind == "MATMUL_STAGES" ? cublas::stages_name(number)
                                                       : cublas::cluster_name(number);
    EXPECT_EQ(ours, name) << number;
  }
  EXPECT_GT(seen, 600);
}

#endif

TEST(Cublas, ANumberWithoutANameIsSaidAsItIs) {
  EXPECT_EQ(cublas::tile_name(0), "auto");
  EXPECT_EQ(cublas::tile_name(1), "8x8");
  EXPECT_EQ(cublas::tile_name(99'999), "99999");
  EXPECT_EQ(cublas::stages_name(29), "29") << "one that is left out";
  EXPECT_EQ(cublas::cluster_name(1), "1");
  EXPECT_EQ(cublas::cluster_name(3), "2x1x1");
  EXPECT_EQ(cublas::reduction_name(cublas::Reduction::none), "none");
  EXPECT_EQ(cublas::reduction_name(cublas::Reduction{8}), "8");
}

}  // namespace cublas_test

#!/usr/bin/env python3
"""What scripts/import reads out of kernels' names and of HLO, without a GPU, PyTorch or JAX: import_test.py ROOT."""
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest
from unittest import mock

ROOT = pathlib.Path(sys.argv.pop(1))
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts" / "import"))

import blocks  # noqa: E402
import busy  # noqa: E402
import hlo  # noqa: E402
import mapping  # noqa: E402
import timing  # noqa: E402
import reasons  # noqa: E402
import torch_blocks  # noqa: E402
import torch_functions  # noqa: E402

MAKES = {one.name: one.makes for one in blocks.BLOCKS}
GEMM = "nvjet_tst_256x128_64x4_1x2_h_bz_coopA_NNT"
ADD = "void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::CUDAFunctor_add<c10::BFloat16>>>"
GELU = "void at::native::vectorized_elementwise_kernel<8, at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&)::{lambda()#1}>"
SILU = "void at::native::vectorized_elementwise_kernel<8, at::native::(anonymous namespace)::silu_kernel(at::TensorIteratorBase&)>"
MUL = "void at::native::vectorized_elementwise_kernel<8, BinaryFunctor<c10::BFloat16, binary_internal::MulFunctor<float>>>"


def made(block, names, **more):
    return [one["makes"] for one in mapping.kernels(MAKES[block], [(name, None) for name in names], **more)]


class Names(unittest.TestCase):
    def test_eager_makes_an_op_a_kernel(self):
        self.assertEqual(made("linear-gelu", [GEMM, ADD, GELU]), [["y.1"], ["y.2"], ["y"]])
        self.assertEqual(made("linear-residual", [GEMM, ADD, GELU, ADD]), [["y.1"], ["y.2"], ["y.3"], ["y"]])
        self.assertEqual(made("gate-up", [GEMM, SILU, GEMM, MUL]), [["y.1"], ["y.2"], ["y.3"], ["y"]])

    def test_what_no_kernel_tells_is_the_products_epilogue(self):
        self.assertEqual(made("linear-gelu", [GEMM, GELU]), [["y.1", "y.2"], ["y"]])
        self.assertEqual(made("linear-gelu", [GEMM]), [["y.1", "y.2", "y"]])
        self.assertEqual(made("linear-residual", [GEMM, GELU, ADD]), [["y.1", "y.2"], ["y.3"], ["y"]])

    def test_a_librarys_epilogue_may_be_a_second_kernel(self):
        second = "void cublasLt::epilogue::impl::globalKernel<8, 32, float, __nv_bfloat16>"
        self.assertEqual(made("linear-gelu", [GEMM, second]), [["y.1"], ["y.2", "y"]])

    def test_inductor_tells_ops_in_its_names(self):
        self.assertEqual(made("linear-gelu", [GEMM, "triton_poi_fused_add_gelu_0"]), [["y.1"], ["y.2", "y"]])
        self.assertEqual(made("linear-gelu", [GEMM, "triton_poi_fused_addmm_gelu_0"]), [["y.1"], ["y.2", "y"]])
        self.assertEqual(made("linear-gelu", [GEMM, "triton_poi_fused_gelu_0"]), [["y.1", "y.2"], ["y"]])
        self.assertEqual(made("linear-gelu", ["triton_tem_fused_add_gelu_mm_0"]), [["y.1", "y.2", "y"]])
        self.assertEqual(made("linear-residual", ["triton_tem_fused_add_gelu_mm_0"]), [["y.1", "y.2", "y.3", "y"]])
        self.assertEqual(made("gate-up", [GEMM, GEMM, "triton_poi_fused_mul_silu_0"]), [["y.1"], ["y.3"], ["y.2", "y"]])
        norm = ["h.1", "h.2", "h.3", "h.4", "h.5", "h"]
        self.assertEqual(made("norm-linear", ["triton_red_fused__fused_rms_norm_0", GEMM]), [norm, ["y"]])

    def test_an_activation_that_nobody_tells_takes_the_bias_with_it(self):
        self.assertEqual(made("linear-residual", [GEMM, "triton_poi_fused_add_0"], bias_apart=False), [["y.1", "y.2", "y.3"], ["y"]])

    def test_helpers_make_nothing(self):
        self.assertEqual(made("linear-gelu", ["Memset (Device)", GEMM, "splitKreduce_kernel<32, 16>", ADD, GELU]),
                         [[], ["y.1"], [], ["y.2"], ["y"]])

    def test_doubt_is_refused(self):
        one_name = [GEMM, "triton_poi_fused_add_gelu_0"]
        with self.assertRaisesRegex(mapping.Untold, "one kernel tells of add, and there are 2"):
            made("linear-residual", one_name)
        self.assertEqual(made("linear-residual", one_name, bias_apart=True), [["y.1"], ["y.2", "y.3", "y"]])
        self.assertEqual(made("linear-residual", one_name, bias_apart=False), [["y.1", "y.2"], ["y.3", "y"]])
        for names, why in (([GEMM, "mystery"], "what does the kernel 'mystery' do"), ([GEMM, GEMM, ADD, GELU], "2 kernels with a product"),
                           ([GEMM, ADD, GELU, ADD], "2 kernels tell of add"), ([GEMM, MUL, GELU], "tells of mul"), ([], "0 kernels"),
                           ([GEMM, ADD, GELU, GELU], "2 kernels tell of gelu")):
            with self.assertRaisesRegex(mapping.Untold, why):
                made("linear-gelu", names)

    def test_siblings_in_one_kernel(self):
        self.assertEqual(made("qkv", [GEMM] * 3), [["q"], ["k"], ["v"]])
        self.assertEqual(made("qkv", [GEMM]), [["q", "k", "v"]])

    def test_one_kernel_makes_all_whatever_its_name(self):
        rows = [value for _, values in MAKES["rmsnorm"] for value in values]
        self.assertEqual(made("rmsnorm", ["rmsnorm_kernel"]), [rows])
        self.assertEqual(made("adam", ["Memset (Device)", "triton_poi_fused_add_sub_0"])[0], [])
        self.assertEqual(len(made("adam", ["fused_adam"])[0]), 14)

    def test_what_no_product_takes_in_is_the_other_kernels(self):
        rest = ["m", "e.1", "e", "s", "y.1", "y"]
        self.assertEqual(made("logits-lse", [GEMM, "triton_red_fused_prepare_softmax_online_0"]), [["z"], rest])
        with self.assertRaises(mapping.Untold):
            made("logits-lse", ["triton_red_fused_a_0", "triton_red_fused_b_0"])

    def test_op_by_op_kernels_come_in_the_chains_order(self):
        names = [(name, None) for name in ("pow_tensor", "reduce_mean", ADD, "rsqrt", MUL, MUL)]
        self.assertEqual([one["makes"] for one in mapping.op_by_op(MAKES["rmsnorm"], names)],
                         [["y.1"], ["y.2"], ["y.3"], ["y.4"], ["y.5"], ["y"]])
        softmax = [(name, None) for name in ("reduce_max", ADD, "exp_kernel_cuda", "reduce_sum", MUL)]
        self.assertEqual(mapping.op_by_op(MAKES["softmax"], softmax)[1]["makes"], ["y.2"])
        with self.assertRaisesRegex(mapping.Untold, "5 kernels for 6 ops"):
            mapping.op_by_op(MAKES["rmsnorm"], names[:5])
        with self.assertRaisesRegex(mapping.Untold, "tells of add, and mul was called"):
            mapping.op_by_op(MAKES["rmsnorm"], [*names[:5], names[2]])

    def test_a_difference_is_made_by_the_kernel_that_adds(self):
        add = "void at::native::elementwise_kernel<128, 4, at::native::CUDAFunctor_add<c10::BFloat16> >"
        found = mapping.op_by_op([("sub", ["e.1"])], [(add, None)])
        self.assertEqual(found[0]["makes"], ["e.1"])
        with self.assertRaises(mapping.Untold):
            mapping.op_by_op([("mul", ["e.1"])], [(add, None)])

    def test_half_a_layer_op_by_op_and_compiled(self):
        norm = ["n.1", "n.2", "n.3", "n.4", "n.5", "n"]
        aten = "void at::native::vectorized_layer_norm_kernel<c10::BFloat16, float, true>"
        self.assertEqual(made("block", [ADD, aten, GEMM, SILU, GEMM, MUL, GEMM, ADD], bias_apart=True),
                         [["h"], norm, ["y.1"], ["y.2"], ["y.3"], ["y"], ["o.1"], ["o"]])
        first, after = "triton_red_fused__fused_rms_norm_add_0", "triton_poi_fused_mul_silu_1"
        self.assertEqual(made("block", [first, GEMM, GEMM, after, GEMM], bias_apart=False),
                         [["h", *norm], ["y.1"], ["y.3"], ["y.2", "y"], ["o.1", "o"]])
        self.assertEqual(made("block", [first, GEMM, GEMM, after, GEMM, "triton_poi_fused_add_2"], bias_apart=True),
                         [["h", *norm], ["y.1"], ["y.3"], ["y.2", "y"], ["o.1"], ["o"]])


HLO = """HloModule jit_f, entry_computation_layout={...}

%fused_gelu (param_0: bf16[8,8], param_1: bf16[8]) -> bf16[8,8] {
  %param_0 = bf16[8,8]{1,0} parameter(0)
  %param_1 = bf16[8]{0} parameter(1)
  %broadcast.1 = bf16[8,8]{1,0} broadcast(bf16[8]{0} %param_1), dimensions={1}
  %add.1 = bf16[8,8]{1,0} add(%param_0, %broadcast.1), metadata={op_name="jit(f)/jit(main)/add"}
  %add.2 = bf16[8,8]{1,0} add(%add.1, %add.1), metadata={op_name="jit(f)/jit(main)/jit(gelu)/add"}
  %tanh.1 = bf16[8,8]{1,0} tanh(%add.2), metadata={op_name="jit(f)/jit(main)/jit(gelu)/tanh"}
  ROOT %multiply.1 = bf16[8,8]{1,0} multiply(%tanh.1, %add.1), metadata={op_name="jit(f)/jit(main)/mul"}
}

ENTRY %main.1 (x: bf16[8,8], w: bf16[8,8], b: bf16[8]) -> bf16[8,8] {
  %x = bf16[8,8]{1,0} parameter(0)
  %w = bf16[8,8]{1,0} parameter(1)
  %b = bf16[8]{0} parameter(2)
  %custom-call.1 = (bf16[8,8]{1,0}, s8[4]{0}) custom-call(%x, %w), custom_call_target="__cublas$gemm", backend_config={"epilogue":"DEFAULT"}
  %copy.1 = bf16[8,8]{0,1} copy(%x)
  %get-tuple-element.1 = bf16[8,8]{1,0} get-tuple-element(%custom-call.1), index=0
  ROOT %loop_fusion.1 = bf16[8,8]{1,0} fusion(%get-tuple-element.1, %b), kind=kLoop, calls=%fused_gelu
}
"""


class Hlo(unittest.TestCase):
    def test_a_fusion_is_read_from_its_instructions(self):
        found = hlo.kernels(HLO, MAKES["linear-gelu"])
        self.assertEqual([words for _, words in found], [{"mm"}, None, {"add", "gelu"}])
        self.assertEqual([one["makes"] for one in mapping.kernels(MAKES["linear-gelu"], found, True)], [["y.1"], [], ["y.2", "y"]])

    def test_of_one_tensor_alone_an_add_is_the_activations_own(self):
        lines = ["  %p = bf16[8,8]{1,0} parameter(0)",
                 "  %m = bf16[8,8]{1,0} multiply(%p, %p), metadata={op_name=\"jit(f)/mul\"}",
                 "  %a = bf16[8,8]{1,0} add(%p, %m), metadata={op_name=\"jit(f)/add\"}",
                 "  ROOT %t = bf16[8,8]{1,0} tanh(%a), metadata={op_name=\"jit(f)/tanh\"}"]
        self.assertEqual(hlo.words_of_fusion(lines, {"mm", "add", "gelu"}), {"gelu"})
        bias = ["  %b = bf16[8]{0} parameter(1)", *lines]
        self.assertEqual(hlo.words_of_fusion(bias, {"mm", "add", "gelu"}), {"add", "gelu"})

    def test_a_librarys_epilogue_is_read_from_its_call(self):
        text = HLO.replace("DEFAULT", "BIAS").replace("%add.1 = bf16[8,8]{1,0} add(%param_0, %broadcast.1), metadata={op_name=\"jit(f)/jit(main)/add\"}",
                                                      "%add.1 = bf16[8,8]{1,0} negate(%param_0)")
        found = hlo.kernels(text, MAKES["linear-gelu"])
        self.assertEqual([one["makes"] for one in mapping.kernels(MAKES["linear-gelu"], found)], [["y.1", "y.2"], [], ["y"]])

    def test_a_fusion_that_only_moves_numbers_makes_none(self):
        text = """%joined (a: bf16[8,8], b: bf16[8,2]) -> bf16[8,10] {
  %a = bf16[8,8]{1,0} parameter(0)
  %b = bf16[8,2]{1,0} parameter(1)
  ROOT %c = bf16[8,10]{1,0} concatenate(%a, %b), dimensions={1}
}

ENTRY %main (x: bf16[8,8], a: bf16[8,8], b: bf16[8,2]) -> bf16[8,10] {
  %x = bf16[8,8]{1,0} parameter(0)
  %a = bf16[8,8]{1,0} parameter(1)
  %b = bf16[8,2]{1,0} parameter(2)
  %f = bf16[8,10]{1,0} fusion(%a, %b), kind=kLoop, calls=%joined
  ROOT %g = bf16[8,10]{1,0} custom-call(%x, %f), custom_call_target="__cublas$gemm"
}
"""
        found = hlo.kernels(text, MAKES["qkv"])
        self.assertEqual([one["makes"] for one in mapping.kernels(MAKES["qkv"], found)], [[], ["q", "k", "v"]])

    def test_what_is_not_known_is_refused(self):
        with self.assertRaisesRegex(mapping.Untold, "what does sort"):
            hlo.kernels(HLO.replace("fusion(%get-tuple-element.1, %b), kind=kLoop, calls=%fused_gelu", "sort(%x)"), MAKES["linear-gelu"])
        with self.assertRaisesRegex(mapping.Untold, "no entry"):
            hlo.kernels("", MAKES["linear-gelu"])


class Files(unittest.TestCase):
    def test_dry_runs_need_nothing_and_tell_every_block(self):
        for script in ("torch_blocks.py", "jax_blocks.py"):
            done = subprocess.run([sys.executable, "-B", str(ROOT / "scripts" / "import" / script), "--dry-run"], capture_output=True,
                                  text=True, check=True)
            told = json.loads(done.stdout)["blocks"]
            self.assertEqual([one["name"] for one in told], [one.name for one in blocks.BLOCKS])
            self.assertTrue(all(one["ways"] for one in told))

    def test_all_of_them_run_one_after_the_other_with_shares_of_the_time(self):
        done = subprocess.run([sys.executable, "-B", str(ROOT / "scripts" / "import" / "all.py"), "--dry-run", "-o", "F", "--seconds", "100"],
                              capture_output=True, text=True, check=True)
        lines = [line.split("/")[-1] if "attention" not in line else line for line in done.stdout.splitlines()]
        self.assertIn("attention.py -o F/attention.json", lines[0])
        self.assertEqual(lines[1:], ["torch_blocks.py -o F --seconds 62", "jax_blocks.py -o F --seconds 30"])

    def test_an_unknown_block_is_refused(self):
        done = subprocess.run([sys.executable, "-B", str(ROOT / "scripts" / "import" / "torch_blocks.py"), "--dry-run", "conv"],
                              capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("There is no block conv", done.stderr)

    def test_ways_take_turns_and_are_summed_up(self):
        order = []
        ways = [{"sample": lambda name=name: order.append(name) or 1e5, "samples": []} for name in "ab"]
        timing.in_turns(ways)
        self.assertEqual("".join(order), ("a" * 6 + "b" * 6) * 3)
        self.assertEqual(timing.summary([1.0, 2.0, 3.0, 4.0, 5.0]), {"median": 3.0, "q1": 2.0, "q3": 4.0, "n": 5})
        self.assertEqual(timing.summary([2.0]), {"median": 2.0, "q1": 2.0, "q3": 2.0, "n": 1})


class Words(unittest.TestCase):
    """What a compiler's logs say stays in its own words."""

    def test_a_refusal_is_kept_once_for_each_reason(self):
        lines = ["cannot fuse op0 with op1: node1 is extern or nop", "found 3 possible fusions",
                 "cannot fuse op2 with op1: node1 is extern or nop", "cannot fuse op1 with op2: no shared data " + "x" * 300]
        self.assertEqual(reasons.refusals(lines)[0], "cannot fuse op0 with op1: node1 is extern or nop")
        self.assertEqual(len(reasons.refusals(lines)), 2)
        self.assertEqual(len(reasons.refusals(lines)[1]), reasons.LONGEST)

    def test_an_autotuner_tells_its_choice_and_the_best_of_the_other_kind(self):
        printed = """AUTOTUNE mm(8192x8192, 8192x8192)
strides: [8192, 1], [8192, 1]
  mm 1.5631 ms 100.0%
  triton_mm_11 1.8100 ms 86.4% ACC_TYPE='tl.float32'
  triton_mm_3 1.9 ms 80.0%
SingleProcess AUTOTUNE benchmarking takes 3.1 seconds"""
        self.assertEqual(reasons.choices(printed), ["AUTOTUNE mm: mm 1.5631 ms, triton_mm_11 1.8100 ms"])
        self.assertEqual(reasons.choices("nothing of it"), [])


class Busy(unittest.TestCase):
    def test_the_median_of_what_is_told_while_it_runs(self):
        told = iter([97.0, 100.0] + [100.0] * 1000)
        calls = []
        found = busy.watched(lambda: calls.append(1) or busy.time.sleep(0.01), lambda: next(told), warm=0.01, seconds=0.5)
        self.assertEqual(found["percent"], 100.0)
        self.assertGreater(found["n"], 1)
        self.assertGreater(len(calls), 5)

    def test_a_gpu_that_does_not_tell_is_no_zero(self):
        def silent():
            raise ValueError("[N/A]")

        with self.assertRaisesRegex(ValueError, "N/A"):
            busy.watched(lambda: busy.time.sleep(0.01), silent, warm=0.01, seconds=0.05)


class Seal(unittest.TestCase):
    def test_a_file_carries_the_sum_of_all_before_it(self):
        text = timing.sealed({"onetrip_import": 2, "sha256": "old", "what": "\u00b5", "missing": {}})
        found = json.loads(text)
        self.assertEqual(list(found), ["onetrip_import", "what", "missing", "sha256"])
        before = text[: text.index('"sha256"')]
        self.assertEqual(found["sha256"], hashlib.sha256(before.encode()).hexdigest())


class Blocks(unittest.TestCase):
    def test_every_value_of_a_block_is_made_by_one_word(self):
        for one in blocks.BLOCKS:
            values = [value for _, values in one.makes for value in values]
            self.assertEqual(len(values), len(set(values)), one.name)
            self.assertEqual(set(torch_blocks.WAYS), {b.name for b in blocks.BLOCKS})
            names = [way.name for way in torch_blocks.WAYS[one.name]]
            self.assertEqual(len(names), len(set(names)))

    def test_only_what_has_the_rows_is_cut_to_chosen_ones(self):
        rows = {one.name: one.rows for one in blocks.BLOCKS}
        self.assertEqual(rows["linear-residual"], {"x", "r"})
        self.assertEqual(rows["block"], {"x", "a"})
        self.assertEqual(rows["adam"], set("pgmv"))
        self.assertEqual(rows["logits-lse"], {"x"})


class Runs(unittest.TestCase):
    """torch_blocks.run with a PyTorch that is not there: what it writes, and when."""

    def run_block(self, prepared, seconds=100):
        block = blocks.named(["linear-gelu"])[0]
        torch = types.ModuleType("torch")
        torch.linspace = lambda *_, **__: mock.Mock()
        torch.cuda = types.SimpleNamespace(empty_cache=lambda: None)
        patches = [mock.patch.dict(sys.modules, torch=torch), mock.patch.multiple(timing, device=lambda: "NVIDIA H200", driver=lambda: "580"),
                   mock.patch.multiple(torch_blocks, inputs_of=lambda _: {}, prepared=prepared),
                   mock.patch.multiple(torch_functions, reference=lambda *_: [])]
        with tempfile.TemporaryDirectory() as folder, patches[0], patches[1], patches[2], patches[3]:
            path = pathlib.Path(folder)
            found = timing.head(block.what, "PyTorch", "2.11.0", torch_blocks.COMMAND, {"chain": block.chain})
            ways = [way for way in torch_blocks.WAYS[block.name] if way.how != "autotune"]
            torch_blocks.run(block, path, torch_blocks.time.monotonic() + seconds, ways, found)
            files = list(path.iterdir())
            return json.loads(files[0].read_text()) if files else found

    @staticmethod
    def ready(block, way, *_):
        if way.name == "epilogue":
            raise RuntimeError("no such call\nand more")
        names = [GEMM, ADD, GELU] if way.name == "eager" else [GEMM, GELU]
        return {"name": way.name, "label": way.label, "error": 0.01, "samples": [], "sample": lambda: 1800.0,
                "kernels": mapping.kernels(block.makes, [(name, None) for name in names])}

    def test_what_throws_is_named_and_the_rest_goes_on(self):
        file = self.run_block(self.ready)
        self.assertEqual(file["onetrip_import"], 2)
        self.assertEqual([way["name"] for way in file["ways"]], ["eager", "F.linear", "compiled"])
        self.assertEqual(file["missing"], {"epilogue": "RuntimeError: no such call"})
        self.assertEqual(file["ways"][0]["kernels"][1], {"name": ADD, "makes": ["y.2"]})
        self.assertEqual(file["ways"][0]["time_us"]["n"], timing.ROUNDS * 20)

    def test_beyond_its_time_nothing_begins_and_nothing_is_written(self):
        file = self.run_block(self.ready, seconds=-1)
        self.assertEqual(file["ways"], [])
        self.assertEqual(set(file["missing"].values()), {"no time was left"})


if __name__ == "__main__":
    unittest.main()

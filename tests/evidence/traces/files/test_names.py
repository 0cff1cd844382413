import pytest

from estimator.evidence.traces.files.names import annotates, collective_named_by, collective_of_kernel, is_communication


@pytest.mark.parametrize(
    ("name", "collective"),
    [
        ("_reduce_scatter_base", "reduce_scatter"),
        ("allgather_into_tensor_coalesced", "all_gather"),
        ("nccl:recv 0<-1", "p2p"),
        ("nccl:recvAnySource", "p2p"),
        ("nccl:all_reduce_barrier", "barrier"),
        ("allreduce_sparse", "all_reduce"),
        ("hcom_reduceScatterV_", "reduce_scatter_v"),
        ("hcom_batchSendRecv_", "p2p"),
        ("nccl:coalesced", ""),
        ("wait", ""),
    ],
)
def test_what_traces_call_a_collective_is_known(name: str, collective: str) -> None:
    assert collective_named_by(name) == collective


@pytest.mark.parametrize(
    ("kernel", "collective"),
    [
        ("ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)", "all_reduce"),
        ("ncclBroadcastRingLLKernel_copy_i8(ncclColl)", "broadcast"),
        ("ncclDevKernel_Generic_1(ncclDevKernelArgsStorage<4096ul>)", ""),
        ("ncclSymkDevKernel_AllReduce_RSxLDMC_AGxSTMC_sum_bf16(ncclSymkDevWorkArgs4K const)", "all_reduce"),
        ("void vllm::cross_device_reduce_1stage<__half, 8>(vllm::RankData*)", "all_reduce"),
        ("void (anonymous namespace)::two_shot_all_reduce_kernel<c10::BFloat16, 16>", "all_reduce"),
        ("void tensorrt_llm::kernels::twoShotAllReduceKernel<half>", "all_reduce"),
    ],
)
def test_a_kernel_of_a_library_is_communication(kernel: str, collective: str) -> None:
    assert is_communication(kernel)
    assert collective_of_kernel(kernel) == collective


@pytest.mark.parametrize(
    "kernel", ["void gemm_bf16<128>(float*)", "triton_red_fused_all_reduced_mean_0", "Memcpy DtoD"]
)
def test_other_kernels_compute(kernel: str) -> None:
    assert not is_communication(kernel)


@pytest.mark.parametrize(
    ("name", "where"),
    [
        *(("nccl:all_reduce", "device"), ("hccl:send", "device"), ("gloo:broadcast", "host"), ("mpi:reduce", "host")),
        *(("c10d::allreduce_", ""), ("aten::mm", ""), ("autograd::engine", ""), ("ProfilerStep#4", "")),
        ("Optimizer.step#Adam.step", ""),
    ],
)
def test_an_annotation_tells_on_whose_side_its_call_runs(name: str, where: str) -> None:
    assert annotates(name) == where

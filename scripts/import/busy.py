"""How busy a GPU calls itself (NVML's utilization: the share of time in which any kernel ran) while a call goes on and on.

Asked of nvidia-smi, which asks NVML. Nothing here needs PyTorch.
"""
import statistics
import subprocess
import threading
import time

WARM, SECONDS, PAUSE = 1.0, 2.5, 0.1  # NVML looks back up to a second


def asked():
    """Percent, as it is told now; raises where the GPU does not tell."""
    words = ["nvidia-smi", "--query-gpu=utilization.gpu", "--format=csv,noheader,nounits"]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()[0].strip()
    return float(told)


def watched(call_many, ask=asked, warm=WARM, seconds=SECONDS):
    """{"percent", "n", "by"}: the median of what is told while `call_many()` is called again and again."""
    told, failed, stop = [], [], threading.Event()

    def watch():
        time.sleep(warm)
        try:
            while not stop.is_set():
                told.append(ask())
                time.sleep(PAUSE)
        except Exception as e:
            failed.append(e)

    watcher = threading.Thread(target=watch)
    watcher.start()
    until = time.monotonic() + warm + seconds
    while time.monotonic() < until:
        call_many()
    stop.set()
    watcher.join()
    if failed:
        raise failed[0]
    return {"percent": statistics.median(told), "n": len(told), "by": "nvidia-smi, utilization.gpu"}

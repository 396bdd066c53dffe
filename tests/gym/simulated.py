"""The digests of a batch "on a GPU" that CUDA's simulator plays: the kernels as plain Python, rules interpreted."""

from __future__ import annotations

import os
from typing import Any

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
os.environ["ASTERISM_MODE"] = "interpreted"

import numpy as np
from numba.cuda.simulator.cudadrv.devicearray import FakeWithinKernelCUDAArray

from asterism.gym import digests

plain = FakeWithinKernelCUDAArray.__getitem__


def item(self: Any, place: Any) -> Any:
    """A record as NumPy has it: the simulator's stand-in for one cannot be copied as a whole, as it can on a GPU."""
    found = self._item._ary[place]
    return found if isinstance(found, np.void) else plain(self, place)


FakeWithinKernelCUDAArray.__getitem__ = item

if __name__ == "__main__":
    digests.main()

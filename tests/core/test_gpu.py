"""The same rules on a GPU: they compile for one, unchanged, where the compiler is installed; no GPU is needed."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from asterism.core.compile import COMPILED
from asterism.core.discover import find, names

pytest.importorskip("numba_cuda", reason="pip install numba-cuda[cu12] compiles for a GPU")
pytestmark = pytest.mark.skipif(not COMPILED, reason="what is interpreted is not compiled for a GPU either")


@pytest.mark.parametrize("name", names())
def test_every_games_rules_compile_for_a_gpu(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import numba
    from numba import cuda, types

    # Without a GPU there is none to ask what it can do
    monkeypatch.setattr(
        "numba.cuda.dispatcher.get_current_device", lambda: SimpleNamespace(compute_capability=(9, 0)), raising=True
    )
    game = find(name)
    setup, legal, play, result = game.rules.setup, game.rules.legal, game.rules.play, game.rules.result

    def step(states, out, share, action):  # type: ignore[no-untyped-def]
        s = states[0]
        setup(s)
        play(s, action)
        out[0] += legal(s, out)
        result(s, share)

    record = numba.from_dtype(game.state)
    arguments = types.void(record[::1], types.int32[::1], types.float64[::1], types.int64)
    made, _ = cuda.compile_ptx(step, arguments, device=False, cc=(9, 0))
    assert ".target sm_90" in made

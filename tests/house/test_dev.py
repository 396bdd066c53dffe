"""What failed is run once more: it must not hide a fault, nor go unsaid."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import dev

FAILS_ONCE = """
from pathlib import Path
def test_fails_once():
    seen = Path(__file__).with_name("seen")
    there = seen.exists()
    seen.touch()
    assert there
"""
FAILS_ALWAYS = "import pytest\n@pytest.mark.parametrize('n', range({}))\ndef test_fails(n): assert False\n"


@pytest.fixture
def tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "PYTHON", sys.executable)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def test_what_fails_only_at_first_passes_and_is_named(tests: Path, capsys: pytest.CaptureFixture[str]):
    (tests / "test_it.py").write_text(FAILS_ONCE)
    dev.test_all("-n", "0")
    assert "failed only at first, to be looked into:\n  test_it.py::test_fails_once" in capsys.readouterr().out


@pytest.mark.parametrize("failing", [1, dev.FEW + 1])
def test_what_fails_again_fails_and_so_do_many(tests: Path, failing: int):
    (tests / "test_it.py").write_text(FAILS_ONCE)
    (tests / "test_other.py").write_text(FAILS_ALWAYS.format(failing))
    with pytest.raises(SystemExit) as ended:
        dev.test_all("-n", "0")
    assert ended.value.code == 1

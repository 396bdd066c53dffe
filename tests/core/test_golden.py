"""Golden playthroughs: every game has some, a person can read them, and both modes agree with them."""

from __future__ import annotations

import pytest

from asterism.core import discover, golden

EVERY_GAME = [*discover.names(), "_template"]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_chapter_says_what_the_rules_make_of_it(name: str):
    assert golden.stale(discover.find(name)) == [], "python -m asterism.core.golden --write, then read the difference"


@pytest.mark.parametrize("name", EVERY_GAME)
def test_chapters_are_few_and_short_enough_to_be_read(name: str):
    chapters = golden.chapters(discover.find(name))
    assert (1 if name == "_template" else 3) <= len(chapters) <= 6
    for path in chapters:
        assert len(path.read_text().splitlines()) <= golden.LONGEST_CHAPTER, path.name


def test_a_chapter_that_no_longer_fits_is_found_and_rewritten(tmp_path, monkeypatch):
    game = discover.find("_template")
    copy = tmp_path / "secret.txt"
    right = golden.chapters(game)[0].read_text()
    copy.write_text(right.replace("gets 1", "gets 7"))
    monkeypatch.setattr(golden, "chapters", lambda game: [copy])
    assert golden.stale(game) == [copy]
    golden.stale(game, write=True)
    assert copy.read_text() == right

"""Reports of the lab at the server: figures that lie there are drawn, names never become paths."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from asterism.lab.report import STYLE
from asterism.server.http import reports
from asterism.server.http.app import build
from asterism.server.settings import Settings

from .inside import browsing
from .serving import Served


def estimate(mean: float) -> dict[str, float]:
    return {"mean": mean, "low": mean - 0.01, "high": mean + 0.01, "count": 100}


MEASURED = {
    "format": 3,
    "setting": {
        "game": "noirlab-dice",
        "seats": 2,
        "players": ["best", "best"],
        "groups": {"names": ["<b>roll</b>"], "of": [0] * 14},
        "options": {},
        "edition": {},
        "seed": 1,
        "team": False,
        "start": "",
        "replays": 1,
    },
    "player": "<script>alert(1)</script>",
    "matches": 100,
    "figures": [],
    "seats": [estimate(0.54), estimate(0.46)],
    "ladder": [["uniform", estimate(0.8)]],
    "uses": [],
    "marks": [],
    "fairer": [["As it is.", [estimate(0.54), estimate(0.46)]]],
    "lengths": [0, 3, 7],
    "command": "asterism lab measure noirlab-dice",
}


def test_reports_of_the_data_folder_are_listed_and_drawn_and_nothing_else_is_sent(own: Served) -> None:
    folder = own.data / "reports"
    folder.mkdir()
    (folder / "my-dice.json").write_text(json.dumps(MEASURED))
    (folder / "broken.json").write_text('{"format": 3}')
    (folder / "page.html").write_text("<script>alert(1)</script>")
    (folder / "Odd name.json").write_text(json.dumps(MEASURED))
    (own.data / "secret.json").write_text(json.dumps(MEASURED))

    listing = own.get("/api/reports")
    assert listing.status == 200
    assert "/api/reports/my-dice" in listing.text
    assert "page" not in listing.text.replace("pages", "")
    assert "Odd name" not in listing.text

    report = own.get("/api/reports/my-dice")
    assert report.status == 200
    assert "54.0" in report.text
    assert "<script" not in report.text, "whatever lies in a file is text"
    assert "&lt;script&gt;" in report.text
    policy = report.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "'self'" not in policy, "one policy, not two that are added up"
    assert report.headers["x-content-type-options"] == "nosniff"
    assert STYLE in report.text

    (folder / "newer.json").write_text(json.dumps(MEASURED))
    listed = own.get("/api/reports").text
    assert "/api/reports/newer" in listed, "a report is there at once"
    (folder / "newer.json").unlink()
    assert own.get("/api/reports").text == listing.text

    for path in ("page", "nobody", "..%2Fsecret", "../secret", "%2e%2e%2fsecret", "Odd%20name", "my-dice.json"):
        assert own.get(f"/api/reports/{path}").status == 404, path
    told = own.get("/api/reports/broken")
    assert told.status == 400
    assert "broken.json" in told.json["error"]


def test_the_reports_that_come_with_asterism_can_be_drawn(served: Served) -> None:
    from asterism.server.http.reports import shipped

    assert shipped()
    for name in shipped():
        report = served.get(f"/api/reports/{name}")
        assert report.status == 200, report.text
        assert len(report.text) < 200_000


def test_the_list_of_reports_is_drawn_anew_only_when_there_are_other_reports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(reports, "words", lambda name: drawn.append(name) or name)
    reports.listing_page.cache_clear()
    (tmp_path / "reports").mkdir()
    with browsing(build(Settings(data=tmp_path))) as browser:
        first = browser.get("/api/reports")
        assert drawn == [*reports.shipped()]
        assert browser.get("/api/reports").text == first.text
        assert drawn == [*reports.shipped()], "kept"
        (tmp_path / "reports" / "mine.json").write_text(json.dumps(MEASURED))
        assert "/api/reports/mine" in browser.get("/api/reports").text
        assert drawn[len(reports.shipped()) :] == ["mine", *reports.shipped()]
    reports.listing_page.cache_clear()

"""Guests: who they are is in a signed cookie, which cannot be made up, edited or stolen by another page."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from asterism.server.people.guests import Caller, Key, clean_name, cookie_for, default_name, guest_of, new_guest
from asterism.server.wire.messages import PROTOCOL
from asterism.store import BadStore, read_key

from .serving import Served
from .talking import Client


def test_the_handshake_makes_a_guest_and_the_cookie_brings_them_back(served: Served) -> None:
    with Client(served) as anna:
        assert "HttpOnly" in anna.set_cookie
        assert "SameSite=Lax" in anna.set_cookie
        assert "Secure" not in anna.set_cookie, "on plain http a secure cookie would never come back"
        with Client(served, cookie=anna.cookie) as again:
            assert again.welcome["guest"] == anna.welcome["guest"]
            assert again.set_cookie == ""


def test_a_guest_behind_https_gets_a_secure_cookie(tmp_path: Path) -> None:
    assert "; Secure" in cookie_for(Key(read_key(tmp_path / "key")), new_guest(), secure=True)


def test_a_name_is_kept_for_the_next_visit(served: Served) -> None:
    with Client(served) as anna:
        assert anna.welcome["name"].startswith("Guest ")
        assert anna.ask("hello", name="  Anna \n Lena ")["name"] == "Anna Lena"
        anna.open("me")
        anna.ask("hello")  # the name was written before this is answered
    with Client(served, cookie=anna.cookie) as again:
        assert again.welcome["name"] == "Anna Lena"
        assert again.ask("hello", name=" ")["name"].startswith("Guest ")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Anna", "Anna"),
        ("A\u0000n\u202ena\u200b", "Anna"),
        ("x" * 100, "x" * 24),
        ("🌟 Zoë", "🌟 Zoë"),
        ("\t\r\n", ""),
        ("<b>Bold</b>", "<b>Bold</b>"),
        # Nobody looks so far: to put thousands of accents in order would hold everyone up
        pytest.param(" " * 1000 + "Anna", "", id="far behind"),
    ],
)
def test_names_are_one_line_of_visible_characters(said: str, shown: str) -> None:
    assert clean_name(said) == shown


def test_forged_and_edited_cookies_make_one_a_new_guest(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me")
        guest, _, mark = anna.cookie.partition("=")[2].partition(".")
        other = "0" * 16 if guest != "0" * 16 else "1" * 16
        for forged in (
            f"asterism_guest={other}.{mark}",
            f"asterism_guest={guest}.{'0' * 64}",
            f"asterism_guest={guest}.{mark[:-1]}",
            f"asterism_guest={guest}.{mark}x",
            f"asterism_guest={guest}.",
            f"asterism_guest={guest}",
            f"asterism_guest=bot:0.{mark}",
            "asterism_guest=",
            "asterism_guest=äöü.日本",
            "{}{}{}",
        ):
            try:
                header = forged.encode("latin-1").decode("latin-1")
            except UnicodeEncodeError:
                header = "asterism_guest=%E4.%E5"
            with Client(served, cookie=header) as thief:
                assert thief.set_cookie, "a broken cookie is replaced"
                assert thief.welcome["guest"] not in (guest, other)
                assert thief.refused("act", table=scene["table"]["code"], ply=0, action=0) == "not-your-seat"


def test_a_key_signs_only_what_it_reads_back(tmp_path: Path) -> None:
    key, other = Key(read_key(tmp_path / "key")), Key(read_key(tmp_path / "other"))
    guest = new_guest()
    assert guest_of(key, f"a=b; asterism_guest={key.sign(guest)}; c=d") == guest
    assert guest_of(key, f"asterism_guest={other.sign(guest)}") is None
    assert Key(read_key(tmp_path / "key")).read(key.sign(guest)) == Caller(guest, "", lasting=False), (
        "the key is the same at the next start"
    )


@pytest.mark.parametrize("junk", ["", "junk", f"{'0' * 16}.{'0' * 64}", "ä"])
def test_junk_of_the_same_name_before_the_cookie_makes_nobody_someone_else(served: Served, junk: str) -> None:
    with Client(served) as anna:
        cookies = f"asterism_guest={junk}; {anna.cookie}; asterism_guest={junk}".encode().decode("latin-1")
        with Client(served, cookie=cookies) as again:
            assert again.welcome["guest"] == anna.welcome["guest"]
            assert again.set_cookie == ""
        assert "set-cookie" not in served.get("/", cookie=cookies).headers, "the page makes nobody new either"


@pytest.mark.folder
@pytest.mark.skipif(os.name != "posix", reason="file modes are of POSIX")
def test_the_key_can_be_read_by_its_owner_only(served: Served) -> None:
    assert stat.S_IMODE((served.data / "key").stat().st_mode) == 0o600


def test_a_broken_key_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"short")
    with pytest.raises(BadStore, match="not a whole key"):
        read_key(tmp_path / "key")


def test_a_page_of_another_host_cannot_connect(served: Served) -> None:
    for origin in ("https://evil.example", "http://127.0.0.1:1", "null", f"http://{served.host}.evil.example"):
        with pytest.raises(InvalidStatus) as refused, Client(served, origin=origin):
            pass
        assert refused.value.response.status_code == 403


def test_our_own_page_and_programs_without_a_page_connect(served: Served) -> None:
    with Client(served, origin=f"http://{served.host}") as page, Client(served) as program:
        assert page.welcome["protocol"] == program.welcome["protocol"] == PROTOCOL


def test_a_page_that_the_host_has_named_connects(tmp_path: Path) -> None:
    server = Served(tmp_path, "--origin", "https://friend.example")
    try:
        with Client(server, origin="https://friend.example") as friend:
            assert friend.welcome["type"] == "welcome"
    finally:
        server.stop()


def test_default_names_differ_by_guest() -> None:
    assert len({default_name(new_guest()) for _ in range(50)}) > 40


def test_two_tabs_are_one_guest_and_both_are_told(served: Served) -> None:
    with Client(served) as one, Client(served, cookie=one.cookie) as two:
        scene = one.open("me", "elsewhere")
        two.watch(scene)
        seated = one.sit(scene["table"]["code"], 1)
        assert seated["table"]["phase"] == "playing"
        same = two.hear_scene(lambda s: s["table"]["phase"] == "playing")
        assert same["choices"] == seated["choices"] != []

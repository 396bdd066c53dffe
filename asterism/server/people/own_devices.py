"""The devices of a guest: which there are, and those that were signed out.

A device is a number in the signed cookie. While a guest has only one, nothing is stored about it; it is noted when the
guest asks there for a way in for a second one. A device that was signed out is remembered for ever, since a cookie that
somebody has copied does not grow old.
"""

from __future__ import annotations

from collections.abc import Iterable

from asterism.store import DeviceRow

from ..house import House
from ..wire.refusal import Refusal
from .guests import Caller

MOST_DEVICES = 200  # of one guest, those that were signed out included
SEEN_EVERY = 3_600  # seconds between two notes that a device was seen
LATELY = 3_600  # seconds for which other processes look what was signed out, whatever their clocks say
# What stands in the User-Agent header, and what people call it; the first that is found counts
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


def kind_of(agent: str) -> str:
    """A browser and its system by its User-Agent header, as "Firefox/Android"; empty where one of them is not known."""
    browser = next((name for word, name in BROWSERS.items() if word in agent), "")
    system = next((name for word, name in SYSTEMS.items() if word in agent), "")
    return f"{browser}/{system}" if browser and system else ""


async def load(house: House) -> None:
    """Know all devices that were ever signed out."""
    house.key.signed_out.update(await house.store.signed_out(0))


async def load_lately(house: House) -> None:
    """Know those too that other processes have signed out, and end their connections here."""
    lately = await house.store.signed_out(int(house.settings.now()) - LATELY)
    end(house, set(lately) - house.key.signed_out)


def end(house: House, devices: Iterable[tuple[str, str]]) -> None:
    """Believe the cookies of these devices no more, and end their connections to this process."""
    signed_out = set(devices)
    if not signed_out:
        return
    house.key.signed_out |= signed_out
    for watcher in list(house.hub.everyone):
        if (watcher.guest, watcher.device) in signed_out:
            house.run(watcher.sign_out())


async def note(house: House, caller: Caller, kind: str) -> None:
    """Write that a device is there now."""
    now = int(house.settings.now())
    await house.store.note_device(DeviceRow(guest=caller.guest, device=caller.device, kind=kind, since=now, seen=now))


async def note_first(house: House, caller: Caller, kind: str) -> None:
    """Write the device at which a second one is asked for; refused where the guest has had too many."""
    if len(await house.store.devices(caller.guest)) >= MOST_DEVICES:
        raise Refusal("too-fast", f"a guest may have {MOST_DEVICES} devices in all, and you have had so many")
    await note(house, caller, kind)


async def note_seen(house: House, caller: Caller, kind: str) -> None:
    """Write that a device has connected, if its guest has several; not more often than every hour."""
    known = await house.store.devices(caller.guest)
    if not known or len(known) >= MOST_DEVICES:
        return
    own = next((row for row in known if row.device == caller.device), None)
    if own is None or own.seen < house.settings.now() - SEEN_EVERY or own.kind != kind:
        await note(house, caller, kind)


async def listed(house: House, caller: Caller, kind: str) -> list[DeviceRow]:
    """The devices of a guest that are not signed out, that of the caller first."""
    rows = [row for row in await house.store.devices(caller.guest) if not row.signed_out]
    if all(row.device != caller.device for row in rows):  # it is the only one, or has not connected yet
        seen = int(house.settings.now())
        rows.append(DeviceRow(guest=caller.guest, device=caller.device, kind=kind, since=0, seen=seen))
    return sorted(rows, key=lambda row: row.device != caller.device)


async def sign_out(house: House, caller: Caller, device: str) -> None:
    """Sign out another device of the same guest; with an empty name all others, those too that were never noted
    because their cookies have no number. Nothing is written for guests of whom the store keeps nothing: anyone can be
    new guests without end."""
    known = await house.store.devices(caller.guest)
    others = {row.device for row in known if not row.signed_out} | {""}
    others.discard(caller.device)
    if device and device not in others:
        raise Refusal("not-allowed", "this is not another device of yours, or it was signed out already")
    chosen = {device} if device else others
    if chosen and (known or await house.store.guest_name(caller.guest)):
        await house.store.sign_out(caller.guest, sorted(chosen), int(house.settings.now()))
        end(house, ((caller.guest, one) for one in chosen))

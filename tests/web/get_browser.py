"""Find a Chromium for the browser tests, or get one. `python tests/web/get_browser.py` prints which.

In this order: $CHROMIUM; a Chromium or Chrome of the system; Playwright's own build if it was downloaded before; then
an installation, with apt-get as root on Debian, else with `playwright install chromium`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def found() -> str | None:
    """The path of a browser of the system."""
    if named := os.environ.get("CHROMIUM"):
        return named
    for name in NAMES:
        if path := shutil.which(name):
            return path
    return str(MAC) if MAC.exists() else None


def bundled() -> bool:
    """Whether Playwright has its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path).exists()


def get() -> str | None:
    """The path of a browser of the system; None: Playwright's own is used."""
    if path := found():
        return path
    if bundled():
        return None
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", "-q", *command], check=True, env=environment, stdout=sys.stderr)
        return found()
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True, stdout=sys.stderr)
    return None


if __name__ == "__main__":
    print(f"browser for the tests: {get() or 'the one of Playwright'}")

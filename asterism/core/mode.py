"""Whether rules run compiled or interpreted: one switch for the whole process, read from the environment.

ASTERISM_MODE=interpreted runs the same sources as plain Python, to step through them; the default is compiled.
ASTERISM_BOUNDS=1 compiles with bounds checking: compiled, an index out of range is otherwise silent.
"""

from __future__ import annotations

import os

MODE = os.environ.get("ASTERISM_MODE") or "compiled"
if MODE not in ("compiled", "interpreted"):
    raise SystemExit(f"ASTERISM_MODE is {MODE!r}: it must be 'compiled' or 'interpreted'")
COMPILED = MODE == "compiled"
BOUNDS = os.environ.get("ASTERISM_BOUNDS") == "1"

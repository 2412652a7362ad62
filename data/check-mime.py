#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compile the MIME types into an empty folder and ask GIO what it makes of some files.

Usage: check-mime.py UPDATE-MIME-DATABASE MIME.xml GIO
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

TRACE = "application/x-android-method-trace"
LOG = "application/x-ftrace-log"
FILES = {
    # name: (content, the type it must have, or None: neither of ours)
    "classic": (b"*version\n3\nclock=dual\n*threads\n", TRACE),
    "streamed": (b"SLOW\xf3\x00\x20\x00" + bytes(24), TRACE),
    "packets": (b"SLOW\xf5\x00" + bytes(26), TRACE),
    "by-name.trace": (b"\x00\x01\x02\x03", TRACE),
    "log": (b"# tracer: nop\n#\n", LOG),
    "behind-a-line": (b"TRACE:\n# tracer: nop\n", LOG),
    "by-name.ftrace": (b" a-1 [000] .... 1.000000: print: B|1|a\n", LOG),
    "notes": (b"*version 3 of the notes\n", None),
    "big-endian": (b"WOLS\x00\x03\x00\x20" + bytes(24), None),
}


def main() -> int:
    update_mime_database, source, gio = sys.argv[1:]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder, "data")
        packages = data / "mime" / "packages"
        packages.mkdir(parents=True)
        shutil.copy(source, packages)
        subprocess.run([update_mime_database, data / "mime"], check=True)

        env = dict(os.environ, XDG_DATA_HOME=str(data), XDG_DATA_DIRS=str(data))
        for name, (content, expected) in FILES.items():
            path = pathlib.Path(folder, name)
            path.write_bytes(content)
            answer = subprocess.run(
                [gio, "info", "-a", "standard::content-type", path],
                env=env, check=True, text=True, stdout=subprocess.PIPE,
            ).stdout
            found = next((ours for ours in (TRACE, LOG) if ours in answer), None)
            if found != expected:
                print(f"{name}: {expected} expected\n{answer}")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

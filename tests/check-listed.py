#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Checks that every test in tests/ is run: the meson.build of its folder contains its name.

meson itself reports names of missing files.
"""

import pathlib
import re
import sys

TESTS = pathlib.Path(__file__).resolve().parent
PROGRAM = re.compile(r"(?:test|check|fuzz|bench)-(.+)\.(?:c|py)")
HELPERS = {"fuzz-replay.c", "fuzz-target.c"}  # shared by all fuzzers


def main():
    found, missing = 0, []
    for path in sorted(TESTS.rglob("*-*.*")):
        match = PROGRAM.fullmatch(path.name)
        if not match or path.name in HELPERS:
            continue
        found += 1
        build = (path.parent / "meson.build").read_text(encoding="utf-8")
        if f"'{match[1]}'" not in build and f"'{path.name}'" not in build:
            missing.append(path.relative_to(TESTS))
    for path in missing:
        print(f"{path}: its folder's meson.build has it not, so that it is never run")
    assert found > 50, found
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())

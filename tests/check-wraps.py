#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that subprojects/ satisfies the minimum versions in meson.build.

A distribution may lack GTK or libadwaita. On request, meson then builds them from the branch that a wrap names. A wrap
with another version or name would only fail in that case.

Usage: check-wraps.py
"""

import configparser
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

FLOOR = re.compile(r"^(\w+)_floor = '>= ([\d.]+)'$", re.MULTILINE)
DEPENDENCY = re.compile(r"dependency\('([^']+)', version: (\w+)_floor")


def read_wraps(folder):
    """Returns {dependency: (wrap file that provides it, branch of that wrap)}."""
    provided = {}
    for path in sorted(folder.glob("*.wrap")):
        wrap = configparser.ConfigParser()
        wrap.read(path, encoding="utf-8")
        names = wrap["provide"]["dependency_names"].split(",")
        provided.update({name.strip(): (path.name, wrap["wrap-git"]["revision"]) for name in names})
    return provided


def find_faults(build, provided):
    floors = dict(FLOOR.findall(build))
    for name, floor in DEPENDENCY.findall(build):
        branch_end = "-" + floors[floor].replace(".", "-")
        wrap, branch = provided.get(name, (None, ""))
        if wrap is None:
            yield f"{name}: no wrap provides it"
        elif not branch.endswith(branch_end):
            yield f"{wrap}: {name} is needed from {floors[floor]} on, but its branch is {branch}"


def main():
    build = (ROOT / "meson.build").read_text(encoding="utf-8")
    provided = read_wraps(ROOT / "subprojects")
    faults = list(find_faults(build, provided))
    # The check must find planted faults.
    assert list(find_faults(build, {})), "meson.build names no floors"
    assert list(find_faults(build, {name: ("x.wrap", "main") for name in provided}))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

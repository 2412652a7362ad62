#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that po/POTFILES lists exactly the files that contain translatable strings, in sorted order.

The strings of a file that is not listed would never be translated.

Usage: check-potfiles.py [--fix]      --fix rewrites po/POTFILES
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
POTFILES = ROOT / "po" / "POTFILES"

MARK = re.compile(r"(?<!\w)(_|N_|C_|NC_|ngettext|g_dngettext|g_dpgettext2?) ?\(")
C_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
MARK_DEFINITION = re.compile(r"^\s*#\s*define\s.*$", re.MULTILINE)
DATA_SUFFIXES = (".desktop.in", ".metainfo.xml.in", ".gschema.xml")


def has_marked_strings(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ui":
        return bool(re.search(r"""translatable=["'](yes|true|1)["']""", text))
    return bool(MARK.search(MARK_DEFINITION.sub("", C_COMMENT.sub("", text))))


def marked_files():
    sources = [p for p in (ROOT / "src").rglob("*") if p.suffix in (".c", ".h", ".ui")]
    found = [p for p in sources if has_marked_strings(p)]
    found += [p for p in (ROOT / "data").iterdir() if p.name.endswith(DATA_SUFFIXES)]
    return sorted(p.relative_to(ROOT).as_posix() for p in found)


def main():
    needed = marked_files()
    if "--fix" in sys.argv[1:]:
        POTFILES.write_text("".join(f"{name}\n" for name in needed), encoding="utf-8")
        return 0

    lines = POTFILES.read_text(encoding="utf-8").splitlines()
    listed = [line for line in lines if line and not line.startswith("#")]
    missing = [name for name in needed if name not in listed]
    findings = [f"{name}: has words to translate and is not listed" for name in missing]
    for name in listed:
        if not (ROOT / name).exists():
            findings.append(f"{name}: is listed and does not exist")
        elif name not in needed:
            findings.append(f"{name}: is listed and has no words to translate")
    if listed != sorted(set(listed)):
        findings.append("the list is not sorted, or names a file twice")

    if findings:
        print("po/POTFILES:", *findings, "(tests/check-potfiles.py --fix mends this)", sep="\n  ")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())

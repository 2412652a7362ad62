#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the C files are formatted according to .clang-format, with three exceptions.

Prototypes in headers are not changed, because GNOME aligns them in columns, which clang-format does not support. Marked
strings are written _("words"), while every other call has a space before its parenthesis. The dashes in a
G_DEFINE_QUARK are not subtractions.

Usage: check-format.py [--fix] [FILE…] without FILE: everything in src/ and tests/
"""

import difflib
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSION = "14"  # other versions break lines differently
SKIPPED = 77
MAX_LINES = 20  # maximum number of lines of differences per file

OFF, ON = "// clang-format off\n//verbatim\n", "//verbatim\n// clang-format on\n"
QUARK = re.compile(r"^G_DEFINE_QUARK .*\n", re.MULTILINE)
PROTOTYPE = re.compile(r"^[A-Za-z_][^;{}#]*\([^;{}#]*\)[^;{}#()]*;\n", re.MULTILINE)

STRING = r'"(?:[^"\\\n]|\\.)*"'
MARKED = re.compile(rf"(?<!\w)(_|N_|C_|NC_) ?\(((?:\s|,|{STRING})*)\)")
CLOSED = re.compile(rf"(?<!\w)(_|N_|C_|NC_)\[((?:\s|,|{STRING})*)\]")


def find_clang_format():
    for name in (f"clang-format-{VERSION}", "clang-format"):
        program = shutil.which(name)
        if program:
            answer = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True)
            if f"version {VERSION}." in answer.stdout:
                return program
    return None


def hide(path, text):
    """Hides code that clang-format must not change. Marked strings in square brackets look like an index, which gets no
    space and has the same width."""
    text = MARKED.sub(r"\1[\2]", text)
    for verbatim in (PROTOTYPE, QUARK) if path.suffix == ".h" else (QUARK,):
        text = verbatim.sub(lambda match: OFF + match[0] + ON, text)
    return text


def unhide(text):
    return CLOSED.sub(r"\1(\2)", text.replace(OFF, "").replace(ON, ""))


def format_all(program, paths, texts):
    """Returns the formatted files. One process formats many files, because starting it takes longer than formatting a
    file."""
    n_parts = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / ".clang-format", folder)
        copies = [pathlib.Path(folder, f"{number}{path.suffix}") for number, path in enumerate(paths)]
        for path, copy, text in zip(paths, copies, texts):
            copy.write_text(hide(path, text), encoding="utf-8")
        running = [
            subprocess.Popen([program, "--style=file", "-i", *copies[part::n_parts]])
            for part in range(min(n_parts, len(copies)))
        ]
        if any([process.wait() for process in running]):
            sys.exit(f"{program} failed")
        return [unhide(copy.read_text(encoding="utf-8")) for copy in copies]


def main():
    program = find_clang_format()
    if not program:
        print(f"skipped: clang-format {VERSION} is not installed")
        return SKIPPED

    names = [name for name in sys.argv[1:] if name != "--fix"]
    paths = [pathlib.Path(name).resolve() for name in names] or sorted(
        path for folder in ("src", "tests") for path in (ROOT / folder).rglob("*.[ch]")
    )
    before = [path.read_text(encoding="utf-8") for path in paths]
    after = format_all(program, paths, before)

    wrong = [entry for entry in zip(paths, before, after) if entry[1] != entry[2]]
    for path, old, new in wrong:
        if "--fix" in sys.argv[1:]:
            path.write_text(new, encoding="utf-8")
            continue
        name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
        diff = difflib.unified_diff(
            old.splitlines(), new.splitlines(), name, name, n=0, lineterm=""
        )
        print("\n".join(itertools.islice(diff, MAX_LINES)))
    if wrong and "--fix" not in sys.argv[1:]:
        print(f"{len(wrong)} of {len(paths)} files: tests/check-format.py --fix mends this")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds what users read to one word a thing, and to one thing a word.

Looks at the strings that are translated, in all files that po/POTFILES lists. What a window makes of
them is looked at by tests/ui/test-names.py.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# What is not said, how it is said in its place, and the strings that mean something else by it.
WORDS = [
    (r"\bself\b", "exclusive", {"self"}),
    (r"\bstretch", "range, run or state", set()),
    (r"\breal time\b", "wall time", set()),
    (r"\bmarks\b", "slices", {"Align at the Selected Mar_ks", "Align at the Marks Named"}),
    (r"\b(smallest|largest)$", "Minimum, Maximum", set()),
    (r"\bunknown$", "not known", set()),
    (r"\bclear the filter\b", "remove filter", set()),
    (r"” was written", "saved", set()),
    (r"\btotal ms\b|\btotal time of\b", "inclusive", {"Total ms"}),
]

LITERAL = r'"(?:[^"\\]|\\.)*"'
IN_C = re.compile(rf"\b(?:_|N_|C_|NC_|ngettext)\s*\(((?:\s*{LITERAL}\s*,?)+)")
IN_XML = re.compile(r'translatable="yes"[^>]*>([^<]*)<|<(?:summary|description|p|li)>([^<]*)<')


def list_strings(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".c", ".h"):
        for call in IN_C.findall(text):
            parts = re.split(rf"(?<=\")\s*,\s*(?=\")", call)
            yield from ("".join(literal[1:-1] for literal in re.findall(LITERAL, part)) for part in parts)
    else:
        for groups in IN_XML.findall(text):
            yield " ".join("".join(groups).split())


def find_better(words):
    """What is to be said in the place of what is said, a text each."""
    plain = words.replace("_", "")
    return [better for pattern, better, others in WORDS
            if re.search(pattern, plain, re.IGNORECASE) and words not in others]


def main():
    files = ROOT.joinpath("po", "POTFILES").read_text(encoding="utf-8").split()
    strings = [(name, words) for name in files for words in list_strings(ROOT / name)]
    if len(strings) < 500:
        print(f"only {len(strings)} strings were found")
        return 1

    wrong = 0
    for name, words in strings:
        for better in find_better(words):
            print(f"{name}: “{words}”: say “{better}”")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

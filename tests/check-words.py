#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the words of translated strings and of comments.

Translated strings, in all files that po/POTFILES lists, use one word for a thing and one thing for a
word; tests/ui/test-names.py checks the labels that the window makes of them. In comments of src/ the
share of words that plain technical English seldom needs must not grow.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Words to avoid, their replacement, and the strings that use them with another meaning.
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

# Words to avoid in comments, with the most occurrences allowed per 1,000 words. Lower a limit when the share has
# fallen; the aims are 3 and 1.
COMMENT_WORDS = [
    ("what", {"what"}, 18.0),
    ("tell and say", {"tell", "tells", "told", "say", "says", "said"}, 8.0),
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


def count_comment_words():
    """Counts the words of all comments in src/."""
    counts = collections.Counter()
    for path in sorted((ROOT / "src").rglob("*.[ch]")):
        text = path.read_text(encoding="utf-8")
        for match in re.finditer(rf"{LITERAL}|/\*.*?\*/", text, re.DOTALL):
            if match[0].startswith("/*"):
                counts.update(re.findall(r"[a-z']+", match[0].lower()))
    return counts


def check_comments():
    """Prints each group of words that comments use too often, and returns the number of groups."""
    counts = count_comment_words()
    total = sum(counts.values())
    wrong = 0
    for name, words, most in COMMENT_WORDS:
        share = 1000 * sum(counts[word] for word in words) / total
        if share > most:
            print(f"comments in src/ have “{name}” {share:.2f} times per 1,000 words, at most {most} are allowed: "
                  f"use a noun or a verb of the field instead")
            wrong += 1
    return wrong


def find_better(words):
    """Returns the replacements for the words that a string should not use."""
    plain = words.replace("_", "")
    return [better for pattern, better, others in WORDS
            if re.search(pattern, plain, re.IGNORECASE) and words not in others]


def main():
    files = ROOT.joinpath("po", "POTFILES").read_text(encoding="utf-8").split()
    strings = [(name, words) for name in files for words in list_strings(ROOT / name)]
    if len(strings) < 500:
        print(f"only {len(strings)} strings were found")
        return 1

    wrong = check_comments()
    for name, words in strings:
        for better in find_better(words):
            print(f"{name}: “{words}”: say “{better}”")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that documentation blocks match the code below them.

The @names of a block must be parameters of its function, in the order of the prototype, or members of its struct or
enumeration.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

BLOCK = re.compile(r"/\*\*\n((?: \*[^\n]*\n)+?) \*/\n")
NAME = re.compile(r" \* (\w+):\n")
PARAMETER = re.compile(r"^ \* @(\w+):", re.MULTILINE)
STRUCT = re.compile(r"(?:typedef )?(?:struct|enum)\b[^{;]*\{(.*?)\n\}", re.DOTALL)


def find_parameters(name, code):
    """Returns the text between the parentheses of a function, or None if the code is not that function."""
    signature = re.match(r"[^{;]*?\b" + re.escape(name) + r"\s*\(", code)
    if not signature:
        return None
    depth = 1
    for end in range(signature.end(), len(code)):
        depth += {"(": 1, ")": -1}.get(code[end], 0)
        if depth == 0:
            return code[signature.end():end]
    return None


def check_block(block, code):
    """Returns the error in a documentation block that precedes some code, or None."""
    name = NAME.match(block)
    names = PARAMETER.findall(block)
    if not name or not names:
        return None
    parameters = find_parameters(name[1], code)
    struct = STRUCT.match(code)
    if parameters is not None:
        parameters = re.sub(r"\)\s*\([^()]*\)", ")", parameters)  # parameters of callbacks
        places = [re.search(rf"\b{one}\b", parameters) for one in names]
        if None in places:
            return f"@{names[places.index(None)]} is not a parameter of {name[1]}()"
        starts = [place.start() for place in places]
        if starts != sorted(starts):
            return f"sort the @names by the parameters of {name[1]}()"
    elif struct:
        members = re.sub(r"/\*.*?\*/", "", struct[1], flags=re.DOTALL)
        for one in names:
            if not re.search(rf"\b{one}\b", members):
                return f"@{one} is not a member of {name[1]}"
    return None


def main():
    found = wrong = 0
    for folder in ("src", "tests"):
        for path in sorted((ROOT / folder).rglob("*.[ch]")):
            text = path.read_text(encoding="utf-8")
            for match in BLOCK.finditer(text):
                found += 1
                fault = check_block(match[1], text[match.end():match.end() + 20000])
                if fault:
                    line = text.count("\n", 0, match.start()) + 1
                    print(f"{path.relative_to(ROOT)}:{line}: {fault}")
                    wrong += 1
    if found < 1000:
        print(f"only {found} documentation blocks were found")
        wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

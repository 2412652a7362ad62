#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Checks that the table of shortcuts lists every key that the program handles.

A key of a view must be in a group that names the view's folder; any other key may be in any group. A key without
modifiers in the source may be listed with or without modifiers.
"""

import pathlib
import re
import sys

UI = pathlib.Path(__file__).resolve().parent.parent / "src" / "ui"
TABLE = UI / "window" / "shortcuts.c"

KEY = re.compile(r"GDK_KEY_(\w+)\b(?:,\s*((?:GDK_\w+_MASK)(?:\s*\|\s*GDK_\w+_MASK)*))?")
ROW = re.compile(r'^  (GROUP|ACTION|KEYS) \((?:("[^"]+"|NULL),\s+)?(?:"([^"]+)",\s+)?N_ ?\(', re.MULTILINE)
MODIFIERS = {"CONTROL": "<Control>", "SHIFT": "<Shift>", "ALT": "<Alt>"}
SAME = {"equal": "plus"}  # plus without Shift
SHIFTED = {"plus", "asterisk", "braceleft", "braceright"}  # with Shift on most keyboards, but not on all
OF_DIALOGS = re.compile(r'[^;]*"window\.close"')


def split_accelerator(text):
    """Returns the modifiers and the name of the key."""
    modifiers, key = re.fullmatch(r"((?:<\w+>)*)(.+)", text).groups()
    return frozenset(re.findall(r"<\w+>", modifiers)), key


def expand(text):
    """Yields each shortcut in a string of the table, such as `a b` or `<Alt>1...9`."""
    for one in text.split():
        span = re.fullmatch(r"((?:<\w+>)*)(\d)\.\.\.(\d)", one)
        if span:
            for digit in range(int(span[2]), int(span[3]) + 1):
                yield split_accelerator(f"{span[1]}{digit}")
        else:
            yield split_accelerator(one)


def read_table():
    """Returns the keys by the view of their group."""
    keys, view = {}, None
    for kind, first, second in ROW.findall(TABLE.read_text(encoding="utf-8")):
        if kind == "GROUP":
            view = None if first == "NULL" else first.strip('"')
        else:
            keys.setdefault(view, set()).update(expand(second or first.strip('"')))
    return keys


def read_keys(path):
    """Yields line, modifiers (None if unspecified) and name of each key in a file, except keypad duplicates."""
    text = path.read_text(encoding="utf-8")
    for match in KEY.finditer(text):
        key, masks = match.groups()
        if key.startswith(("KP_", "ISO_")) or OF_DIALOGS.match(text, match.end()):
            continue
        modifiers = frozenset(MODIFIERS[mask] for mask in re.findall("GDK_([A-Z]+)_MASK", masks)) if masks else None
        if len(key) == 1 and key.isupper():
            modifiers, key = (modifiers or frozenset()) | {"<Shift>"}, key.lower()
        if key in SHIFTED:
            modifiers = None
        yield text.count("\n", 0, match.start()) + 1, modifiers, SAME.get(key, key)


def is_listed(keys, modifiers, key):
    return any(name == key and modifiers in (None, held) for held, name in keys)


def main():
    keys = read_table()
    every = set().union(*keys.values())
    found, missing = 0, []
    for path in sorted(UI.rglob("*.c")):
        folders = path.relative_to(UI).parts
        view = folders[1] if folders[0] == "views" and folders[1] in keys else None
        for line, modifiers, key in read_keys(path):
            found += 1
            if not is_listed(keys[view] if view else every, modifiers, key):
                missing.append(f"{path.relative_to(UI)}:{line}: {''.join(modifiers or ())}{key}")
    for line in missing:
        print(f"{line} is not in {TABLE.name}")
    assert found > 80 and len(every) > 80, (found, len(every))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: GPL-3.0-or-later
"""Parses slice and counter events that programs write to a log: of HiTraceMeter, in both formats, and of Android."""

import collections
import re

TAG = re.compile(r"[DICM](?:\d\d)+$")
INTEGER = re.compile(r"[+-]?\d+$")
CHAIN = re.compile(r"H:\[([0-9a-f]+),([0-9a-f]+),([0-9a-f]+)\]#(?:[CS]##)?#*")

Mark = collections.namedtuple("Mark", "kind pid name value category args track")


def shown_name(name):
    chain = CHAIN.match(name)
    name = name[chain.end():] if chain else name.removeprefix("H:")
    return name or "(empty)"


def numbered(rest):
    """Parses the name, number, category and arguments after the pid of S, F and C, or returns None."""
    fields = rest.split("|")
    for i in range(1, len(fields) - 1):
        if INTEGER.match(fields[i]) and TAG.match(fields[i + 1]):
            more = fields[i + 2:] + [""]
            return "|".join(fields[:i]), int(fields[i]), more[0], "|".join(more[1:-1])
    for i in range(1, len(fields)):
        if INTEGER.match(fields[i]):
            return "|".join(fields[:i]), int(fields[i]), "", ""
    name, space, number = rest.rpartition(" ")
    if space and INTEGER.match(number):
        return name, int(number), "", ""
    return None


def parse_mark(text):
    """Returns a Mark, None if the text is not an atrace event, or False if the event is malformed."""
    text = text.rstrip(" \t\r\n\0")
    if re.match(r"E(?:\||$)", text):
        return Mark("E", None, "", None, "", "", "")
    match = re.match(r"([BSFCINGH])\|(\d+)\|(.*)$", text)
    if not match:
        return False if re.match(r"[BSFCINGH](?:\||$)", text) else None

    kind, pid, rest = match[1], int(match[2]), match[3]
    if kind in "BI":
        fields = rest.split("|")
        for i in range(1, len(fields)):
            if TAG.match(fields[i]) and fields[0]:
                name, args = "|".join(fields[:i]), "|".join(fields[i + 1:])
                return Mark(kind, pid, shown_name(name), None, "", args, "")
        return Mark(kind, pid, shown_name(rest), None, "", "", "")
    if kind in "SFC":
        parts = numbered(rest)
        if parts is None:
            return False
        name, number, category, args = parts
        name = shown_name(name)
        legacy = re.match(r"(.+?)\$\$(.+)$", name)
        if legacy and kind != "C":
            category, name = category or legacy[1], legacy[2]
        return Mark(kind, pid, name, number, category, args, "")

    fields = rest.split("|")
    if kind == "N":
        return Mark(kind, pid, shown_name("|".join(fields[1:])), None, "", "", fields[0])
    if len(fields) < 2 or not INTEGER.match(fields[-1]):
        return False
    return Mark(kind, pid, shown_name("|".join(fields[1:-1])), int(fields[-1]), "", "", fields[0])


def owner_of(mark, event):
    return mark.pid if event.tgid in (None, mark.pid) or mark.pid == event.tid else event.tgid

# SPDX-License-Identifier: GPL-3.0-or-later
"""Unpacks a log, and parses its lines as events in time order."""

import collections
import gzip
import io
import re
import zipfile
import zlib


class LogError(Exception):
    pass


# Containers

TRACE_ZLIB = re.compile(rb"(?:\A|\n)TRACE:\r?\n(?=\x78[\x01\x5e\x9c\xda])")
NEW_SECTION = re.compile(
    r'<script\b[^>]*class="trace-data"[^>]*>\n?(.*?)</script>', re.DOTALL | re.IGNORECASE)
OLD_SECTION = re.compile(r'linuxPerfData\s*=\s*"((?:[^"\\]|\\.)*)"', re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\n": ""}


def inflated(data):
    inflate = zlib.decompressobj()
    return inflate.decompress(data)


def sections_of_page(text):
    """Returns the concatenated logs in a page, which may also contain other data."""
    sections = NEW_SECTION.findall(text)
    if not sections:
        sections = [re.sub(r"\\(.)", lambda m: ESCAPES.get(m[1], m[1]), section, flags=re.DOTALL)
                    for section in OLD_SECTION.findall(text)]
    return "\n".join(section for section in sections
                     if any(LINE.match(line) for line in section.split("\n")))


def read_text(data):
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [name for name in archive.namelist() if not name.endswith("/")]
            if not names:
                raise LogError("the archive is empty")
            return read_text(archive.read(names[0]))
    if data[:2] == b"\x1f\x8b":
        return read_text(gzip.decompress(data))
    if data[:1] == b"\x78" and len(data) > 1 and (data[0] << 8 | data[1]) % 31 == 0:
        return read_text(inflated(data))
    packed = TRACE_ZLIB.search(data[:65536])
    if packed:
        return read_text(inflated(data[packed.end():]))
    text = data.decode("utf-8", "replace")
    if re.match(r"\s*(?:<!--.*?-->\s*)?<(?:!doctype\s+html|html)\b", text, re.IGNORECASE):
        return sections_of_page(text)
    return text


# Lines

LINE = re.compile(
    r"\s*(?P<comm>.*?)-(?P<tid>\d+)\s+"
    r"(?:\(\s*(?P<tgid>\d+|-+)\)\s*)?"
    r"(?:\[(?P<cpu>\d+)\]\s*"
    # The flags can end with hexadecimal digits, and can be directly followed by the time.
    r"(?:(?P<flags>[.0-9A-Za-z]{4,8}?)\s*)??"
    r"|(?P<bare_cpu>\d+)[.A-Za-z][.0-9A-Za-z]{3,7}\s+)"
    r"(?P<time>\d+(?:\.\d+|us)?)[ +!#*@$]*:\s+(?:\(\+\d+\)\s+)?"
    r"(?P<event>[\w.-]+):(?:\s+(?P<args>.*))?$")
NO_EVENT = re.compile(
    r"#|\s*$|cpus=\d+$|version = |CPU \d+ is empty|<stack trace>|.*<stack trace>$| => |.*\bTRACE:$")
UNKNOWN = re.compile(r".*-\d+\s+.*\[\d+\].*: UNKNOWN TYPE \d+$")
LOST = re.compile(r"CPU:\s*\d+ \[(?:LOST (\d+) EVENTS|(\d+) EVENTS DROPPED)\]")
ENTRIES = re.compile(r"#\s*(?:entries-in-buffer/entries-written:\s*|latency: .*us, #)"
                     r"(\d+)/(\d+).*#P:(\d+)")
MARKS = ("tracing_mark_write", "print", "0")

Event = collections.namedtuple("Event", "ns comm tid tgid cpu name args")


def ns_of(text):
    """Returns the time in nanoseconds, or None if it is 0 with fewer than six decimals."""
    seconds, dot, fraction = text.partition(".")
    if text.endswith("us"):
        return int(text[:-2]) * 1000
    if dot and len(fraction) < 6 and not int(seconds + fraction):
        return None
    return int(seconds) * 10**9 + int(fraction.ljust(9, "0")[:9]) if dot else int(seconds)


class Log:
    """The events of a log, sorted by time, and counts of its other lines."""

    def __init__(self, text):
        self.events = []
        self.lost_told = 0
        self.overwritten = 0
        self.cpus_told = 0
        self.bad_times = 0
        self.missing_marks = 0
        self.unparsed = []
        self.continued = 0
        self.after_mark = False
        self.read(text.split("\n"))
        self.events.sort(key=lambda event: event.ns)

    def read(self, lines):
        for line in lines:
            line = line.rstrip("\r")
            match = LINE.match(line)
            if match and not line.startswith("#"):
                self.add(match)
                self.after_mark = match["event"] in MARKS
            else:
                self.add_other(line)

    def add_other(self, line):
        entries = ENTRIES.match(line)
        lost = LOST.match(line)
        if entries:
            self.overwritten += max(int(entries[2]) - int(entries[1]), 0)
            self.cpus_told = max(self.cpus_told, int(entries[3]))
        elif lost:
            self.lost_told += int(lost[1] or lost[2])
        elif UNKNOWN.match(line):
            self.missing_marks += 1
        elif NO_EVENT.match(line):
            return
        elif self.after_mark:
            self.continued += 1
        elif self.events:
            self.unparsed.append(line)

    def add(self, match):
        ns = ns_of(match["time"])
        if ns is None:
            self.bad_times += 1
            return
        tgid = match["tgid"]
        tgid = int(tgid) if tgid and tgid[0] != "-" else None
        name, args = match["event"], match["args"] or ""
        # In output of trace-cmd report, the kernel function that printed the text precedes it.
        if name == "print":
            args = re.sub(r"^(?:tracing_mark_write:\s|ip=.*? buf=)", "", args)
        # With the tracer option "fields", numbers are printed twice.
        if name not in MARKS:
            args = re.sub(r"=(?:0x[0-9a-f]+ )?\((-?\d+)\)(?= |$)", r"=\1", args)
        cpu = int(match["cpu"] or match["bare_cpu"])
        self.events.append(Event(ns, match["comm"], int(match["tid"]), tgid, cpu, name, args))

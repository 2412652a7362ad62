#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the lines of a device log, independently of Traceview: count-device-log.py FILE

Prints JSON: the number of records, the number per level and tag, and the number of processes. Text is matched
with one regular expression per format; in binary files and .logcat files, the records are parsed.
"""

import collections
import json
import re
import struct
import sys

TIME = r"(?:(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d\.\d+(?: [+-]\d{4})?|\d+\.\d+)"
USER = r"(?:\w+: *)?"
FORMS = {
    "long": rf"\[ *{TIME} +{USER}(?P<pid>\d+): *\d+ (?P<level>[VDIWEFS])/(?P<tag>.*?) *\]",
    "studio": rf"{TIME} +(?P<pid>\d+)-\d+ +(?P<tag>.*?) +\S+ +(?P<level>[VDIWEA])(?:  (?P<msg>.*))?",
    "old studio": rf"{TIME} +(?P<pid>\d+)-\d+/\S+ (?P<level>[VDIWEA])/(?P<tag>.*?)\s*:(?: (?P<msg>.*))?",
    "hilog": rf"(?:[A-Z]+ )?{TIME} +(?P<pid>\d+) +\d+ (?P<level>[DIWEF]) "
             rf"[AICKP]?[0-9A-Fa-f]{{5}}/(?P<tag>.*?):(?: (?P<msg>.*))?",
    "kmsg": rf"{TIME} <(?P<number>\d)> \[ *\d+\.\d+\] (?P<msg>.*)",
    "threadtime": rf"{TIME} +(?:\w+ +)?(?P<pid>\d+) +\d+ (?P<level>[VDIWEFS]) "
                  rf"(?P<tag>.*?) *:(?: (?P<msg>.*))?",
    "time": rf"{TIME} (?P<level>[VDIWEFS])/(?P<tag>.*?)\({USER} *(?P<pid>\d+)\):(?: (?P<msg>.*))?",
    "process": rf"(?P<level>[VDIWEFS])\({USER} *(?P<pid>\d+)\) (?P<msg>.*)  \((?P<tag>.*)\)",
    "thread": rf"(?P<level>[VDIWEFS])\({USER} *(?P<pid>\d+): *\d+\) (?P<msg>.*)",
    "brief": rf"(?P<level>[VDIWEFS])/(?P<tag>.*?)\({USER} *(?P<pid>\d+)\):(?: (?P<msg>.*))?",
    "tag": r"(?P<level>[VDIWEFS])/(?P<tag>.*?) *:(?: (?P<msg>.*))?",
}
PATTERNS = {form: re.compile(pattern, re.DOTALL) for form, pattern in FORMS.items()}
DIVIDER = re.compile(r"\s*--------- (?:beginning of|switch to) ")
COLOR = re.compile(r"\x1b\[[\d;]*m")
STUDIO_LEVELS = {"VERBOSE": "V", "DEBUG": "D", "INFO": "I", "WARN": "W", "ERROR": "E",
                 "ASSERT": "F"}


# Names of some of the framework's event tags.
EVENTS = {3040: "boot_progress_ams_ready", 20003: "dvm_lock_sample", 30008: "am_anr", 30011: "am_proc_died",
          30014: "am_proc_start", 30023: "am_kill", 30039: "am_crash", 52004: "binder_sample"}


def count_text(text):
    lines = [COLOR.sub("", line.rstrip("\r")) for line in text.split("\n")]
    lines = [line for line in lines if line.strip() and not DIVIDER.match(line)]
    best = max(PATTERNS, key=lambda form: sum(1 for line in lines[:200]
                                              if PATTERNS[form].fullmatch(line.strip(" \t"))))
    for form, pattern in PATTERNS.items():
        if pattern.fullmatch(lines[0].strip(" \t")):
            best = form
            break
    records = list(match_lines(lines, best))
    names = [tag for _, tag, _, _ in records if tag is not None]
    # All but the oldest versions of hilog write PROCESS/TAG, but tags can also contain a slash.
    has_process = best == "hilog" and sum("/" in name for name in names) * 2 > len(names)
    for level, tag, pid, message in records:
        yield level, tag.split("/", 1)[1] if has_process and "/" in tag else tag, pid, message


def match_lines(lines, best):
    for line in lines:
        match = PATTERNS[best].fullmatch(line.strip(" \t")) or PATTERNS[best].fullmatch(
            line.lstrip(" \t"))
        if match:
            fields = match.groupdict()
            level = fields.get("level")
            if fields.get("number"):
                level = "FFFEWIID"[int(fields["number"])]
            tag = fields.get("tag")
            yield ("F" if level == "A" else level, tag.strip(" ") if tag else tag,
                   fields.get("pid"), (fields.get("msg") or "") if "msg" in fields else None)


def count_binary(data):
    at = 0
    while at + 20 <= len(data):
        size, header, pid, _tid, _sec, _nsec = struct.unpack_from("<HHiiII", data, at)
        header = header or 20
        lid = struct.unpack_from("<I", data, at + 20)[0] if header >= 24 else 0
        payload = data[at + header:at + header + size]
        if lid in (2, 5, 6):
            number = struct.unpack_from("<I", payload)[0]
            yield "I", EVENTS.get(number, f"[{number}]"), str(pid), None
        else:
            tag, message = payload[1:].split(b"\0")[:2]
            yield ("??VDIWEF"[payload[0]], tag.decode(), str(pid),
                   message.decode("utf-8", "replace"))
        at += header + size


def count_studio(text):
    for message in json.loads(text)["logcatMessages"]:
        header = message["header"]
        yield STUDIO_LEVELS[header["logLevel"]], header["tag"], str(header["pid"]), message["message"]


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    if b'"logcatMessages"' in data:
        records = list(count_studio(data.decode("utf-8")))
    elif b"\0" in data[:64]:
        records = list(count_binary(data))
    else:
        records = list(count_text(data.decode("utf-8", "replace")))
    json.dump({
        "records": len(records),
        "levels": collections.Counter(level for level, _, _, _ in records if level),
        "tags": collections.Counter(tag for _, tag, _, _ in records if tag is not None),
        # All but the first line of a message may be separate log lines.
        "messages": collections.Counter(message.split("\n")[0].rstrip() for _, _, _, message in records
                                        if message is not None),
        "processes": len({pid for _, _, pid, _ in records if pid}),
    }, sys.stdout, indent=1, sort_keys=True)


if __name__ == "__main__":
    main()

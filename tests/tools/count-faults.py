#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Counts the contents of crash and freeze files by the format of the lines, or by parsing Protocol Buffers.

count-faults.py FILE

The script is independent of the readers: it does not distinguish sections of a file, and parses each line
separately. The output is JSON.
"""

import json
import re
import sys

HEX = "[0-9a-f]"


# ---- Protocol Buffers ----

def fields(data):
    """Yields (number, value) of each field of a message; strings and messages are bytes."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint()
        else:
            assert key & 7 == 2
            size = varint()
            yield key >> 3, data[at:at + size]
            at += size


def first(message, number, default=None):
    return next((value for field, value in fields(message) if field == number), default)


def every(message, number):
    return [value for field, value in fields(message) if field == number]


def count_message(data):
    threads = [first(entry, 2, b"") for entry in every(data, 16)]
    signal = first(data, 10, b"")
    word = 8 if first(data, 1, 0) in (1, 3, 4) else 4
    dumps = [dump for thread in threads for dump in every(thread, 5)]
    return {
        "kind": "crash",
        "pid": first(data, 5, 0),
        "reason": first(signal, 2, b"").decode(),
        "threads": len(threads),
        "names": sorted(first(thread, 2, b"").decode() for thread in threads),
        "frames": sum(len(every(thread, 4)) for thread in threads),
        "registers": sum(len(every(thread, 3)) for thread in threads),
        "words": sum(-(-len(first(dump, 4, b"")) // word) for dump in dumps),
        "regions": len(every(data, 17)),
        "files": len(every(data, 19)),
        "log_lines": sum(len(every(buffer, 2)) for buffer in every(data, 18)),
        "causes": len(every(data, 15)),
        "events": 0,
        "servers": 0,
        "calls": 0,
    }


# ---- Text ----

def count_tombstone(lines):
    def n(pattern):
        return sum(bool(re.match(pattern, line)) for line in lines)

    headers = [re.match(r"pid: (\d+), tid: \d+, name: (.*?) +>>> [^>]* <<<$", line) for line in lines]
    headers = [header for header in headers if header]
    rows = [line for line in lines
            if re.match(rf" {{4}}[a-z]\w* +{HEX}{{8,16}}(  [a-z]\w* +{HEX}{{8,16}})*$", line)]
    words = 0
    for line in lines:
        if match := re.match(rf" {{4}}{HEX}{{8,16}}((?: (?:{HEX}{{16}}|-{{16}}|{HEX}{{8}}|-{{8}}))+)  ", line):
            words += len(match[1].split())
    signal = next((re.match(r"signal \d+ \((\w+)\)", line) for line in lines
                   if line.startswith("signal ")), None)
    return {
        "kind": "crash",
        "pid": int(headers[0][1]),
        "reason": signal[1] if signal else "",
        "threads": len(headers),
        "names": sorted(header[2] for header in headers),
        "frames": n(r" {4,6}#\d+ +pc "),
        "registers": sum(len(re.findall(rf"[a-z]\w* +{HEX}{{8,16}}", row)) for row in rows),
        "words": words,
        "regions": n(rf" {{4}}{HEX}{{8}}'?{HEX}*-{HEX}{{8}}'?{HEX}* [r-][w-][x-]"),
        "files": n(r" {4}fd \d+: "),
        "log_lines": n(r"\d\d-\d\d \d\d:\d\d:\d\d\.\d+ +\d+ +\d+ [VDIWEF] "),
        "causes": n(r"Cause: "),
        "events": 0,
        "servers": 0,
        "calls": 0,
    }


def listed_once(events):
    """Returns the number of distinct events: each event counts as often as it occurs in the last list that contains
    it. The entry of a running event in the history of the same list, which has no end, does not count."""
    by_key = {}
    for place, event in enumerate(events):
        key = event["key"]
        last = by_key.get(key)
        if last is None or event["seen"] > last[0]["seen"]:
            by_key[key] = [event]
        elif event["seen"] == last[0]["seen"]:
            if not (last[0]["running"] and event["history"] and not event["ended"]):
                last.append(event)
    return sum(map(len, by_key.values()))


def read_events(lines):
    events, seen, history, runner = [], None, False, None
    for line in lines:
        if match := re.search(r"EventHandler dump begin curTime: (.*)", line):
            seen, history = match[1], False
        elif match := re.search(r"Event runner .*Thread ID = (\d+)", line):
            runner = match[1]
        elif "History event queue information" in line:
            history = True
        elif "priority event queue information" in line:
            history = False
        if match := re.search(r"Event \{ (.*?) ?\}?$", line):
            def value(key, rest=match[1]):
                found = re.search(rf"(?:^|, ){key} = (.*?)(?=, (?:send thread|send time|handle time|"
                                  r"trigger time|completeTime time|priority|id|task name|caller) = |$)",
                                  rest)
                return found[1].strip() if found else ""
            events.append({
                "seen": seen, "running": "Current Running" in line, "history": history,
                "ended": value("completeTime time"),
                "key": (runner, value("send time"), value("handle time"), value("send thread"),
                        value("task name") or value("id"), value("caller")),
            })
    return events


def count_calls(lines):
    """Counts waiting calls. Entries of several lists are the same call if they began within a second of each
    other."""
    calls, start = {}, None
    n = 0
    for line in lines:
        if match := re.match(r"TIMESTAMP = \d+/\d+/\d+-(\d+):(\d+):(\d+):(\d+)", line):
            hour, minute, second, ms = map(int, match.groups())
            start = ((hour * 60 + minute) * 60 + second) + ms / 1000
        if match := re.match(r" *(async )?(\d+:\d+) to (\d+:\d+) code (\w+) wait:([\d.]+)", line):
            key, began = match.groups()[:4], (start or 0) - float(match[5])
            if not any(abs(began - other) < 1 for other in calls.get(key, [])):
                n += 1
            calls.setdefault(key, []).append(began)
    return n


def count_fault_log(lines):
    def find(pattern):
        return next((match[1] for line in lines if (match := re.match(pattern, line))), None)

    reason = find(r"Reason:(.*)") or ""
    is_freeze = any(re.match(r"(appfreeze|sysfreeze|syswarning): |STRINGID:", line) for line in lines)
    signal = re.match(r"Signal:(\w+)", reason)
    kind = "freeze" if is_freeze else "crash" if signal else "panic" if " line:" in reason else "error"
    header_end = next((i for i, line in enumerate(lines) if re.match(r"\*{20}", line)), 0)
    body = lines[header_end:] if is_freeze else lines
    tids = [line for line in lines if re.match(r"Tid:\d+", line)]
    native = sum(bool(re.match(r"#\d+ (pc |at )", line)) for line in lines)
    scripts = [i for i, line in enumerate(body) if re.match(r" {4}at \S", line)]
    # Each script stack belongs to one thread, wherever it is in the file.
    script_stacks = sum(i - 1 not in scripts for i in scripts)
    nameless = 1 if not tids and native else 0
    words = sum(bool(re.match(rf"(?: {{4}}|sp\d+:){HEX}{{8,16}} {HEX}{{8,16}}$", line)) for line in lines)
    pid = find(r"Pid:(\d+)")
    return {
        "kind": kind,
        "pid": int(pid) if pid else None,
        "reason": signal[1] if signal else reason,
        "threads": len(tids) + script_stacks + nameless,
        "frames": native + len(scripts),
        "registers": sum(len(re.findall(rf"\b[a-z]\w*:{HEX}{{8,16}}\b", line)) for line in lines
                         if re.match(rf"[a-z]\w*:{HEX}{{8,16}}( [a-z]\w*:{HEX}{{8,16}})*$", line)
                         and not re.match(r"sp\d+:", line)),
        "words": words,
        "regions": sum(bool(re.match(rf"{HEX}+-{HEX}+ [r-][w-][x-][ps-] ", line)) for line in lines),
        "files": sum(bool(re.match(r"\d+->", line)) for line in lines),
        "log_lines": sum(bool(re.match(r"\d\d-\d\d \d\d:\d\d:\d\d\.\d+ +\d+ +\d+ [DIWEF] [A-Z]\w{5}/",
                                       line)) for line in lines),
        "causes": 0,
        "events": listed_once(read_events(lines)),
        "servers": sum(bool(re.match(r" *\d+ +\w*binder +\d+ +\d+ +\d+ +\d+ +\d+$", line))
                       for line in lines),
        "calls": count_calls(lines),
    }


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    if data[:1] in (b"\x08", b"\x12") and b"\n*** " not in data[:4096]:
        print(json.dumps(count_message(data)))
        return
    lines = [line.rstrip("\r") for line in data.decode("utf-8", "replace").split("\n")]
    is_tombstone = any(line.startswith("*** *** ***") for line in lines[:100])
    print(json.dumps(count_tombstone(lines) if is_tombstone else count_fault_log(lines)))


if __name__ == "__main__":
    main()

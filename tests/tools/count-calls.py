#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Counts the calls of a method trace by brute force, to check the viewer's numbers against.

It builds no calls and no tree. Between two records of a thread some time passes, and all it does is
to give that time to whatever is on the thread's stack: to every method once (inclusive), to the top
(exclusive), and to every pair of neighbours (edges). Slow, but there is little to get wrong.

    count-calls.py [--context-switches] [--indent] FILE

FILE is a classic trace, one of a .key/.data pair, or a streaming trace. The answer is JSON.
"""

import argparse
import collections
import json
import os
import struct
import sys

MAGIC = b"SLOW"
HEADER_SIZE = 32
STREAMING = 0xF0
OP_METHOD, OP_THREAD, OP_SUMMARY = 1, 2, 3
ENTER, EXIT, UNWIND, RESERVED = range(4)
CPU, WALL = 0, 1
BLOCKED_NS = 100_000
CONTEXT_SWITCH = ("", "(context switch)", "")

Method = collections.namedtuple("Method", "name source_file line")


class TraceError(Exception):
    pass


# Reading


def parse_method(line):
    """One line of *methods as (id, Method), or None."""
    fields = line.split("\t")
    try:
        method_id = int(fields[0], 16)
    except ValueError:
        return None
    if len(fields) < 2:
        return None

    class_name = fields[1].replace("/", ".")
    name, signature, source_file, line_text = "", "", "", ""
    if len(fields) == 4 and not fields[3].startswith("("):
        source_file, line_text = fields[2:4]
    else:
        rest = fields[2:6] + [""] * 4
        name, signature, source_file, line_text = rest[:4]
    number = int(line_text) if line_text.lstrip("-").isdigit() else None
    return method_id, Method((class_name, name, signature), source_file, number)


class Key:
    """The text section, or as much of it as a streaming file has told so far."""

    def __init__(self):
        self.version = None
        self.options = {}
        self.threads = {}
        self.methods = {}

    def read(self, text):
        section = None
        for line in text.decode("utf-8", "replace").split("\n"):
            if line.startswith("*"):
                section = line[1:]
                if section == "end":
                    return
            elif section == "version":
                if self.version is None:
                    self.version = int(line)
                else:
                    name, equals, value = line.partition("=")
                    if equals:
                        self.options[name] = value
            elif section == "threads" and line:
                tid, _, name = line.partition("\t")
                self.threads[int(tid)] = name
            elif section == "methods":
                self.add_method(line)

    def add_method(self, line):
        parsed = parse_method(line)
        if parsed is not None:
            self.methods[parsed[0]] = parsed[1]


def read_header(data, offset):
    if len(data) < offset + HEADER_SIZE or data[offset : offset + 4] != MAGIC:
        raise TraceError("there is no data header")
    version, skip, _, record_size = struct.unpack_from("<HHQH", data, offset + 4)
    return version, offset + skip, record_size


def record_format(version, is_dual):
    return ("<B" if version == 1 else "<H") + "I" + ("II" if is_dual else "I")


class Trace:
    """The key, the kind of clock, and all whole records as (tid, word, time, …)."""

    def __init__(self, path):
        self.key = Key()
        self.records = []
        with open(path, "rb") as file:
            data = file.read()

        stem, ending = os.path.splitext(path)
        if data[:4] == MAGIC and ending != ".data":
            self.read_streaming(data)
        elif ending in (".key", ".data"):
            with open(stem + ".key", "rb") as file:
                key = file.read()
            with open(stem + ".data", "rb") as file:
                self.read_classic(key, file.read(), 0)
        else:
            end = data.find(b"\n*end\n")
            if end < 0:
                raise TraceError("the key section has no end")
            self.read_classic(data[:end], data, end + len(b"\n*end\n"))

    def set_clock(self, record_size):
        told = self.key.options.get("clock")
        self.clock_is_told = told is not None
        if told is None and self.is_streaming:
            told = "dual" if record_size >= 14 else None
        self.clock = {"global": "wall", None: "thread-cpu"}.get(told, told)

    def read_classic(self, key, data, offset):
        self.is_streaming = False
        self.key.read(key)
        version, offset, record_size = read_header(data, offset)
        if version != self.key.version:
            raise TraceError(f"key version {self.key.version}, data version {version}")
        self.set_clock(record_size)
        layout = struct.Struct(record_format(version, self.clock == "dual"))
        size = record_size if version >= 3 else layout.size
        if size < layout.size:
            raise TraceError(f"records of {size} bytes are too small")
        while offset + size <= len(data):
            self.records.append(layout.unpack_from(data, offset))
            offset += size

    def read_streaming(self, data):
        self.is_streaming = True
        version, offset, record_size = read_header(data, 0)
        version &= ~STREAMING
        size = record_size if version >= 3 else 9 if version == 1 else 10
        # Whether records have two times is known at the end only: note where they are.
        offsets = []
        while offset + 2 <= len(data):
            # In version 1 the second byte is the method's; tids are not 0, so this still tells
            # records from the rest.
            if data[offset : offset + 2] != b"\0\0":
                if offset + size <= len(data):
                    offsets.append(offset)
                offset += size
                continue
            step = self.read_unit(data, offset + 2)
            if step is None:
                break
            offset += 2 + step

        self.set_clock(size)
        layout = struct.Struct(record_format(version, self.clock == "dual"))
        if size < layout.size:
            raise TraceError(f"records of {size} bytes are too small")
        self.records = [layout.unpack_from(data, offset) for offset in offsets]

    def read_unit(self, data, offset):
        """Reads what is not a record; the number of bytes it took, None at the end."""
        formats = {OP_METHOD: "<BH", OP_THREAD: "<BHH", OP_SUMMARY: "<BI"}
        if offset >= len(data):
            return None
        layout = formats.get(data[offset])
        if layout is None:
            raise TraceError(f"unit {data[offset]} at {offset} is unknown")
        head = struct.calcsize(layout)
        if offset + head > len(data):
            return None
        fields = struct.unpack_from(layout, data, offset)
        text = data[offset + head : offset + head + fields[-1]]
        if fields[0] == OP_SUMMARY:
            self.key.read(text)
            return None
        if len(text) < fields[-1]:
            return None
        if fields[0] == OP_METHOD:
            self.key.add_method(text.decode("utf-8", "replace").rstrip("\n"))
        else:
            self.key.threads[fields[1]] = text.decode("utf-8", "replace").rstrip("\n")
        return head + len(text)


# Counting


class Clock:
    """One clock of one thread: 32 bits of microseconds in, nanoseconds that never go back out."""

    def __init__(self):
        self.last_raw = None
        self.turns = 0
        self.now_us = None

    def read(self, raw):
        """(ns passed since the last reading, wrapped?, stepped back?)"""
        wraps = self.last_raw is not None and self.last_raw - raw > 1 << 31
        self.turns += wraps
        self.last_raw = raw
        time_us = raw + (self.turns << 32)
        if self.now_us is None:
            self.now_us = time_us
        back = time_us < self.now_us
        passed = 0 if back else time_us - self.now_us
        self.now_us += passed
        return passed * 1000, wraps, back


class Thread:
    def __init__(self):
        self.stack = []  # of (method, is recursive)
        self.clocks = (Clock(), Clock())
        self.slices = 0


class MethodCount:
    def __init__(self):
        self.incl = [0, 0]
        self.excl = [0, 0]
        self.self_nonrecursive = [0, 0]
        self.calls = [0, 0]


class EdgeCount:
    def __init__(self):
        self.calls = 0
        self.incl = [0, 0]


class Count:
    def __init__(self, trace, context_switches=False):
        self.trace = trace
        self.context_switches = context_switches and trace.clock == "dual"
        self.has = [trace.clock != "wall", trace.clock != "thread-cpu"]
        self.threads = {}
        self.methods = collections.defaultdict(MethodCount)
        self.edges = collections.defaultdict(EdgeCount)
        self.total = [0, 0]
        self.odd = dict.fromkeys(
            ("forced", "unmatched", "backwards", "open", "unknown", "reserved", "wraps",
             "context_switches"), 0)
        self.sources = {}
        self.unknown = set()
        for method in trace.key.methods.values():
            self.sources.setdefault(method.name, (method.source_file, method.line))

        for record in trace.records:
            self.add(record)
        for thread in self.threads.values():
            self.odd["open"] += len(thread.stack)
        self.odd["unknown"] = len(self.unknown)

    def name_of(self, word):
        method_id = word & ~3
        method = self.trace.key.methods.get(method_id)
        if method is not None:
            return method.name
        self.unknown.add(method_id)
        return ("", f"(0x{method_id:x})", "")

    def add(self, record):
        tid, word, *times = record
        action = word & 3
        if action == RESERVED:
            self.odd["reserved"] += 1
            return

        thread = self.threads.setdefault(tid, Thread())
        passed = self.read_clocks(thread, times)
        if thread.stack:
            self.spend(thread.stack, passed)
        if action == ENTER:
            self.enter(thread, self.name_of(word))
        else:
            self.leave(thread, self.name_of(word))

    def read_clocks(self, thread, times):
        which = (CPU, WALL) if len(times) == 2 else (CPU,) if self.has[CPU] else (WALL,)
        passed = [0, 0]
        stepped_back = False
        for clock, raw in zip(which, times):
            passed[clock], wraps, back = thread.clocks[clock].read(raw)
            self.odd["wraps"] += wraps
            stepped_back |= back
        self.odd["backwards"] += stepped_back
        return passed

    def spend(self, stack, passed):
        top, is_recursive = stack[-1]
        own = list(passed)
        ahead = passed[WALL] - passed[CPU]
        if self.context_switches and ahead > BLOCKED_NS:
            own[WALL] -= ahead
            self.switch(stack[-1], ahead)

        for clock in (CPU, WALL):
            self.total[clock] += passed[clock]
            for name in {name for name, _ in stack}:
                self.methods[name].incl[clock] += passed[clock]
            self.methods[top].excl[clock] += own[clock]
            if not is_recursive:
                self.methods[top].self_nonrecursive[clock] += own[clock]
            for caller, callee in zip(stack, stack[1:]):
                self.edges[caller, callee].incl[clock] += passed[clock]

    def switch(self, top, wall_ns):
        self.odd["context_switches"] += 1
        count = self.methods[CONTEXT_SWITCH]
        count.calls[False] += 1
        edge = self.edges[top, (CONTEXT_SWITCH, False)]
        edge.calls += 1
        for times in (count.incl, count.excl, count.self_nonrecursive, edge.incl):
            times[WALL] += wall_ns

    def enter(self, thread, name):
        is_recursive = any(name == other for other, _ in thread.stack)
        if thread.stack:
            self.edges[thread.stack[-1], (name, is_recursive)].calls += 1
        self.methods[name].calls[is_recursive] += 1
        thread.stack.append((name, is_recursive))
        thread.slices += 1

    def leave(self, thread, name):
        names = [other for other, _ in thread.stack]
        if name not in names:
            self.odd["unmatched"] += 1
            return
        while thread.stack.pop()[0] != name:
            self.odd["forced"] += 1

    # Answer

    def times(self, prefix, suffix, pair):
        return {
            f"{prefix}{label}{suffix}": pair[clock] if self.has[clock] else None
            for clock, label in ((CPU, "cpu"), (WALL, "wall"))
        }

    def method_answer(self, name, count):
        source_file, line = self.sources.get(name, ("", None))
        return {
            "class": name[0], "method": name[1], "signature": name[2],
            "source_file": source_file, "line": line,
            **self.times("incl_", "_ns", count.incl),
            **self.times("excl_", "_ns", count.excl),
            "calls": count.calls[False],
            "recursive_calls": count.calls[True],
            **self.times("self_nonrecursive_", "_ns", count.self_nonrecursive),
        }

    def answer(self):
        tids = sorted(self.threads.keys() | self.trace.key.threads.keys())
        return {
            "clock": self.trace.clock,
            "clock_is_told": self.trace.clock_is_told,
            "records": len(self.trace.records),
            "methods": [self.method_answer(name, count)
                        for name, count in sorted(self.methods.items()) if sum(count.calls) > 0],
            "edges": [
                {
                    "caller": list(caller[0]), "callee": list(callee[0]),
                    "caller_recursive": caller[1], "callee_recursive": callee[1],
                    "calls": edge.calls,
                    **self.times("incl_", "_ns", edge.incl),
                }
                for (caller, callee), edge in sorted(self.edges.items())
            ],
            **self.times("total_", "_ns", self.total),
            "slices": sum(thread.slices for thread in self.threads.values()),
            "threads": [
                {
                    "tid": tid,
                    "name": self.trace.key.threads.get(tid, ""),
                    "slices": self.threads[tid].slices if tid in self.threads else 0,
                }
                for tid in tids
            ],
            "counts": self.odd,
        }


def count_calls(path, context_switches=False):
    return Count(Trace(path), context_switches).answer()


def main():
    parser = argparse.ArgumentParser(description="Count the calls of a method trace")
    parser.add_argument("--context-switches", action="store_true",
                        help="time blocked is no time of the method that was blocked")
    parser.add_argument("--indent", action="store_true", help="for people")
    parser.add_argument("file")
    arguments = parser.parse_args()
    try:
        answer = count_calls(arguments.file, arguments.context_switches)
    except (OSError, TraceError) as error:
        sys.exit(f"count-calls: {arguments.file}: {error}")
    json.dump(answer, sys.stdout, indent=1 if arguments.indent else None, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()

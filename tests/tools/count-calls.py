#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Counts the calls of a method trace by brute force, as a reference for the viewer's numbers.

The script builds neither calls nor a tree. The time between two records of a thread is added to
everything on the thread's stack: to every method once (inclusive), to the innermost method
(exclusive), and to every caller-callee pair (edges). This is slow, but there is little to get wrong.

    count-calls.py [--context-switches] [--indent] FILE

FILE is a classic trace, a file of a .key/.data pair, a streaming trace, a packet trace, or a
trace of long-running methods, which may be inside a dump. The output is JSON.
"""

import argparse
import base64
import collections
import json
import os
import re
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

PACKET_THREAD, PACKET_METHOD, PACKET_ENTRIES, PACKET_SUMMARY = range(4)
LONG_VERSION = 6
NS_PER_SECOND = 1_000_000_000

Method = collections.namedtuple("Method", "name source_file line")

# The id is None if an exit does not contain it; the exit then refers to the innermost call.
Record = collections.namedtuple("Record", "tid action method_id times")


class TraceError(Exception):
    pass


# Reading


def parse_method(line):
    """Parses a line of *methods as (id, Method), or returns None."""
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
    """The text section; in a streaming file, the part that has been read so far."""

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


def split_record(fields):
    tid, word, *times = fields
    return Record(tid, word & 3, word & ~3, tuple(times))


def wrapped(number):
    """Wraps a number to a signed 64-bit integer."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


class Numbers:
    """The LEB128 numbers of a block."""

    def __init__(self, payload):
        self.payload = payload
        self.offset = 0
        self.is_whole = True  # False after a read past the end

    def is_more(self):
        return self.is_whole and self.offset < len(self.payload)

    def groups(self):
        bits = shift = 0
        while self.offset < len(self.payload):
            byte = self.payload[self.offset]
            self.offset += 1
            bits |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return bits, shift
        self.is_whole = False
        return 0, 7

    def unsigned(self):
        return self.groups()[0]

    def signed(self):
        bits, shift = self.groups()
        return bits - (1 << shift) if bits >> (shift - 1) else bits


def find_long(data):
    """Finds the trace of long-running methods in a dump: base64, or bytes after the last line of text."""
    for text in re.findall(rb"(?:^|\s)(A[A-Za-z0-9+/]{39,}(?:\n[A-Za-z0-9+/]+)*=*)", data):
        try:
            letters = re.sub(rb"[\n=]", b"", text)
            trace = base64.b64decode(letters[: len(letters) // 4 * 4])
        except ValueError:
            continue
        if trace[0] == PACKET_ENTRIES:
            return trace
    at = re.search(rb"[\0-\3]", data)
    if at is None:
        raise TraceError("there is no trace in it")
    return data[at.start():]


class Trace:
    """The key section, the kind of clock, and all complete records."""

    def __init__(self, path):
        self.key = Key()
        self.records = []
        with open(path, "rb") as file:
            data = file.read()

        self.clock_type = MicrosecondClock
        stem, ending = os.path.splitext(path)
        version = int.from_bytes(data[4:6], "little") & ~STREAMING
        if data[:4] == MAGIC and version >= 4:
            self.read_packets(data, version)
        elif data[:1] in (b"\0", b"\1", b"\2", b"\3"):
            self.read_long(data)
        elif not data.startswith((MAGIC, b"*version")):
            self.read_long(find_long(data))
        elif data[:4] == MAGIC and ending != ".data":
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
            self.records.append(split_record(layout.unpack_from(data, offset)))
            offset += size

    def read_streaming(self, data):
        self.is_streaming = True
        version, offset, record_size = read_header(data, 0)
        version &= ~STREAMING
        size = record_size if version >= 3 else 9 if version == 1 else 10
        # Whether records have two times is only known at the end, so their offsets are stored first.
        offsets = []
        while offset + 2 <= len(data):
            # In version 1, the second byte belongs to the method id. Records can still be distinguished, because tids
            # are never 0.
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
        self.records = [split_record(layout.unpack_from(data, offset)) for offset in offsets]

    # Packets

    def read_packets(self, data, version):
        if version == LONG_VERSION:
            self.read_long(data[HEADER_SIZE:])
            return
        _, counter, frequency = struct.unpack_from("<QQQ", data, 6)
        blocks = self.read_names(data, HEADER_SIZE, is_long=False)
        is_dual = version == 5
        told = self.key.options.get("clock")
        self.clock_is_told = True  # packets use wall time unless declared otherwise
        self.clock = "dual" if is_dual else "thread-cpu" if told == "thread-cpu" else "wall"

        # Choose the encoding with fewer violations: blocks must end at their declared size, times must not
        # go backwards, and ids must be listed.
        ways = [self.decode_alpha(blocks, is_dual), self.decode_beta(blocks, is_dual)]
        alpha, beta = ways
        self.records = alpha[0] if alpha[1] < beta[1] else beta[0]
        if self.clock == "thread-cpu":
            counter = frequency = 0
        first = min((record.times[0] for record in self.records), default=0)
        counter = min(counter, first) if first >= counter // 2 else 0
        is_short = (self.records is alpha[0] and frequency == 0
                    and all(record.times[0] < 1 << 32 for record in self.records))
        self.clock_type = ShortClock if is_short else LongClock

        def to_ns(times):
            wall = times[0] - counter
            if frequency:
                wall = wall * NS_PER_SECOND // frequency
            return times[:0:-1] + (wall,)  # CPU time first, as in the older formats

        self.records = [record._replace(times=to_ns(record.times)) for record in self.records]

    def read_long(self, data):
        blocks = self.read_names(data, 0, is_long=True)
        self.clock, self.clock_is_told = "wall", True
        self.clock_type = LongClock
        self.records = []
        for tid, _, payload in blocks:
            numbers = Numbers(payload)
            word = method = 0
            while numbers.is_more():
                word += numbers.signed()
                if word & 1 == 0:
                    method += numbers.signed()
                if numbers.is_whole:
                    is_exit = word & 1
                    self.records.append(
                        Record(tid, is_exit, None if is_exit else method, (word >> 1,)))

    def read_names(self, data, offset, is_long):
        """Stores the names in all packets, and returns the blocks of entries: [(tid, count, payload), …]."""
        blocks = []
        while offset < len(data):
            kind = data[offset]
            layout = {PACKET_THREAD: "<IH", PACKET_METHOD: "<QH", PACKET_ENTRIES: "<IHBI",
                      PACKET_SUMMARY: "<QQ" if is_long else "<"}.get(kind)
            if layout is None or offset + 1 + struct.calcsize(layout) > len(data):
                break
            fields = struct.unpack_from(layout, data, offset + 1)
            offset += 1 + struct.calcsize(layout)
            if kind == PACKET_SUMMARY:
                if is_long:
                    continue
                text = data[offset:]
                self.key.read(text if text.startswith(b"*") else text[2:])
                break
            body = data[offset : offset + fields[-1]]
            offset += fields[-1]
            if kind == PACKET_ENTRIES:
                blocks.append((fields[0], fields[1] | fields[2] << 16, body))
            elif len(body) == fields[-1]:
                text = body.decode("utf-8", "replace").rstrip("\n")
                if kind == PACKET_THREAD:
                    self.key.threads[fields[0]] = text
                else:
                    self.key.add_method(f"0x{fields[0]:x}\t{text}")
        return blocks

    def decode_alpha(self, blocks, is_dual):
        records, wrong = [], 0
        state, counted, last_tid = [0, 0, 0], 0, None
        for tid, count, payload in blocks:
            numbers = Numbers(payload)
            n = sum(byte < 0x80 for byte in payload) // (3 if is_dual else 2)
            goes_on = tid == last_tid and n != count == counted + n
            counted, last_tid = (counted + n if goes_on else n), tid
            # If the deltas continue, only their sum is a listed method, not the first delta itself. If that is
            # inconclusive, the time decides: a delta is short, but an absolute time is later than the last time.
            first = Numbers(payload)
            word, time = first.signed(), first.unsigned()
            known = [word & ~3 in self.key.methods, (state[0] + word) & ~3 in self.key.methods]
            if not (goes_on and (known[1] if known[0] != known[1] else time < state[1])):
                state = [0, 0, 0]
            times = []
            while numbers.is_more():
                state[0] = wrapped(state[0] + numbers.signed())
                state[1] = wrapped(state[1] + numbers.unsigned())
                if is_dual:
                    state[2] = wrapped(state[2] + numbers.unsigned())
                if not numbers.is_whole:
                    break
                records.append(Record(tid, state[0] & 3, state[0] & ~3,
                                      tuple(state[1:] if is_dual else state[1:2])))
                times.append(state[1])
                wrong += (state[0] & ~3) not in self.key.methods
            wrong += (not numbers.is_whole) + sum(b < a for a, b in zip(times, times[1:]))
        return records, wrong

    def decode_beta(self, blocks, is_dual):
        records, wrong = [], 0
        for tid, _, payload in blocks:
            numbers = Numbers(payload)
            word = cpu = method = 0
            times = []
            while numbers.is_more():
                word = wrapped(word + numbers.signed())
                if is_dual:
                    cpu = wrapped(cpu + numbers.signed())
                action = word & 3
                if action == ENTER:
                    method = wrapped(method + numbers.signed())
                    wrong += method not in self.key.methods
                if not numbers.is_whole:
                    break
                records.append(Record(tid, action, method if action == ENTER else None,
                                      (word >> 2, cpu) if is_dual else (word >> 2,)))
                times.append(word)
            wrong += (not numbers.is_whole) + sum(b < a for a, b in zip(times, times[1:]))
        return records, wrong

    def read_unit(self, data, offset):
        """Reads a unit that is not a record; returns its size in bytes, or None at the end."""
        formats = {OP_METHOD: "<BH", OP_THREAD: "<BHH", OP_SUMMARY: "<BI"}
        if offset >= len(data):
            return None
        layout = formats.get(data[offset])
        if layout is None:
            raise TraceError(f"unit {data[offset]} at {offset} is unknown")
        header_size = struct.calcsize(layout)
        if offset + header_size > len(data):
            return None
        fields = struct.unpack_from(layout, data, offset)
        text = data[offset + header_size : offset + header_size + fields[-1]]
        if fields[0] == OP_SUMMARY:
            self.key.read(text)
            return None
        if len(text) < fields[-1]:
            return None
        if fields[0] == OP_METHOD:
            self.key.add_method(text.decode("utf-8", "replace").rstrip("\n"))
        else:
            self.key.threads[fields[1]] = text.decode("utf-8", "replace").rstrip("\n")
        return header_size + len(text)


# Counting


class Clock:
    """One clock of one thread. Converts counter values to nanoseconds that never go backwards."""

    def __init__(self):
        self.last_raw = None
        self.turns = 0
        self.now = None

    def read(self, raw):
        """Returns (ns since the last reading, whether it wrapped, whether it stepped back)."""
        wraps = (self.bits is not None and self.last_raw is not None
                 and self.last_raw - raw > 1 << (self.bits - 1))
        self.turns += wraps
        self.last_raw = raw
        time = raw + (self.turns << (self.bits or 0))
        if self.now is None:
            self.now = time
        back = time < self.now
        passed = 0 if back else time - self.now
        self.now += passed
        return passed * self.unit_ns, wraps, back


class MicrosecondClock(Clock):
    bits, unit_ns = 32, 1000


class ShortClock(Clock):
    bits, unit_ns = 32, 1


class LongClock(Clock):
    bits, unit_ns = None, 1


class Thread:
    def __init__(self, clock_type):
        self.stack = []  # (method, is recursive)
        self.begun = []  # clock values at the start of the same calls
        self.passed = [0, 0]
        self.clocks = (clock_type(), clock_type())
        self.slices = 0


class MethodCount:
    def __init__(self):
        self.incl = [0, 0]
        self.excl = [0, 0]
        self.self_nonrecursive = [0, 0]
        self.calls = [0, 0]
        self.each = ([], [])  # inclusive times of the finished calls, per clock
        self.unfinished = 0


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
            while thread.stack:
                self.pop(thread, is_open=True)
        self.odd["unknown"] = len(self.unknown)

    def name_of(self, method_id):
        method = self.trace.key.methods.get(method_id)
        if method is not None:
            return method.name
        self.unknown.add(method_id)
        return ("", f"(0x{method_id:x})", "")

    def add(self, record):
        tid, action, method_id, times = record
        if action == RESERVED:
            self.odd["reserved"] += 1
            return

        if tid not in self.threads:
            self.threads[tid] = Thread(self.trace.clock_type)
        thread = self.threads[tid]
        passed = self.read_clocks(thread, times)
        thread.passed = [sum(pair) for pair in zip(thread.passed, passed)]
        if thread.stack:
            self.spend(thread.stack, passed)
        if action == ENTER:
            self.enter(thread, self.name_of(method_id))
        elif method_id is None:
            self.leave_top(thread)
        else:
            self.leave(thread, self.name_of(method_id))

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

        sums = [self.methods[name].incl for name in {name for name, _ in stack}]
        sums += [self.edges[pair].incl for pair in zip(stack, stack[1:])]
        for incl in (self.total, *sums):
            incl[CPU] += passed[CPU]
            incl[WALL] += passed[WALL]
        for clock in (CPU, WALL):
            self.methods[top].excl[clock] += own[clock]
            if not is_recursive:
                self.methods[top].self_nonrecursive[clock] += own[clock]

    def switch(self, top, wall_ns):
        self.odd["context_switches"] += 1
        count = self.methods[CONTEXT_SWITCH]
        count.calls[False] += 1
        edge = self.edges[top, (CONTEXT_SWITCH, False)]
        edge.calls += 1
        for times in (count.incl, count.excl, count.self_nonrecursive, edge.incl):
            times[WALL] += wall_ns
        count.each[WALL].append(wall_ns)
        count.each[CPU].append(0)

    def enter(self, thread, name):
        is_recursive = any(name == other for other, _ in thread.stack)
        if thread.stack:
            self.edges[thread.stack[-1], (name, is_recursive)].calls += 1
        self.methods[name].calls[is_recursive] += 1
        thread.stack.append((name, is_recursive))
        thread.begun.append(thread.passed)
        thread.slices += 1

    def leave(self, thread, name):
        names = [other for other, _ in thread.stack]
        if name not in names:
            self.odd["unmatched"] += 1
            return
        while self.pop(thread) != name:
            self.odd["forced"] += 1

    def pop(self, thread, is_open=False):
        name, _ = thread.stack.pop()
        if is_open:  # an unfinished call has no duration
            thread.begun.pop()
            self.methods[name].unfinished += 1
            return name
        for times, start, end in zip(self.methods[name].each, thread.begun.pop(), thread.passed):
            times.append(end - start)
        return name

    def leave_top(self, thread):
        if thread.stack:
            self.pop(thread)
        else:
            self.odd["unmatched"] += 1

    # Output

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
            **self.times("each_", "_ns", count.each),
            "unfinished": count.unfinished,
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


def count_calls(trace, context_switches=False):
    return Count(trace, context_switches).answer()


def main():
    parser = argparse.ArgumentParser(description="Count the calls of a method trace")
    parser.add_argument("--context-switches", action="store_true",
                        help="time blocked is no time of the method that was blocked")
    parser.add_argument("--indent", action="store_true", help="for people")
    parser.add_argument("file")
    arguments = parser.parse_args()
    try:
        answer = count_calls(Trace(arguments.file), arguments.context_switches)
    except (OSError, TraceError) as error:
        sys.exit(f"count-calls: {arguments.file}: {error}")
    json.dump(answer, sys.stdout, indent=1 if arguments.indent else None, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports recordings for Perfetto, and compares the exports with their sources.

Usage: check-perfetto-export.py TRACEDUMP MAKE_TRACE SAMPLES_DIR      TAP on standard output

The rows of the tables are compared after tracedump's reader for Perfetto has read the export. An independent decoder of
Protocol Buffers checks the bytes. Files next to the samples (TV_SAMPLES) are also compared, if they exist.
"""

import collections
import json
import struct
import sys

from tap_checks import REAL
from tracedump_checks import SAMPLES, Skip, expect, expect_equal, main, make_log, make_trace, run

REAL_FILES = ["hitrace-old.ftrace", "android-atrace.txt", "bytrace-full.txt", "legacy.trace",
              "profiles/simpleperf-two-events.data", "profiles/folded-rust.txt", "profiles/simple.speedscope.json",
              "profiles/pprof-go.pb.gz", "profiles/linux-fibo-zstd2.pipe.data", "profiles/perf-script-pid.txt",
              "device/hilog-a-time.txt", "device/hilog-a-kmsg.txt", "device/logcat-a-threadtime.txt",
              "device/logcat-a-brief.txt", "device/logcat-a-binary.bin", "device/logcat-a-threadtime-epoch-nsec.txt"]


def table(name, path):
    answer = run("table", "--native", name, path, "--format", "json")
    expect_equal(answer.code, 0, answer.err)
    return json.loads(answer.out)


class Facts:
    """Rows of a file without ids, as multisets of tuples."""

    def __init__(self, path):
        self.threads = {row["utid"]: row for row in table("thread", path)}
        processes = {row["upid"]: row for row in table("process", path)}
        tracks = {row["id"]: row for row in table("track", path)}
        count = collections.Counter
        self.start = min([row["ts"] for row in table("slice", path)] or [0])
        self.slices = count((row["name"], row["ts"], row["dur"], row["depth"], self.tid(tracks[row["track_id"]]["utid"]))
                            for row in table("slice", path))
        self.runs = count((row["ts"], row["cpu"], self.tid(row["utid"]), row["priority"]) for row in table("sched_slice", path))
        states = table("thread_state", path)
        self.running = count((row["ts"], row["dur"], row["cpu"], self.tid(row["utid"]))
                             for row in states if row["state"] == "Running" and row["dur"] > 0)
        self.states = count((row["ts"], row["dur"], row["state"], row["cpu"], self.tid(row["utid"]), row["io_wait"],
                             row["blocked_function"], self.tid(row["waker_utid"]) or 0) for row in states)
        counters = {row["id"]: row for row in table("counter_track", path)}
        self.counters = count((counters[row["track_id"]]["name"].partition(" CPU ")[0], row["ts"], row["value"])
                              for row in table("counter", path))
        start = min([row["ts"] for row in table("android_logs", path) if row["ts"] is not None] or [0])
        self.lines = count((row["ts"] if row["ts"] is not None else start, row["prio"],
                            f"{row['domain']}/{row['tag'] or ''}" if row["domain"] else row["tag"] or "", row["msg"])
                           for row in table("android_logs", path))
        self.callsites = {row["id"]: row for row in table("stack_profile_callsite", path)}
        self.frames = {row["id"]: row["name"] for row in table("stack_profile_frame", path)}
        self.samples = count((row["ts"] or 0, self.tid(row["utid"]), row["weight"], self.stack(row["callsite_id"]))
                             for row in table("perf_sample", path))
        # Perfetto cannot distinguish threads that have the same tid and no process.
        tids = count(row["tid"] for row in self.threads.values())
        self.names = {(row["tid"], row["name"]) for row in self.threads.values()
                      if row["tid"] and row["name"] and (tids[row["tid"]] == 1 or row["upid"] is not None)}
        self.processes = {(row["pid"], row["name"]) for row in processes.values() if row["pid"] and row["name"]}

    def tid(self, utid):
        return self.threads[utid]["tid"] if utid is not None else None

    def stack(self, callsite):
        names = []
        while callsite is not None:
            names.append(self.frames[self.callsites[callsite]["frame_id"]])
            callsite = self.callsites[callsite]["parent_id"]
        return tuple(names)


def compare(found, expected, path, kind):
    missing, extra = expected - found, found - expected
    expect(not missing and not extra, path, kind, f"missing {list(missing)[:3]}, extra {list(extra)[:3]}")


def export(path, output):
    answer = run("export", path, "--to", "perfetto", "-o", output)
    expect_equal(answer.code, 0, path, answer.err)
    return output


def compare_file(path, output, has_all_states=False):
    """Compares a file with its export. Returns the numbers of compared rows."""
    source, back = Facts(path), Facts(export(path, output))
    # Perfetto does not support negative times, so all times are shifted.
    if source.start >= 0:
        compare(back.slices, source.slices, path, "slices")
        compare(back.runs, source.runs, path, "runs")
        compare(back.running, source.running, path, "running states")
        compare(back.counters, source.counters, path, "counters")
    if has_all_states:
        compare(back.states, source.states, path, "states")
    compare(back.lines, source.lines, path, "log lines")
    compare(back.samples, source.samples, path, "samples")
    expect(source.names <= back.names, path, list(source.names - back.names)[:3])
    expect(source.processes <= back.processes, path, list(source.processes - back.processes)[:3])
    return [sum(rows.values()) for rows in (back.slices, back.runs, back.counters, back.lines, back.samples)]


# ---- Bytes ----


def read_varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def decode(data):
    """Returns {field: values}, with the values in their order."""
    fields, at = collections.defaultdict(list), 0
    while at < len(data):
        tag, at = read_varint(data, at)
        if tag & 7 == 0:
            value, at = read_varint(data, at)
        elif tag & 7 == 1:
            value, at = struct.unpack_from("<Q", data, at)[0], at + 8
        else:
            expect_equal(tag & 7, 2)
            size, at = read_varint(data, at)
            value, at = data[at:at + size], at + size
            expect_equal(len(value), size)
        fields[tag >> 3].append(value)
    return fields


class Bytes:
    """The packets of a file, checked by Perfetto's rules: names are interned before they are used, and tracks are
    described."""

    def __init__(self, data):
        self.slices = collections.Counter()
        self.counters = self.switches = self.lines = 0
        self.open = collections.defaultdict(list)
        self.tracks, self.names, self.begun = set(), {}, set()
        for packet in decode(data)[1]:
            self.take(decode(packet))

    def take(self, packet):
        sequence = packet[10][0] if packet[10] else None
        if sequence is not None:
            expect_equal(packet[13], [2 if sequence in self.begun else 1], "unexpected sequence flags")
            self.begun.add(sequence)
        for interned in packet[12]:
            for entry in decode(interned)[2]:
                entry = decode(entry)
                expect(entry[1][0] not in self.names, "duplicate interned id")
                self.names[entry[1][0]] = entry[2][0].decode("utf-8")
        for descriptor in packet[60]:
            descriptor = decode(descriptor)
            expect(all(parent in self.tracks for parent in descriptor[5]), "track described before its parent")
            self.tracks.add(descriptor[1][0])
        for event in packet[11]:
            self.take_event(packet[8][0], decode(event))
        for bundle in packet[1]:
            self.switches += sum(4 in decode(event) for event in decode(bundle)[2])
        for log in packet[39]:
            self.lines += len(decode(log)[1])

    def take_event(self, ts, event):
        kind, track = event[9][0], event[11][0]
        expect(track in self.tracks, "event on an unknown track", track)
        if kind == 4:
            self.counters += 1
        elif kind == 2:
            name, start, depth = self.open[track].pop()
            self.slices[name, start, ts - start, depth] += 1
        else:
            begun = self.names[event[10][0]], ts, len(self.open[track])
            if kind == 1:
                self.open[track].append(begun)
            else:
                self.slices[begun[0], ts, 0, begun[2]] += 1


def check_bytes(folder):
    for path in SAMPLES / "shop-start.trace", SAMPLES / "device.ftrace", make_log(folder):
        output = export(path, folder / "out.pftrace")
        found, source = Bytes(output.read_bytes()), Facts(path)
        n_open = sum(len(names) for names in found.open.values())
        expected = collections.Counter()
        for (name, ts, dur, depth, _), n in source.slices.items():
            if dur >= 0:
                expected[name, ts, dur, depth] += n
        compare(found.slices, expected, path, "slices")
        expect_equal(n_open, sum(n for (_, _, dur, _, _), n in source.slices.items() if dur < 0), path)
        if source.runs:
            expect(found.switches >= sum(source.runs.values()), path, found.switches)
        expect(found.slices and (source.counters.total() == 0 or found.counters), path)


# ---- Round trips ----


def check_samples(folder):
    totals = [0] * 5
    generated = [make_trace(folder, "a.trace", "--recursion", "100", "--open", "--forced", "20", "--records", "2000"),
                 make_trace(folder, "odd.trace", "--odd-names", "--exceptions", "50", "--records", "300")]
    folded = folder / "stacks.folded"
    folded.write_text("main;a \"b\"\\c;d 3\nmain;a 4\n")
    for path in [*sorted(SAMPLES.glob("*.*trace")), *generated, folded]:
        numbers = compare_file(path, folder / "out.pftrace", path.name == "device.ftrace")
        totals = [a + b for a, b in zip(totals, numbers)]
    expect(totals[0] > 20000 and totals[1] > 600 and totals[2] > 1000 and totals[4] == 2, totals)


def check_real_files(folder):
    if not REAL.is_dir():
        raise Skip(f"no {REAL}; TV_SAMPLES names the folder of other samples")
    totals = [0] * 5
    for name in REAL_FILES:
        numbers = compare_file(REAL / name, folder / "out.pftrace")
        totals = [a + b for a, b in zip(totals, numbers)]
    expect(all(total > 300 for total in totals), totals)


def check_perfetto_files(folder):
    """Exports traces of Perfetto itself."""
    paths = sorted((REAL / "perfetto").glob("*.pftrace")) if REAL.is_dir() else []
    if not paths:
        raise Skip(f"no {REAL}/perfetto; TV_SAMPLES names the folder of other samples")
    for path in paths:
        compare_file(path, folder / "out.pftrace")


def check_usage(folder):
    path = SAMPLES / "shop-start.trace"
    output = folder / "out.pftrace"
    expect_equal(run("export", path, "-o", output).code, 0)
    expect_equal(run("export", path, "--as", "perfetto").bytes, output.read_bytes(), "on standard output")
    for arguments in ([path], ["--from", "1ms"], ["--keep", "a"], ["--table", "slice"]):
        expect_equal(run("export", path, "--to", "perfetto", "-o", folder / "no.pftrace", *arguments).code, 2, arguments)
    expect(not (folder / "no.pftrace").exists())
    expect_equal(run("export", path, "--to", "perfetto", "-o", "/dev/full").code, 1)


if __name__ == "__main__":
    sys.exit(main(globals()))

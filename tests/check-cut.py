#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cuts time ranges out of files, and compares the tables of the results with the tables of the whole files.

Usage: check-cut.py TRACEDUMP MAKE_TRACE SAMPLES_DIR      TAP on standard output

Rows inside the range must be the same in the cut file, which must not contain other rows. Rows that a bound cuts are
not compared. If threads are selected, rows of these threads, of their processes, and of no thread must be the same.
Files next to the samples (TV_SAMPLES) are also compared, if they exist.
"""

import collections
import concurrent.futures
import functools
import itertools
import json
import pathlib
import re
import sys

from tap_checks import REAL
from tracedump_checks import SAMPLES, Skip, expect, expect_equal, main, make_log, make_trace, run

# Start and end of each cut range, as fractions of the trace.
RANGES = [(0.1, 0.9), (0.3, 0.5), (0.62, 0.64)]

MACHINES = pathlib.Path(__file__).resolve().parent / "hostile" / "corpus" / "perfetto"

SMALL = 100  # number of rows below which a file is only tested with one range

INFERRED = "inferred"

LOGS = ["hitrace-old.ftrace", "android-atrace.txt", "bytrace-full.txt", "hitrace-api18.ftrace"]
DEVICE_LOGS = ["logcat-a-threadtime.txt", "logcat-a-long.txt", "logcat-a-time.txt", "logcat-a-studio-new.txt",
               "logcat-a-threadtime-epoch-nsec.txt", "logcat-a-threadtime-monotonic.txt", "logcat-wsa-part.log",
               "logcat-a-threadtime-year-zone-usec-uid.txt", "hilog-a-time.txt", "hilog-a-wrap.txt",
               "hilog-a-year-zone-usec.txt", "hilog-a-epoch.txt", "hilog-a-monotonic.txt"]


def table(name, path):
    answer = run("table", "--native", name, path, "--format", "json", "--time-base", "start")
    expect_equal(answer.code, 0, answer.err)
    return json.loads(answer.out)


CALL_TABLES = ["thread", "process", "track", "args", "slice"]
TABLES = CALL_TABLES + ["sched_slice", "thread_state", "counter_track", "counter", "android_logs", "ftrace_event",
                        "perf_sample"]


class Rows:
    """Rows of a file without its ids: (kind, start, end, values, owner). The owner is a thread, a process, or None. It
    is INFERRED for rows whose times depend on events of other threads."""

    def __init__(self, path, has_processes=True, tables=TABLES):
        self.path = path
        self.has_processes = has_processes
        with concurrent.futures.ThreadPoolExecutor() as pool:
            self.tables = dict.fromkeys(TABLES, ()) | dict(zip(tables, pool.map(table, tables, [path] * len(tables))))
        self.threads = {row["utid"]: row for row in self.tables["thread"]}
        self.processes = {row["upid"]: row for row in self.tables["process"]}
        self.tracks = {row["id"]: row for row in self.tables["track"]}
        self.args = collections.defaultdict(list)
        for row in self.tables["args"]:
            self.args[row["arg_set_id"]].append((row["key"], row["string_value"], row["int_value"], row["real_value"]))
        self.sample_times = {row["ts"] for row in self.tables["perf_sample"]}
        self.rows = []
        self.add_slices()
        self.add_scheduling()
        self.add_instants()

    def thread(self, utid):
        if utid is None:
            return None
        thread = self.threads[utid]
        if thread["tid"] == 0:
            return 0
        if not self.has_processes:
            return thread["tid"], thread["name"]
        if thread.get("machine_id"):
            return thread["tid"], thread["name"], thread["machine_id"]
        process = self.processes.get(thread["upid"])
        return thread["tid"], thread["name"], process and process["pid"], process and process["name"]

    def process(self, upid):
        return self.processes[upid]["pid"] if upid is not None else None

    def owner(self, utid, upid=None):
        if utid is not None:
            return "thread", self.threads[utid]["tid"]
        return ("process", self.processes[upid]["pid"]) if upid is not None else None

    def add(self, kind, start, dur, owner, *facts, bound=0):
        # Adds a row. Inferred times depend on events within their bound.
        self.rows.append((kind, start - bound, start + max(dur, 0) + bound, facts, INFERRED if bound else owner))

    def add_slices(self):
        for row in self.tables["slice"]:
            if row["is_open"] or row["dur"] < 0:
                continue
            track = self.tracks[row["track_id"]]
            self.add("slice", row["ts"], row["dur"], self.owner(track["utid"], track["upid"]), row["name"], row["dur"], row["depth"], row["category"],
                     self.thread(track["utid"]), self.process(track["upid"]), track["name"],
                     tuple(self.args[row["arg_set_id"]]))

    def add_scheduling(self):
        for row in self.tables["sched_slice"]:
            if row["dur"] >= 0 and row["end_state"] is not None:
                self.add("run", row["ts"], row["dur"], self.owner(row["utid"]), row["dur"], row["cpu"], row["end_state"], row["priority"],
                         self.thread(row["utid"]), bound=row["bound_ns"] or 0)
        for row in self.tables["thread_state"]:
            if row["dur"] >= 0:
                self.add("state", row["ts"], row["dur"], self.owner(row["utid"]), row["dur"], row["state"], row["cpu"], row["io_wait"],
                         row["blocked_function"], self.thread(row["utid"]), self.thread(row["waker_utid"]),
                         bound=row["bound_ns"] or 0)

    def add_instants(self):
        counters = {row["id"]: row for row in self.tables["counter_track"]}
        for row in self.tables["counter"]:
            track = counters[row["track_id"]]
            self.add("counter", row["ts"], 0, self.owner(track.get("utid"), track.get("upid")), track["name"], row["value"], self.process(track.get("upid")))
        for row in self.tables["android_logs"]:
            if row["ts"] is not None:
                self.add("line", row["ts"], 0, self.owner(row["utid"]), row["prio"], row["tag"], row["msg"], self.thread(row["utid"]))
        for row in self.tables["ftrace_event"]:
            self.add("event", row["ts"], 0, self.owner(row["utid"]), row["name"], row["cpu"], self.thread(row["utid"]), row["args"])
        for row in self.tables["perf_sample"]:
            if row["ts"] is not None:
                self.add("sample", row["ts"], 0, self.owner(row["utid"]), row["weight"], self.thread(row["utid"]))

    def span(self):
        return min(row[1] for row in self.rows), max(row[2] for row in self.rows)

    def inside(self, start, end):
        # Returns the rows inside a range. A row of length 0 at the end of the range belongs to the next range.
        return collections.Counter(row for row in self.rows if start <= row[1] < end and row[2] <= end)

    def process_of(self, tids):
        return {self.process(row["upid"]) for row in self.threads.values() if row["tid"] in tids} - {None}

    def base(self):
        """Returns the timestamp of the start of the trace; times in options are relative to it."""
        for rows in self.tables.values():
            for row in rows:
                if row.get("ts_since_start") is not None:
                    return row["ts"] - row["ts_since_start"]
        return 0


def cut(path, output, *arguments):
    answer = run("cut", path, *arguments, "-o", output)
    expect_equal(answer.code, 0, path, arguments, answer.err)
    return output


def compare(found, expected, *facts):
    missing, extra = expected - found, found - expected
    expect(not missing and not extra, *facts, f"missing {missing.total()}: {list(missing)[:3]}, "
           f"extra {extra.total()}: {list(extra)[:3]}")


@functools.lru_cache(maxsize=1)
def read_whole(path, has_processes):
    return Rows(path, has_processes)


def compare_file(path, folder, has_processes=True, ranges=RANGES):
    """Compares ranges of a file. Returns the number of compared rows."""
    whole = read_whole(path, has_processes)
    if not whole.rows:
        return 0
    first, last = whole.span()
    base = whole.base()
    n = 0
    for before, behind in ranges if len(whole.rows) > SMALL else RANGES[:1]:
        start, end = round(first + (last - first) * before), round(first + (last - first) * behind)
        if end <= start or start < base:
            continue
        expected = whole.inside(start, end)
        if not expected:
            continue
        part = cut(path, folder / f"part-{path.name}", "--from", f"{start - base}ns", "--to", f"{end - base}ns")
        compare(Rows(part, has_processes).inside(start, end), expected, path, f"{start} … {end}:")
        n += expected.total()
        if (before, behind) == (0.62, 0.64) and path.stat().st_size > 100000:
            expect(part.stat().st_size < path.stat().st_size, path, "the part is not smaller than the file")
    return n


def choose_threads(whole):
    """Returns the threads with the most rows, with a medium number, and with the fewest."""
    counts = collections.Counter(row[4][1] for row in whole.rows if row[4] and row[4][0] == "thread" and row[4][1])
    tids = [tid for tid, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
    return {tids[0], tids[len(tids) // 2], tids[-1]} if tids else set()


def get_comparable(whole, row):
    """Returns a comparable form of a row, or None if a file cut by threads contains it in another form. Compact wakeups
    become ordinary events, whose text has no flags. Counts of samples refer to the selected threads."""
    if row[0] == "counter" and row[1] in whole.sample_times:
        return None
    if row[0] == "event" and row[3][0] == "sched_waking":
        return *row[:3], (*row[3][:3], re.sub(" common_flags=[0-9]+$", "", row[3][3])), row[4]
    return row


def select_rows(rows, whole, start, end, tids, pids):
    found = (get_comparable(whole, row) for row in rows.inside(start, end).elements() if is_of(row, tids, pids))
    return collections.Counter(row for row in found if row)


def is_of(row, tids, pids):
    if row[0] == "event":
        return row[4] and row[4][0] == "thread" and row[4][1] in tids
    return row[4] is None or (row[4][0] == "thread" and row[4][1] in tids) or (row[4][0] == "process" and row[4][1] in pids)


def is_left(row, tids, pids, instants):
    """Returns whether a row of the cut file belongs to unselected threads and should have been removed. Runs and
    states of other threads next to runs and states of the selected threads remain, as do their sides of binder calls,
    and slices that selected threads emit for other processes at these times."""
    if row[0] == "slice" and str(row[3][0]).startswith("binder"):
        return False
    if row[4] and row[4][0] == "process" and instants.intersection(row[1:3]):
        return False
    return row[0] in ("slice", "counter", "line", "sample") and row[4] != INFERRED and not is_of(row, tids, pids)


def compare_threads(path, folder, has_processes=True):
    """Compares files cut by threads. Returns the numbers of compared rows and of all rows."""
    whole = read_whole(path, has_processes)
    tids = choose_threads(whole)
    if not tids:
        return 0, 0
    pids = whole.process_of(tids)
    first, last = whole.span()
    base = whole.base()
    n = 0
    for before, behind in ((None, None), (0.3, 0.6)):
        arguments, start, end = [], first, last + 1
        if before is not None:
            start, end = round(first + (last - first) * before), round(first + (last - first) * behind)
            arguments = ["--from", f"{start - base}ns", "--to", f"{end - base}ns"]
        if end <= start or start < base:
            continue
        expected = select_rows(whole, whole, start, end, tids, pids)
        if before is not None and not expected:
            continue
        part = cut(path, folder / f"part-{path.name}", "--thread", ",".join(map(str, sorted(tids))), *arguments)
        rows = Rows(part, has_processes)
        found = select_rows(rows, whole, start, end, tids, pids)
        compare(found, expected, path, tids, f"{start} … {end}:")
        instants = {row[1] for row in rows.rows if row[0] == "event" and is_of(row, tids, pids)}
        others = [row for row in rows.rows if is_left(row, tids, pids, instants)]
        expect(not others, path, tids, f"{start} … {end}: {len(others)} rows of other threads: {others[:3]}")
        n += expected.total()
    return n, len(whole.rows)


def check_threads_of_samples(folder):
    paths = [make_log(folder),
             make_trace(folder, "new.ftrace", "--form", "ftrace", "--bytes", "400000", "--seed", "3"),
             make_trace(folder, "plain.ftrace", "--form", "ftrace", "--line", "plain", "--bytes", "300000"),
             make_trace(folder, "android.ftrace", "--form", "ftrace", "--marks", "android", "--bytes", "300000"),
             make_trace(folder, "sched.pftrace", "--form", "perfetto", "--line", "sched", "--bytes", "300000"),
             make_trace(folder, "tracks.pftrace", "--form", "perfetto", "--line", "tracks", "--bytes", "300000"),
             make_trace(folder, "mixed.pftrace", "--form", "perfetto", "--bytes", "300000"),
             SAMPLES / "device.ftrace"]
    # The main thread, which names its process, may not be in the cut range of a log.
    found = [compare_threads(path, folder, path.suffix != ".ftrace") for path in paths]
    n, whole = map(sum, zip(*found))
    expect(3000 < n < whole, n, whole)


def make_zoned_log(folder):
    """A log without years in a time zone."""
    text = make_trace(folder, "new.logcat", "--form", "logcat", "--bytes", "100000").read_text()
    path = folder / "zoned.logcat"
    path.write_text(re.sub(r"^(\d\d-\d\d \S+)", r"\1 -0530", text, flags=re.MULTILINE))
    return path


def check_samples(folder):
    generated = [
        make_log(folder),
        make_trace(folder, "new.ftrace", "--form", "ftrace", "--bytes", "400000", "--seed", "3"),
        make_trace(folder, "plain.ftrace", "--form", "ftrace", "--line", "plain", "--bytes", "300000"),
        make_trace(folder, "android.ftrace", "--form", "ftrace", "--marks", "android", "--bytes", "300000"),
        make_trace(folder, "counted.ftrace", "--form", "ftrace", "--digits", "0", "--bytes", "200000"),
        make_trace(folder, "packed.html", "--form", "ftrace", "--container", "html", "--bytes", "200000"),
        make_trace(folder, "sched.pftrace", "--form", "perfetto", "--line", "sched", "--bytes", "300000"),
        make_trace(folder, "tracks.pftrace", "--form", "perfetto", "--line", "tracks", "--bytes", "300000"),
        make_trace(folder, "mixed.pftrace", "--form", "perfetto", "--bytes", "300000"),
        make_trace(folder, "new.logcat", "--form", "logcat", "--bytes", "200000"),
        make_zoned_log(folder),
        SAMPLES / "device.ftrace",
    ]
    # In plain logs, only markers contain process names, and they may be after the cut range.
    n = sum(compare_file(path, folder, path.name != "plain.ftrace") for path in generated)
    expect(n > 30000, n)


PAIRS = [
    ("irq_handler_entry: irq=36 name=virtio1", "irq_handler_exit: irq=36 ret=handled"),
    ("softirq_entry: vec=9 [action=RCU]", "softirq_exit: vec=9 [action=RCU]"),
    ("ipi_entry: (Rescheduling interrupts)", "ipi_exit: (Rescheduling interrupts)"),
    ("sys_enter: NR 63 (3, 7ffe)", "sys_exit: NR 63 = 832"),
]


def check_pairs(folder):
    """Tests begin and end events whose counterpart is outside the range."""
    run_once = "1|101|0|sched_switch: prev_comm=t101 prev_pid=101 prev_prio=120 prev_state=R ==> next_comm=t201 " \
               "next_pid=201 next_prio=120\n"
    for entry, leave in PAIRS:
        for times in ((10, 20, 500, 900), (500, 900), (10, 500, 800, 900), (10, 20, 500), (500, 510, 900)):
            text = run_once + "".join(f"{time}|201|0|{leave if i % 2 else entry}\n" for i, time in enumerate(times))
            path = make_log(folder, "pair.ftrace", text + "950|301|0|sched_waking: comm=t101 pid=101 prio=120 "
                            "target_cpu=000\n")
            base = Rows(path).base()
            start, end = 7_000_300_000, 7_000_700_000
            part = cut(path, folder / "part.ftrace", "--from", f"{start - base}ns", "--to", f"{end - base}ns")
            expected = Rows(path).inside(start, end)
            expect(expected, entry, times)
            compare(Rows(part).inside(start, end), expected, entry, times)


def check_real_logs(folder):
    if not REAL.is_dir():
        raise Skip(f"no {REAL}; TV_SAMPLES names the folder of other samples")
    n = of_threads = whole = 0
    for name in LOGS:
        n += compare_file(REAL / name, folder, False)
        found, rows = compare_threads(REAL / name, folder, False)
        of_threads, whole = of_threads + found, whole + rows
    n += sum(compare_file(REAL / "device" / name, folder) for name in DEVICE_LOGS)
    expect(n > 10000 and 1000 < of_threads < whole, n, of_threads, whole)


# Two processes have the same ids at the same time; the order of their first events determines which is which.
AMBIGUOUS = {"track-events", "machine-id"}


def check_real_perfetto(folder):
    paths = sorted((REAL / "perfetto").rglob("*.pftrace*")) if REAL.is_dir() else []
    if not paths:
        raise Skip(f"no {REAL}/perfetto; TV_SAMPLES names the folder of other samples")
    n = of_threads = whole = 0
    for i, path in enumerate(paths):
        n += compare_file(path, folder, path.stem not in AMBIGUOUS, [RANGES[i % len(RANGES)]])
        if path.stem not in AMBIGUOUS:
            found, rows = compare_threads(path, folder)
            of_threads, whole = of_threads + found, whole + rows
    expect(n > 5000 and 1000 < of_threads < whole, n, of_threads, whole)


def calls(path, bounds):
    """Returns the counts of the calls inside a range."""
    return collections.Counter(row for row in Rows(path, tables=CALL_TABLES).rows
                               if row[0] == "slice" and bounds[0] <= row[1] and row[2] <= bounds[1])


def check_method_traces(folder):
    total = 0
    for name, arguments in {
        "dual.trace": [], "wall.trace": ["--clock", "wall"], "one.trace": ["--version", "1", "--clock", "wall"],
        "two.trace": ["--version", "2", "--clock", "wall"], "stream.trace": ["--form", "streaming"],
        "stream-two.trace": ["--form", "streaming", "--version", "2", "--clock", "wall"],
        "odd.trace": ["--exceptions", "50", "--unmatched", "20", "--forced", "20", "--reserved", "10"],
        "wide.trace": ["--record-size", "20"], "deep.trace": ["--plunge"],
    }.items():
        path = make_trace(folder, name, "--records", "6000", *arguments)
        whole = Rows(path, tables=CALL_TABLES)
        bounds = [row[1] for row in whole.rows]
        first, last, base = min(bounds), max(bounds), whole.base()
        for before, behind in RANGES:
            start, end = (round(first + (last - first) * share) for share in (before, behind))
            # Times of these traces are in µs.
            span = start // 1000 * 1000, end // 1000 * 1000
            arguments = [f"--{bound}={ns - base}ns" for bound, ns in zip(("from", "to"), span)]
            part = cut(path, folder / "part.trace", *arguments)
            span = span[0] + 1, span[1] - 1
            expected = calls(path, span)
            compare(calls(part, span), expected, name, arguments)
            total += expected.total()
    expect(total > 10000, total)


def check_threads(folder):
    path = SAMPLES / "shop-start.trace"
    main_tid = next(row["tid"] for row in table("thread", path) if row["name"] == "main")
    part = cut(path, folder / "part.trace", "--thread", str(main_tid))
    expect_equal({row["tid"] for row in table("thread", part)}, {main_tid})
    rows = Rows(path).rows
    expected = collections.Counter(row for row in rows if row[3][4][0] == main_tid)
    compare(collections.Counter(Rows(part).rows), expected, path)
    expect(0 < expected.total() < len(rows), expected.total())
    log = make_trace(folder, "a.logcat", "--form", "logcat", "--bytes", "50000")
    tid = table("android_logs", log)[0]["utid"]
    tid = next(row["tid"] for row in table("thread", log) if row["utid"] == tid)
    rows = Rows(cut(log, folder / "part.logcat", "--thread", str(tid))).rows
    expect(rows and all(facts[3] and facts[3][0] == tid for kind, _, _, facts, _ in rows
                        if kind == "line" and facts[1] != "ActivityManager"), rows[:3])


def varint(number):
    text = bytearray()
    while number >= 128:
        text.append(number & 127 | 128)
        number >>= 7
    return bytes(text + bytes([number]))


def number_field(field, value):
    return varint(field << 3) + varint(value)


def bytes_field(field, text):
    return varint(field << 3 | 2) + varint(len(text)) + text


def read_varint(data, at):
    number = shift = 0
    while True:
        number |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return number, at


def split_packets(path):
    """Returns the packets of a Perfetto trace that is not compressed."""
    data, at, packets = path.read_bytes(), 0, []
    while at < len(data):
        _, at = read_varint(data, at)
        size, at = read_varint(data, at)
        packets.append(data[at:at + size])
        at += size
    return packets


REMOTE_CLOCK_SYNC = 107  # field of TracePacket
GUEST = 5
AHEAD = 12_345_678  # ns by which the clock of the guest is ahead


def join_machines(path, host, guest):
    """Writes a trace of two machines, whose packets alternate. The guest has the same ids of threads and CPUs."""
    clocks = [bytes_field(number, bytes_field(1, number_field(1, 6) + number_field(2, 7_000_000_000 + ahead)))
              for number, ahead in ((2, AHEAD), (3, 0))]
    sync = bytes_field(REMOTE_CLOCK_SYNC, bytes_field(1, b"".join(clocks)))
    packets = [packet + number_field(98, GUEST) for packet in [sync, *split_packets(guest)]]
    with open(path, "wb") as output:
        for pair in itertools.zip_longest(split_packets(host), packets):
            output.writelines(bytes_field(1, packet) for packet in pair if packet is not None)
    return path


def check_machines(folder):
    """Tests a trace of two machines with different clocks. Each of them has its own threads."""
    host = make_trace(folder, "host.pftrace", "--form", "perfetto", "--line", "sched", "--bytes", "200000")
    guest = make_trace(folder, "guest.pftrace", "--form", "perfetto", "--bytes", "200000", "--seed", "5")
    path = join_machines(folder / "machines.pftrace", host, guest)
    expect_equal(len({row["raw_id"] for row in table("machine", path)}), 2)
    rows = Rows(path)
    for name, machine, ahead in (("host", 0, 0), ("guest", 1, AHEAD)):
        own = Rows(host if machine == 0 else guest)
        events = collections.Counter((row[1] - ahead, row[3][0], row[3][3]) for row in own.rows if row[0] == "event")
        found = collections.Counter((row["ts"], row["name"], row["args"]) for row in rows.tables["ftrace_event"]
                                    if rows.threads[row["utid"]]["machine_id"] == machine)
        compare(found, events, name)
    n = compare_file(path, folder)
    of_threads, whole = compare_threads(path, folder)
    expect(n > 3000 and 300 < of_threads < whole, n, of_threads, whole)
    expect(compare_file(MACHINES / "machines", folder) > 0)


def check_usage(folder):
    path = SAMPLES / "device.ftrace"
    part = folder / "part.ftrace"
    cut(path, part, "--from", "1s", "--to", "2s")
    answer = run("cut", path, "--from", "1s", "--to", "2s", "-o", "-")
    expect_equal(answer.bytes, part.read_bytes(), "on standard output")
    expect_equal(int(part.stat().st_mtime), int(path.stat().st_mtime), "modification time")
    for arguments in ([], ["--from", "1s"], ["-o", part], ["--from", "2s", "--to", "1s", "-o", part],
                      ["--from", "noon", "-o", part], [path, "--from", "1s", "-o", part]):
        expect_equal(run("cut", path, *arguments).code, 2, arguments)
    expect_equal(run("cut", path, "--from", "1s", "-o", "/dev/full").code, 1)
    for arguments, text in (([folder / "absent", "--from", "1s"], "no such file"),
                            ([SAMPLES / "reader-packets.trace", "--from", "1ms"], "versions 1 to 3")):
        answer = run("cut", *arguments, "-o", folder / "absent.part")
        expect_equal(answer.code, 1, arguments, answer.err)
        expect(text in answer.err, answer.err)
        expect(not (folder / "absent.part").exists())
    for whole, name in ((SAMPLES / "device.ftrace", "end.ftrace"), (SAMPLES / "shop-start.trace", "end.trace")):
        truncated = folder / name
        truncated.write_bytes(whole.read_bytes()[:-9])
        answer = run("cut", truncated, "--from", "1ms", "-o", part)
        expect_equal((answer.code, answer.err), (0, run("table", "--native", "slice", truncated).err), truncated)
        expect(name.endswith(".ftrace") or "ends in the middle of a record" in answer.err, answer.err)
    folded = folder / "a.folded"
    folded.write_text("main;a 3\nmain;b 4\n")
    answer = run("cut", folded, "--from", "0ns", "-o", part)
    expect_equal(answer.code, 1, answer.err)
    expect("supported formats:" in answer.err and "ftrace" in answer.err, answer.err)
    log = folder / "a.logcat"
    log.write_text("".join(f"12-31 06:13:{s}.000  100  100 I Tag: text\n" for s in (10, 11, 12, 50)))
    answer = run("cut", log, "--from", "20s", "--to", "30s", "-o", folder / "absent.part")
    expect_equal((answer.code, "range contains no data" in answer.err), (1, True), answer.err)
    expect(not (folder / "absent.part").exists())
    kernel = folder / "dmesg.txt"
    kernel.write_text("".join(f"[{i:5}.000000] usb 1-1: device {i}\n" for i in range(50)))
    answer = run("cut", kernel, "--from", "1s", "-o", part)
    expect_equal(answer.code, 1, answer.err)
    expect("supported formats:" in answer.err, answer.err)


if __name__ == "__main__":
    sys.exit(main(globals()))

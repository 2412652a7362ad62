#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Compares the tables of ftrace text logs with an independent count.

    check-ftrace.py TRACEDUMP MAKE_TRACE COUNT_FTRACE

The logs: a matrix of small logs with every form of line, marker, container and irregularity; the samples; and logs of
real devices, if TV_SAMPLES (default: ../shared/samples) contains them. The output is TAP.
"""

import collections
import csv
import importlib.util
import io
import os
import pathlib
import re
import shlex
import subprocess
import sys

import tap_checks
from tap_checks import REAL

# Required columns; tables may have more columns.
COLUMNS = {
    "slice": "id ts dur track_id depth parent_id name category thread_ts thread_dur arg_set_id",
    "thread_track": "id name utid kind",
    "process_track": "id name upid",
    "cpu_track": "id name cpu",
    "thread": "utid tid name upid is_main_thread",
    "process": "upid pid name",
    "counter": "id ts track_id value",
    "counter_track": "id name",
    "sched_slice": "id ts dur cpu utid end_state priority",
    "thread_state": "id ts dur cpu utid state io_wait blocked_function waker_utid",
    "ftrace_event": "id ts cpu utid name args",
    "args": "id arg_set_id key string_value int_value",
    "problem": "kind count",
}

# Real logs with known figures.
REAL_LOGS = [
    "openharmony-device.ftrace", "openharmony-device-z.ftrace", "bytrace-full.txt",
    "android-atrace.txt", "android_systrace.html", "hitrace-old.ftrace", "hitrace-api18.ftrace",
]
DEVICE_FIGURES = {
    "events": 6138, "slices.count": 3052, "slices.names": 193, "slices.closed_ns": 8095097000,
    "slices.open": 3, "slices.unmatched_e": 3, "slices.max_depth": 5, "async.count": 15,
    "async.open": 4, "async.duplicate_s": 5, "async.unmatched_f": 1,
    "async.closed_ns": 26225280000, "counters.samples": 0, "counters.names": 0,
}
REAL_FIGURES = {
    "openharmony-device.ftrace": DEVICE_FIGURES,
    "openharmony-device-z.ftrace": DEVICE_FIGURES,
    "android-atrace.txt": {
        "events": 1042, "slices.count": 463, "slices.names": 35, "slices.closed_ns": 361675000,
        "slices.open": 0, "slices.unmatched_e": 0, "slices.max_depth": 5, "async.count": 17,
        "async.open": 8, "async.duplicate_s": 0, "async.unmatched_f": 0,
        "async.closed_ns": 375530000, "counters.samples": 88, "counters.names": 7,
    },
    "android_systrace.html": {"events": 31479},
    "hitrace-api18.ftrace": {
        "events": 45686, "slices.count": 16682, "slices.names": 4615,
        "slices.closed_ns": 16950157000, "slices.open": 0, "slices.unmatched_e": 0,
        "slices.max_depth": 8, "async.count": 170, "async.open": 0, "async.duplicate_s": 0,
        "async.unmatched_f": 0, "async.closed_ns": 22417446000, "counters.samples": 318,
        "counters.names": 1, "runs.closed": 4096, "runs.closed_ns": 2048296000,
    },
}

LINES = ["tgid", "dashes", "plain", "noflags", "report"]
MARKS = ["old", "new", "android", "mixed"]
CONTAINERS = ["none", "gzip", "zlib", "trace-zlib", "html", "old-html", "zip"]
CASES = [
    "--records 1",
    "--records 8000 --cpus 1",
    "--records 8000 --cpus 64 --processes 40 --threads 9",
    "--processes 1 --threads 1",
    "--no-sched",
    "--no-sched --oddities --marks mixed --records 8000",
    "--digits 9 --oddities",
    "--records 20000 --reuse-ids",
    "--records 20000 --missing-switches --oddities --marks mixed",
    "--records 20000 --missing-switches",
    "--records 20000 --missing-switches --reuse-ids --cpus 8 --line report",
    "--digits 0 --oddities",
    "--digits 0 --line report",
    "--bytes 300000 --marks mixed --oddities",
    "--depth 2 --oddities",
    "--records 20000 --oddities --marks mixed --line tgid",
    "--records 20000 --oddities --marks mixed --line report",
    "--records 20000 --oddities --marks android --line noflags",
    "--app device --marks old --line dashes",
    "--app device --oddities --marks mixed",
    "--app device --line report --cpus 8 --container gzip",
    "--app device --marks android --line noflags --container old-html",
    "--line latency --cpus 12",
    "--line latency --marks mixed --oddities",
    "--line report-latency --marks mixed",
    "--line report-difference --marks old --oddities",
    "--app device --line latency --marks new",
    "--line fields --records 20000 --cpus 8",
    "--line fields --records 8000 --oddities --marks mixed",
    "--line fields --records 20000 --reuse-ids --missing-switches",
    "--app device --line fields",
    "--line graph --records 20000",
    "--line graph --records 20000 --cpus 8 --marks mixed --reuse-ids",
    "--line graph --records 8000 --oddities --marks mixed",
    "--line graph-times --records 20000 --marks mixed",
    "--line graph-times --records 20000 --cpus 8 --reuse-ids --missing-switches",
    "--line graph-times --records 8000 --oddities --marks mixed",
    "--line graph-report --records 20000 --marks mixed --reuse-ids",
    "--line graph-report --records 8000 --oddities --marks old",
    "--app device --line graph-times --container zip",
]

# Our names of problems that the count reports; one name may match several. Interrupts and work items that end at the
# beginning of a log are not problems.
PROBLEMS = {
    "unmatched-end": ["unmatched_e"],
    "duplicate-async": ["duplicate_s"],
    "unmatched-async": ["unmatched_f"],
    "inferred-switch": ["inferred_switch"],
    "ended-with-thread": ["ended_with_thread"],
    "unknown-state": ["unknown_state"],
    "bad-arguments": ["broken_mark", "broken_event"],
    "missing-marks": ["missing_mark"],
}
BAD_PARSE = ("bad-line", "bad-arguments", "unknown-state", "bad-text", "cut-container")
TAG_LEFT = re.compile(r"\|[DICM](\d\d)+(\||$)")
INTERRUPTS = {"irq": "irq_handler", "softirq": "softirq", "ipi": "ipi", "tasklet": "tasklet",
              "hrtimer": "hrtimer_expire", "timer": "timer_expire"}


def generated_cases():
    """Yields arguments of make-trace: each form of line with all markers, regular and irregular; each container; other
    options."""
    number = 0
    for line in LINES:
        for marks in MARKS:
            for oddities in ("", " --oddities"):
                number += 1
                yield f"--line {line} --marks {marks} --seed {number}{oddities}"
    for container in CONTAINERS:
        for oddities in ("", " --oddities --marks mixed"):
            number += 1
            yield f"--container {container} --seed {number}{oddities}"
    for case in CASES:
        number += 1
        yield f"{case} --seed {number}"


# Output of the programs.


def load_count_ftrace(path):
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(pathlib.Path(path).parent))  # for the modules that it imports
    spec = importlib.util.spec_from_file_location("count_ftrace", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Failure(Exception):
    pass


class Tables:
    def __init__(self, tracedump, path):
        self.tracedump = tracedump
        self.path = str(path)
        self.known = {}

    def __getitem__(self, name):
        """Returns the rows of a table as dictionaries."""
        if name not in self.known:
            self.known[name] = self.run(name)
        return self.known[name]

    def run(self, name):
        command = [self.tracedump, "table", "--native", name, self.path, "--format", "csv"]
        run = subprocess.run(command, capture_output=True, timeout=120)
        if run.returncode != 0:
            message = run.stderr.decode("utf-8", "replace").strip()
            raise Failure(f"{name}: exit status {run.returncode}: {message}")
        reader = csv.DictReader(io.StringIO(run.stdout.decode("utf-8"), newline=""), strict=True)
        rows = [tap_checks.without_mark(row) for row in reader]
        missing = set(COLUMNS[name].split()) - set(reader.fieldnames)
        if missing:
            raise Failure(f"{name}: missing {', '.join(sorted(missing))}")
        if any(None in row or None in row.values() for row in rows):
            raise Failure(f"{name}: rows differ in length")
        return rows

    def by(self, name, key, value):
        return {row[key]: row[value] for row in self[name]}

    def tids(self):
        return {utid: int(tid) for utid, tid in self.by("thread", "utid", "tid").items()}

    def pids(self):
        return {upid: int(pid) for upid, pid in self.by("process", "upid", "pid").items()}


# Comparison.


class Sums:
    """Counts and durations of finished rows, and counts of unfinished rows, by key."""

    def __init__(self, start_ns):
        self.start_ns = start_ns
        self.sums = collections.defaultdict(lambda: [0, 0, 0, 0])

    def add_row(self, key, row):
        ts, dur = int(row["ts"]), int(row["dur"])
        if dur < 0:
            self.sums[key][3] += 1
        else:
            self.add(key, 1, dur, ts, 0)

    def add(self, key, count, closed_ns, begun_ns, not_closed):
        sums = self.sums[key]
        sums[0] += count
        sums[1] += closed_ns
        sums[2] += begun_ns - count * self.start_ns
        sums[3] += not_closed

    def add_count(self, key, row):
        self.add(key, row["count"], row["closed_ns"], row["begun_ns"],
                 row["open"] + row.get("lost", 0))

    def nonzero(self):
        return {key: sums for key, sums in self.sums.items() if any(sums)}


WORDS = ("closed", "ns in all", "ns until they begin, in all", "not closed")


class Comparison:
    def __init__(self, tables, count):
        self.tables = tables
        self.count = count
        self.lines = []
        # Tables may contain times relative to the start of the log.
        first = next(iter(tables["ftrace_event"]), None)
        self.start_ns = int(first["ts"]) if first else 0

    def add(self, line):
        self.lines.append(line)

    def check(self, where, said, counted):
        if said != counted:
            self.add(f"{where}: {said}, counted {counted}")

    def said(self):
        return Sums(self.start_ns)

    def counted(self):
        return Sums(self.count["start_ns"] or 0)

    def check_sums(self, where, said, counted):
        said, counted = said.nonzero(), counted.nonzero()
        nothing = [0, 0, 0, 0]
        for key in sorted(said.keys() | counted.keys(), key=str):
            one, other = said.get(key, nothing), counted.get(key, nothing)
            for word, left, right in zip(WORDS, one, other):
                self.check(f"{where} {key}: {word}", left, right)

    # Each of the following methods compares one aspect.

    def events(self):
        rows = self.tables["ftrace_event"]
        bad_times = self.count["problems"].get("bad_time", 0)
        if len(rows) not in (self.count["events"], self.count["events"] - bad_times):
            self.check("events", len(rows), self.count["events"])
        names = collections.Counter(row["name"] for row in rows)
        if not bad_times:
            self.check("events by name", dict(sorted(names.items())), self.count["event_names"])

    def slices(self):
        tids = self.tables.tids()
        tracks = {row["id"]: tids[row["utid"]] for row in self.tables["thread_track"]
                  if row["kind"] == "thread"}
        by_name, by_tid = self.said(), self.said()
        deepest = 0
        for row in self.tables["slice"]:
            if row["track_id"] in tracks:
                by_name.add_row(row["name"], row)
                by_tid.add_row(tracks[row["track_id"]], row)
                if row["dur"] != "0":  # an instant on top of a stack is not part of it
                    deepest = max(deepest, int(row["depth"]) + 1)

        names, threads = self.counted(), self.counted()
        for row in self.count["slices"]["by_name"]:
            names.add_count(row["name"], row)
        for row in self.count["slices"]["by_tid"]:
            threads.add_count(row["tid"], row)
        self.instants(names, threads)
        self.check_sums("slices", by_name, names)
        self.check_sums("slices of thread", by_tid, threads)
        if deepest > self.count["slices"]["max_depth"]:
            self.check("deepest slice", deepest, self.count["slices"]["max_depth"])

    def instants(self, by_name, by_tid):
        """Adds the I markers, which are slices of length 0."""
        for row in self.count["instants"]:
            by_name.add_count(row["name"], row)
            by_tid.add_count(row["tid"], row)

    def calls(self):
        tids = self.tables.tids()
        owners = {row["id"]: str(tids[row["utid"]]) for row in self.tables["thread_track"]
                  if row["kind"] == "function_graph"}
        owners |= {row["id"]: f"cpu {row['cpu']}" for row in self.tables["cpu_track"]
                   if row["name"] == "function_graph"}
        said, counted = self.said(), self.counted()
        for row in self.tables["slice"]:
            if row["track_id"] in owners:
                said.add_row((owners[row["track_id"]], row["name"]), row)
        for row in self.count["calls"]:
            counted.add_count((row["owner"], row["name"]), row)
        self.check_sums("calls", said, counted)

    def asyncs(self):
        pids = self.tables.pids()
        tracks = {row["id"]: pids[row["upid"]] for row in self.tables["process_track"]}
        said, counted = self.said(), self.counted()
        for row in self.tables["slice"]:
            if row["track_id"] in tracks:
                said.add_row((tracks[row["track_id"]], row["name"]), row)
        for row in self.count["async"]["by_name"]:
            counted.add_count((row["process"], row["name"]), row)
        for row in self.count["track_instants"]:
            counted.add_count((row["process"], row["name"]), row)
        self.check_sums("async spans", said, counted)
        self.layers(tracks)

    def layers(self, tracks):
        """Async slices on one track never overlap."""
        ends = {}
        for row in sorted(self.tables["slice"], key=lambda row: int(row["ts"])):
            track, ts, dur = row["track_id"], int(row["ts"]), int(row["dur"])
            if track not in tracks:
                continue
            if ts < ends.get(track, ts):
                self.add(f"async span {row['name']} at {ts}: overlaps the previous span of its track")
            ends[track] = ts + dur if dur >= 0 else float("inf")

    def start(self):
        if self.count["start_ns"] is not None:
            self.check("start of the log", self.start_ns, self.count["start_ns"])

    def clean_names(self):
        """No prefix and no tag remains in names, unless the name itself contained the prefix."""
        if "--oddities" in self.tables.path:
            return
        for name in {row["name"] for row in self.tables["slice"]}:
            is_prefixed = name.startswith("H:") and name not in self.count["prefixed_names"]
            if is_prefixed or TAG_LEFT.search(name):
                self.add(f"slice name with a prefix or tag: {name}")

    def counters(self):
        """Compares counters by name, because tables may not contain the process."""
        names = self.tables.by("counter_track", "id", "name")
        said = collections.defaultdict(list)
        for row in self.tables["counter"]:
            said[names[row["track_id"]]].append(float(row["value"]))
        counted = collections.defaultdict(list)
        for row in self.count["counters"]["by_name"]:
            counted[row["name"]].append(row)
        for name, rows in counted.items():
            values = said.get(name, [])
            self.check(f"samples of {name}", len(values), sum(row["samples"] for row in rows))
            if values:
                self.check(f"least {name}", min(values), float(min(row["min"] for row in rows)))
                self.check(f"most {name}", max(values), float(max(row["max"] for row in rows)))

    def counter_ends(self):
        """Compares the first and last value of each counter."""
        names = self.tables.by("counter_track", "id", "name")
        said = collections.defaultdict(list)
        for row in sorted(self.tables["counter"], key=lambda row: (int(row["ts"]), int(row["id"]))):
            said[row["track_id"]].append(float(row["value"]))
        ends = collections.Counter((names[track], values[0], values[-1], len(values))
                                   for track, values in said.items())
        for row in self.count["counters"]["by_name"]:
            key = (row["name"], float(row["first"]), float(row["last"]), row["samples"])
            if not ends[key]:
                self.add(f"counter {row['name']} of process {row['process']}: no track goes from"
                         f" {row['first']} to {row['last']} in {row['samples']} samples")
            ends[key] -= 1

    def runs(self):
        tids = self.tables.tids()
        by_cpu, by_tid = self.said(), self.said()
        for row in self.tables["sched_slice"]:
            if tids[row["utid"]] != 0:
                by_cpu.add_row(int(row["cpu"]), row)
                by_tid.add_row(tids[row["utid"]], row)
        cpus, threads = self.counted(), self.counted()
        for row in self.count["runs"]["by_cpu"]:
            cpus.add_count(row["cpu"], row)
        for row in self.count["runs"]["by_tid"]:
            threads.add_count(row["tid"], row)
        self.check_sums("runs on CPU", by_cpu, cpus)
        self.check_sums("runs of thread", by_tid, threads)

    def states(self):
        tids = self.tables.tids()
        said, counted = self.said(), self.counted()
        blocked = collections.Counter()
        for row in self.tables["thread_state"]:
            tid = tids[row["utid"]]
            if tid == 0:
                continue
            said.add_row((tid, row["state"]), row)
            if row["io_wait"] not in ("", "-1"):
                caller = row["blocked_function"].partition("+")[0]
                blocked[tid, int(row["io_wait"]), caller] += 1
        for row in self.count["states"]:
            counted.add_count((row["tid"], row["state"]), row)
        self.check_sums("states of thread", said, counted)
        self.check("reasons of being blocked", dict(sorted(blocked.items())),
                   {(row["tid"], row["io_wait"], row["caller"]): row["count"]
                    for row in self.count["blocked"]})

    def interrupts(self):
        kinds = self.tables.by("cpu_track", "id", "name")
        said, counted = self.said(), self.counted()
        for row in self.tables["slice"]:
            if kinds.get(row["track_id"]) in INTERRUPTS:
                said.add_row(INTERRUPTS[kinds[row["track_id"]]], row)
        for row in self.count["interrupts"]:
            counted.add_count(row["kind"], row)
        self.check_sums("interrupts", said, counted)

    def work(self):
        tracks = {row["id"] for row in self.tables["thread_track"]
                  if row["kind"] == "workqueue"}
        said, counted = self.said(), self.counted()
        for row in self.tables["slice"]:
            if row["track_id"] in tracks:
                said.add_row("items", row)
        counted.add_count("items", self.count["work"])
        self.check_sums("work", said, counted)

    def args(self):
        """Compares arguments by slice, because several slices may share a set of arguments."""
        sets = collections.defaultdict(list)
        for row in self.tables["args"]:
            sets[row["arg_set_id"]].append(row["key"])
        keys = collections.Counter(key for row in self.tables["slice"]
                                   for key in sets.get(row["arg_set_id"], ()))
        for key, n in self.count["pairs"].items():
            self.check(f"arguments {key}", keys[key], n)

    def problems(self):
        said = collections.Counter()
        for row in self.tables["problem"]:
            said[row["kind"]] += int(row["count"])
        for kind, words in PROBLEMS.items():
            counted = sum(self.count["problems"].get(word, 0) for word in words)
            self.check(f"problem {kind}", said[kind], counted)
        lost = self.count["lost_events"]
        self.check("lost events", said["lost-events"], lost["told"] + lost["overwritten"])
        if os.path.basename(self.tables.path).startswith("hitrace-"):
            for kind in BAD_PARSE:
                self.check(f"problem {kind}", said[kind], 0)

    def run(self):
        for part in (self.start, self.events, self.slices, self.calls, self.asyncs,
                     self.clean_names, self.counters, self.counter_ends, self.runs, self.states,
                     self.interrupts, self.work, self.args, self.problems):
            try:
                part()
            except Failure as failure:
                self.add(str(failure))
        return self.lines


def compare(tracedump, path, count):
    try:
        return Comparison(Tables(tracedump, path), count).run()
    except Failure as failure:
        return [str(failure)]


# Cases: each case is (name, lines that describe differences).


class Checker:
    def __init__(self, tracedump, make_trace, count_ftrace, folder):
        self.tracedump = tracedump
        self.make_trace = make_trace
        self.count_ftrace = load_count_ftrace(count_ftrace)
        self.folder = pathlib.Path(folder)

    def check_generated(self, arguments):
        path = self.folder / f"{arguments.replace(' ', '_')}.ftrace"
        records = [] if re.search("--records|--bytes|--app", arguments) else ["--records", "3000"]
        run = subprocess.run(
            [self.make_trace, "--form", "ftrace", *records, *shlex.split(arguments), "-o",
             str(path)], capture_output=True, text=True)
        if run.returncode != 0:
            return [(arguments, run.stderr.strip().splitlines())]
        count = self.count_ftrace.count_ftrace(str(path))
        return [(arguments, compare(self.tracedump, path, count))]

    def check_sample(self, path):
        count = self.count_ftrace.count_ftrace(str(path))
        return [(f"sample {path.name}", compare(self.tracedump, path, count))]

    def check_bytes(self, path):
        return tap_checks.check_bytes(self.make_trace, path, self.folder)

    def check_real(self, path):
        count = self.count_ftrace.count_ftrace(str(path))
        wrong = []
        for key, known in REAL_FIGURES.get(path.name, {}).items():
            value = count
            for word in key.split("."):
                value = value[word]
            if value != known:
                wrong.append(f"{key} is {value}, expected {known}")
        return [(f"{path.name}, known figures", wrong),
                (path.name, compare(self.tracedump, path, count))]


def jobs():
    # Yields the jobs, the longest first.
    for name in reversed(REAL_LOGS):
        if (REAL / name).exists():
            yield ("check_real", REAL / name)
    for path in tap_checks.list_samples(".ftrace"):
        yield ("check_sample", path)
        yield ("check_bytes", path)
    for arguments in generated_cases():
        yield ("check_generated", arguments)


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: check-ftrace.py TRACEDUMP MAKE_TRACE COUNT_FTRACE")
    return tap_checks.run(Checker, sys.argv[1:], list(jobs()), REAL_LOGS)


if __name__ == "__main__":
    sys.exit(main())

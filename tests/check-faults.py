#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Compares the tables of crashes and freezes with an independent count and with planted causes.

check-faults.py TRACEDUMP MAKE_TRACE COUNT_FAULTS

The files: a matrix of small files in every form, complete and truncated, in which only the planted cause must be
diagnosed; and files of real devices with known counts, if TV_SAMPLES (default: ../shared/samples) contains them. The
output is TAP.
"""

import csv
import io
import json
import pathlib
import re
import subprocess
import sys

import tap_checks
from tap_checks import REAL

FORMS = ["tombstone", "tombstone-proto", "cppcrash", "jscrash", "rustpanic", "freeze"]
CASES = [(1, 1), (1, 2), (1, 3), (6, 4), (6, 5), (6, 6), (6, 7), (6, 8), (60, 9)]
# Expected diagnosis of each cause.
ANSWERS = {
    "null": r"it dereferenced a null pointer$",
    "member": r"it dereferenced a null pointer, with an offset of \d+ bytes$",
    "unmapped": r"it accessed address 0x[0-9a-f]+, where no memory is mapped$",
    "forbidden": r"it accessed address 0x[0-9a-f]+ in /lib\.so, which does not allow that access$",
    "stack": r"stack overflow, at address 0x[0-9a-f]+$",
    "abort": r"it aborted: it was( ↵ )? ?planted$",
    "still": r"was stalled in event planted still for 5\.9 s, in load0$",
    "busy": r"was busy with event planted busy for 5\.9 s, in load0$",
    "call": r"was stalled in event planted call for 5\.9 s: it waits in a call to process 901, which has "
            r"no free thread$",
}
KNOWN = {
    "threads": "threads", "all_frames": "frames", "frames": "frames", "registers": "registers",
    "mappings": "regions", "open_fds": "files", "open files": "files", "maps": "regions",
    "open_files": "files", "hilog_lines": "log_lines", "binder_table_rows": "servers",
    "causes": "causes",
}


def read_table(tracedump, name, path):
    run = subprocess.run([tracedump, "table", "--native", name, str(path)], capture_output=True, text=True,
                         check=True)
    return [tap_checks.without_mark(row) for row in csv.DictReader(io.StringIO(run.stdout))]


class Checker:
    def __init__(self, tracedump, make_trace, count, folder):
        self.tracedump = tracedump
        self.make_trace = make_trace
        self.count = count
        self.folder = pathlib.Path(folder)

    def measure(self, path):
        """Returns the figures of the tables with the keys of the independent count."""
        def n(table):
            return len(read_table(self.tracedump, table, path))

        fault, = read_table(self.tracedump, "fault", path)
        return {
            "kind": fault["kind"],
            "pid": int(fault["pid"]) if fault["pid"] else None,
            "reason": fault["reason"],
            "threads": n("thread_dump_thread"),
            "frames": n("thread_dump_frame"),
            "registers": n("register"),
            "words": n("memory_word"),
            "regions": n("memory_map"),
            "files": n("open_file"),
            "log_lines": n("android_logs"),
            "causes": n("fault_cause"),
            "events": n("event_queue"),
            "servers": n("call_server"),
            "calls": n("thread_dump_transaction"),
        }

    def compare(self, path):
        run = subprocess.run([sys.executable, self.count, str(path)], capture_output=True, text=True,
                             check=True)
        counted = json.loads(run.stdout)
        found = self.measure(path)
        return [f"{key}: {found[key]} instead of {counted[key]}" for key in found
                if found[key] != counted[key]]

    def make(self, form, threads, seed, *more):
        path = self.folder / f"{form}-{threads}-{seed}{''.join(more)}"
        subprocess.run([self.make_trace, "--form", "fault", "--line", form, "--threads", str(threads),
                        "--seed", str(seed), *more, "-o", str(path)], check=True)
        return path

    def find_planted(self, path):
        name = read_table(self.tracedump, "fault", path)[0]["process"].partition("planted.")[2]
        running = [row["name"] for row in read_table(self.tracedump, "event_queue", path)
                   if row["state"] == "running"]
        return running[0].removeprefix("planted ") if running else name

    def check_planted(self, form, threads, seed, *more):
        path = self.make(form, threads, seed, *more)
        wrong = self.compare(path)
        planted = self.find_planted(path)
        run = subprocess.run([self.tracedump, "incident", str(path)], capture_output=True, text=True,
                             check=True)
        sentence = run.stdout.split("\n\n")[1].split("\n")[0].removesuffix(".")
        pattern = r": it was planted$" if form in ("jscrash", "rustpanic") else ANSWERS[planted]
        if not re.search(pattern, sentence):
            wrong.append(f"{planted}: “{sentence}”")
        path.unlink()
        return [(" ".join(["planted", form, str(threads), str(seed), *more]), wrong)]

    def check_cut(self, form):
        """A truncated file is read as a shorter file or rejected; it never crashes the program."""
        whole = self.make(form, 4, 3, "--cut", "0")
        data, wrong, n_before = whole.read_bytes(), [], 0
        for size in range(len(data) // 12, len(data), len(data) // 12):
            whole.write_bytes(data[:size])
            run = subprocess.run([self.tracedump, "table", "--native", "thread_dump_frame", str(whole)],
                                 capture_output=True, text=True, check=False)
            n = len(run.stdout.splitlines()) - 1
            if run.returncode not in (0, 1) or "CRITICAL" in run.stderr:
                wrong.append(f"{size} bytes: {run.returncode} {run.stderr}")
            elif run.returncode == 0 and n < n_before - 1:
                wrong.append(f"{size} bytes: {n} frames, and {n_before} before")
            n_before = max(n, n_before)
        whole.unlink()
        return [(f"cut {form}", wrong)]

    def check_same(self, seed):
        """The same crash as text and in Protocol Buffers has the same rows."""
        text, proto = self.make("tombstone", 9, seed), self.make("tombstone-proto", 9, seed)
        wrong = []
        for table in ("fault", "thread_dump_thread", "thread_dump_frame", "memory_map", "open_file",
                      "android_logs"):
            rows = [read_table(self.tracedump, table, path) for path in (text, proto)]
            for row in rows[0] if table == "memory_map" else []:
                row["build_id"] = row["load_bias"] = ""
            if rows[0] != rows[1]:
                differing = [pair for pair in zip(*rows) if pair[0] != pair[1]]
                wrong.append(f"{table}: {differing[:1] or [len(row) for row in rows]}")
        return [(f"the same as text and as Protocol Buffers, {seed}", wrong)]

    def check_sample(self, name, truth):
        path = REAL / "device" / name
        wrong = self.compare(path)
        found = self.measure(path)
        for part in re.split("[;,] ", truth):
            words, _, value = part.rpartition(" ")
            if words in KNOWN and value.isdigit() and found[KNOWN[words]] != int(value):
                wrong.append(f"{words}: {found[KNOWN[words]]} instead of {value}")
        return [(f"known figures of {name}", wrong)]


def read_truth():
    """Maps file names to their known figures in SOURCES.md."""
    path = REAL / "device" / "SOURCES.md"
    kinds = r"(?:tombstone-a|cppcrash-|jscrash-|rustpanic-|appfreeze-|sysfreeze-)"
    if not path.exists():
        return {}
    return {match[1]: match[2]
            for match in re.finditer(rf"^- \*\*({kinds}[\w.-]*)\*\*: (.*)$", path.read_text("utf-8"),
                                     re.M) if (path.parent / match[1]).exists()}


def main():
    jobs = [("check_planted", form, threads, seed, *more)
            for form in FORMS for threads, seed in CASES for more in ((), ("--oddities",))]
    jobs += [("check_cut", form) for form in FORMS]
    jobs += [("check_same", seed) for seed in range(1, 7)]
    jobs += [("check_sample", name, truth) for name, truth in sorted(read_truth().items())]
    return tap_checks.run(Checker, sys.argv[1:4], jobs, ["device/tombstone-a.txt"])


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Compares tracedump's tables with a log that the kernel of this machine writes during the test.

check-lives.py TRACEDUMP RECORD_LIVES

record-lives reuses one id for many threads and processes, lets threads read their own CPU clock within slices, and
writes the true values to a file. Recording requires root and a writable tracefs; otherwise, the checks are skipped
with the reason. The output is TAP.
"""

import csv
import io
import pathlib
import statistics
import subprocess
import sys
import tempfile

CANNOT = 77
RECORDINGS = 3  # maximum number of recordings

# Maximum errors of a slice's CPU time: the median, the 95th percentile, and the total as a share of the true time.
# Without inferred switches they are about 10 µs, 1.2 ms and 13 %. The clock is read after the begin event and before
# the end event, so part of the error is the time to write the slices.
MEDIAN_NS, P95_NS, PART = 20_000, 250_000, 0.07


def read_table(tracedump, name, log):
    run = subprocess.run([tracedump, "table", "--native", name, log, "--format", "csv"], capture_output=True,
                         check=True)
    return list(csv.DictReader(io.StringIO(run.stdout.decode("utf-8-sig"))))


class Log:
    def __init__(self, tracedump, log):
        self.threads = {row["utid"]: row for row in read_table(tracedump, "thread", log)}
        self.processes = {row["upid"]: row for row in read_table(tracedump, "process", log)}
        tracks = {row["id"]: row for row in read_table(tracedump, "thread_track", log)}
        self.slices = {}
        self.thread_of = {}
        for row in read_table(tracedump, "slice", log):
            if row["track_id"] in tracks and tracks[row["track_id"]]["kind"] == "thread":
                self.slices[row["name"]] = row
                self.thread_of[row["name"]] = self.threads[tracks[row["track_id"]]["utid"]]
        self.problems = {row["kind"]: row for row in read_table(tracedump, "problem", log)}
        self.states = read_table(tracedump, "thread_state", log)


def check_life(log, tid, name, kind, mark, end):
    thread = log.thread_of.get(mark)
    if thread is None:
        return f"{mark} is missing"
    wrong = []
    if thread["tid"] != tid or thread["name"] != name:
        wrong.append(f"{mark} belongs to {thread['tid']} {thread['name']}, not to {tid} {name}")
    if not thread["start_ts"] or not thread["end_ts"]:
        wrong.append(f"{name}: begins at {thread['start_ts']}, ends at {thread['end_ts']}")
    elif not (int(thread["start_ts"]) <= int(log.slices[mark]["ts"]) <= int(thread["end_ts"])):
        wrong.append(f"{mark} begins outside its thread's lifetime")
    process = log.processes.get(thread["upid"])
    if process is None or (process["pid"] == tid) != (kind == "process"):
        wrong.append(f"{name} belongs to process {process and process['pid']}, but is a {kind}")
    if end == "open":
        row = log.slices[mark]
        if row["is_forced"] != "1" or int(row["ts"]) + int(row["dur"]) != int(thread["end_ts"]):
            wrong.append(f"{mark} did not end with its thread")
    return "; ".join(wrong)


def check_order(log, tid):
    """Lifetimes of threads with the same id do not overlap."""
    lives = sorted((int(row["start_ts"]), int(row["end_ts"])) for row in log.threads.values()
                   if row["tid"] == tid and row["start_ts"] and row["end_ts"])
    return [f"lifetimes of {tid} overlap at {after[0]}" for before, after in zip(lives, lives[1:])
            if after[0] < before[1]]


def check_cpu(log, marks):
    missing = [name for name, _ in marks if name not in log.slices]
    if missing:
        return [f"{len(missing)} marks are missing, such as {missing[0]}"], ""
    off = sorted(abs(int(log.slices[name]["thread_dur"]) - cpu) for name, cpu in marks)
    said = sum(int(log.slices[name]["thread_dur"]) for name, _ in marks)
    true = sum(cpu for _, cpu in marks)
    median, p95 = statistics.median(off), off[len(off) * 95 // 100]
    inferred = log.problems.get("inferred-switch", {"count": 0, "detail": ""})
    figures = (f"{len(marks)} marks: {said / 1e6:.1f} ms of CPU time, {true / 1e6:.1f} ms by their own"
               f" clocks; off by {median / 1e3:.1f} µs in the median, {p95 / 1e3:.1f} µs at p95;"
               f" {inferred['count']} inferred switches, {inferred['detail']}")
    wrong = []
    if median > MEDIAN_NS or p95 > P95_NS or abs(said - true) > PART * true:
        wrong.append(figures)
    return wrong, figures


def answer(number, name, wrong):
    print(f"{'not ok' if wrong else 'ok'} {number} {name}")
    for line in wrong:
        print(f"# {line}")
    return not wrong


def record_log(record, folder):
    """Records a log. Returns its path and the true values; None and the reason if recording is impossible."""
    path, truth = str(pathlib.Path(folder) / "log.ftrace"), pathlib.Path(folder) / "truth"
    run = subprocess.run([record, path, str(truth)], capture_output=True, text=True)
    if run.returncode == CANNOT:
        return None, run.stderr.strip()
    if run.returncode != 0:
        sys.exit(run.stderr)
    return path, [line.split() for line in truth.read_text().splitlines()]


def check_recording(tracedump, path, words):
    """Checks lifetimes, their order and CPU times; returns errors and figures."""
    lives = [line[1:] for line in words if line[0] == "life"]
    marks = [(line[1], int(line[2])) for line in words if line[0] == "mark"]
    log = Log(tracedump, path)
    wrong = [line for line in (check_life(log, *life) for life in lives) if line]
    overlaps = [line for tid in sorted({life[0] for life in lives}) for line in check_order(log, tid)]
    cpu, figures = check_cpu(log, marks)
    return wrong, overlaps, cpu, figures


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: check-lives.py TRACEDUMP RECORD_LIVES")
    tracedump, record = sys.argv[1:]
    # Lifetimes must be exact in each recording. Other load on the machine can only increase the difference of the
    # clocks, so a single good recording is sufficient for the CPU times.
    wrong, overlaps = [], []
    for _ in range(RECORDINGS):
        with tempfile.TemporaryDirectory() as folder:
            path, words = record_log(record, folder)
            if path is None:
                print(f"1..0 # SKIP {words}")
                return 0
            of_lives, of_order, cpu, figures = check_recording(tracedump, path, words)
        wrong += of_lives
        overlaps += of_order
        if not cpu:
            break

    print("1..3")
    is_good = answer(1, "each mark belongs to the thread that wrote it", wrong)
    is_good &= answer(2, "lifetimes of threads with the same id do not overlap", overlaps)
    is_good &= answer(3, "CPU times of marks", cpu)
    print(f"# {figures}")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())

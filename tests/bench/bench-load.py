#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how long loading takes, relative to a checksum of the same file.

Usage: bench-load.py LOAD_TRACE TOUCH_MEMORY MAKE_TRACE FOLDER [--runs N] [--only PATTERN]
                     [--large]

The inputs are generated once, in FOLDER. Each run opens the file with load-trace, as the window does, up to the point
where the trace, its profile and the index of nested charts are ready.

Loading and b2sum read the same file, one right after the other, N times, then loading and sha256sum. This way, other
programs affect both equally. The ratios are medians over the pairs, which remain valid when the speed of the machine
changes; seconds and CPU time are medians of the pairs with b2sum. Memory is the largest resident set, including the
file itself. Afterwards touch-memory allocates as much memory and does nothing with it; this part of the time is caused
by the system. dmtracedump profiles the files that it can read, once and for at most a minute. If TRACE_PROCESSOR is the
path of a trace_processor_shell, that program loads the Perfetto traces, once each.
"""

import argparse
import fnmatch
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import time

CALLS = ["--threads", "8", "--methods", "5000", "--records"]
# Without this option, any method may call any other, which is not realistic.
CALLEES = ["--callees", "4"]
PACKETS = ["--form", "packet-streaming", "--frequency", "24576000"]
INPUTS = {
    "log-200MB": ["--form", "ftrace", "--bytes", "200000000"],
    "perfetto-sched-200MB": ["--form", "perfetto", "--line", "sched", "--bytes", "200000000"],
    "perfetto-tracks-200MB": ["--form", "perfetto", "--line", "tracks", "--bytes", "200000000"],
    "perfetto-mixed-200MB": ["--form", "perfetto", "--line", "mixed", "--bytes", "200000000"],
    "htrace-200MB": ["--form", "htrace", "--bytes", "200000000"],
    "logcat-300MB": ["--form", "logcat", "--bytes", "300000000"],
    "dual-1M": [*CALLS, "1000000"],
    "callees-1M": [*CALLS, "1000000", *CALLEES],
    "dual-20M": [*CALLS, "20000000"],
    "callees-20M": [*CALLS, "20000000", *CALLEES],
    "streaming-20M": ["--form", "streaming", *CALLS, "20000000"],
    "streaming-callees-20M": ["--form", "streaming", *CALLS, "20000000", *CALLEES],
    "packets-20M": [*PACKETS, *CALLS, "20000000"],
    "alpha-20M": [*PACKETS, "--payload", "alpha", *CALLS, "20000000"],
    "threads-500": [*CALLS, "20000000", "--threads", "500"],
    "threads-500-callees": [*CALLS, "20000000", "--threads", "500", *CALLEES],
    "methods-200k": [*CALLS, "20000000", "--methods", "200000", *CALLEES],
    "deep-10k": ["--threads", "1", "--depth", "10000", "--plunge", "--recursion", "1000",
                 "--records", "20000000"],
    "samples-1M": ["--form", "perf", "--records", "1000000", "--depth", "40", "--methods", "5000"],
}
LARGE_INPUTS = {
    "dual-100M": [*CALLS, "100000000"],
    "callees-100M": [*CALLS, "100000000", *CALLEES],
}
DMTRACEDUMP_SECONDS = 60
COLUMNS = ("input", "MB", "M records", "seconds", "MB/s", "M rec/s", "user ms", "system ms", "peak MB",
           "× file", "touching it", "× sha256sum", "× b2sum", "(range)", "dmtracedump", "its MB", "× it",
           "trace processor", "its MB", "× it")
CHECKSUMS = ("b2sum", "sha256sum")
TOUCHES = 3


def run(command, is_ready_at_line=False, seconds=None):
    """Returns the seconds and the resource usage of a command, or None after a timeout."""
    started = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.PIPE if is_ready_at_line else
                             subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if seconds is not None:
        signal.signal(signal.SIGALRM, lambda *_: child.kill())
        signal.alarm(seconds)
    if is_ready_at_line:
        child.stdout.readline()
        spent = time.monotonic() - started
    _, status, usage = os.wait4(child.pid, 0)
    signal.alarm(0)
    if not is_ready_at_line:
        spent = time.monotonic() - started
    code = os.waitstatus_to_exitcode(status)
    if seconds is not None and code == -signal.SIGKILL:
        return None
    if code != 0:
        raise SystemExit(f"bench-load: {command[0]} failed")
    return spent, usage


def count_records(arguments, file):
    """Returns the number of records; in a log, the number of lines."""
    if "--records" in arguments:
        return int(arguments[arguments.index("--records") + 1])
    with open(file, "rb") as lines:
        return sum(block.count(b"\n") for block in iter(lambda: lines.read(1 << 20), b""))


def run_dmtracedump(arguments, file):
    """Returns the seconds and the resource usage of dmtracedump, if it exists, supports the form and ends in time."""
    if "--form" in arguments or shutil.which("dmtracedump") is None:
        return None
    return run(["dmtracedump", file], seconds=DMTRACEDUMP_SECONDS)


def run_trace_processor(arguments, file):
    """Returns the seconds and resource usage of trace processor, if its path is set and it supports the file."""
    program = os.environ.get("TRACE_PROCESSOR")
    if program is None or "perfetto" not in arguments:
        return None
    return run([program, "-Q", "SELECT 1", file])


def get_cells(other, spent):
    """Returns the seconds and memory of another program, and the ratio to its time."""
    if other is None:
        return ["–", "–", "–"]
    return [f"{other[0]:.1f}", f"{other[1].ru_maxrss / 1e3:.0f}", f"{spent / other[0]:.4f}"]


def run_in_pairs(load, checksum, runs):
    """Returns the seconds and usage of loading, and the ratios to the values of a checksum, by pair."""
    seconds, usages, ratios = [], [], []
    for _ in range(runs):
        spent, usage = run(load, True)
        seconds.append(spent)
        usages.append(usage)
        ratios.append(spent / run(checksum)[0])
    return seconds, usages, ratios


def measure(name, arguments, file, load_trace, touch_memory, runs):
    load = [load_trace, file]
    pairs = {}
    run(load)
    for checksum in CHECKSUMS:
        run([checksum, file])  # brings the file into the page cache
        pairs[checksum] = run_in_pairs(load, [checksum, file], runs)
    seconds, usages, ratios = pairs["b2sum"]
    peak = max(usage.ru_maxrss for _, all_usages, _ in pairs.values() for usage in all_usages)
    touched = [run([touch_memory, str(peak)], True)[0] for _ in range(TOUCHES)]
    size = os.path.getsize(file)
    records = count_records(arguments, file)
    spent = statistics.median(seconds)
    cells = [name, f"{size / 1e6:.0f}", f"{records / 1e6:.1f}", f"{spent:.3f}",
             f"{size / 1e6 / spent:.0f}", f"{records / 1e6 / spent:.1f}",
             f"{statistics.median(usage.ru_utime for usage in usages) * 1e3:.0f}",
             f"{statistics.median(usage.ru_stime for usage in usages) * 1e3:.0f}",
             f"{peak / 1e3:.0f}", f"{peak * 1024 / size:.2f}", f"{statistics.median(touched):.3f}",
             f"{statistics.median(pairs['sha256sum'][2]):.2f}",
             f"{statistics.median(ratios):.2f}", f"{min(ratios):.2f}..{max(ratios):.2f}"]
    return [*cells, *get_cells(run_dmtracedump(arguments, file), spent), *get_cells(run_trace_processor(arguments, file), spent)]


def show(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("load_trace")
    parser.add_argument("touch_memory")
    parser.add_argument("make_trace")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--only", default="*", help="inputs whose names match")
    parser.add_argument("--large", action="store_true", help="those of 100 million records, too")
    options = parser.parse_args()

    options.folder.mkdir(parents=True, exist_ok=True)
    show(COLUMNS)
    show(["---"] * len(COLUMNS))
    for name, arguments in {**INPUTS, **(LARGE_INPUTS if options.large else {})}.items():
        if not fnmatch.fnmatch(name, options.only):
            continue
        file = options.folder / f"{name}.trace"
        if not file.exists():
            subprocess.run([options.make_trace, *arguments, "-o", file], check=True)
        show(measure(name, arguments, file, options.load_trace, options.touch_memory,
                     options.runs))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long loading takes, beside a checksum of the same file in the same breath.

Usage: bench-load.py TRACEDUMP MAKE_TRACE FOLDER [--runs N] [--only NAME]

The inputs are made once, in FOLDER. Each run loads the file with `tracedump table metadata`, and
has sha256sum and b2sum read it, in turn; what is printed is the median over the runs, and the
median of the ratios run by run, which hold when the machine's speed drifts. Memory is the largest
resident set, in which the file itself counts too.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import time

INPUTS = {
    "log-200MB": ["--form", "ftrace", "--bytes", "200000000"],
    "dual-1M": ["--records", "1000000", "--threads", "8", "--methods", "5000"],
    "dual-20M": ["--records", "20000000", "--threads", "8", "--methods", "5000"],
    "streaming-20M": ["--form", "streaming", "--records", "20000000", "--threads", "8",
                      "--methods", "5000"],
    "packets-20M": ["--form", "packet-streaming", "--records", "20000000", "--threads", "8",
                    "--methods", "5000", "--frequency", "24576000"],
    "alpha-20M": ["--form", "packet-streaming", "--payload", "alpha", "--records", "20000000",
                  "--threads", "8", "--methods", "5000"],
}


def run(command):
    """Seconds and peak kB of a command, which must succeed."""
    started = time.monotonic()
    with open(os.devnull, "wb") as nothing:
        child = subprocess.Popen(command, stdout=nothing, stderr=nothing)
        _, status, usage = os.wait4(child.pid, 0)
    seconds = time.monotonic() - started
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"bench-load: {command[0]} failed")
    return seconds, usage.ru_maxrss


def measure(name, file, tracedump, runs):
    commands = {
        "load": [tracedump, "table", "metadata", file],
        "sha256sum": ["sha256sum", file],
        "b2sum": ["b2sum", file],
    }
    for command in commands.values():
        run(command)  # so that the file is in the cache for all of them
    seconds = {key: [] for key in commands}
    peak = 0
    for _ in range(runs):
        for key, command in commands.items():
            spent, memory = run(command)
            seconds[key].append(spent)
            if key == "load":
                peak = max(peak, memory)
    size = os.path.getsize(file)
    load = statistics.median(seconds["load"])
    ratios = [statistics.median(a / b for a, b in zip(seconds["load"], seconds[key]))
              for key in ("sha256sum", "b2sum")]
    print(f"{name:<14} {size / 1e6:>7.0f} {load:>8.3f} {size / 1e6 / load:>7.0f}"
          f" {peak / 1e3:>8.0f} {peak * 1024 / size:>6.2f} {ratios[0]:>11.2f} {ratios[1]:>8.2f}",
          flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tracedump")
    parser.add_argument("make_trace")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only")
    options = parser.parse_args()

    options.folder.mkdir(parents=True, exist_ok=True)
    print(f"{'input':<14} {'MB':>7} {'seconds':>8} {'MB/s':>7} {'peak MB':>8} {'× file':>6}"
          f" {'× sha256sum':>11} {'× b2sum':>8}")
    for name, arguments in INPUTS.items():
        if options.only not in (None, name):
            continue
        file = options.folder / f"{name}.trace"
        if not file.exists():
            subprocess.run([options.make_trace, *arguments, "-o", file], check=True)
        measure(name, file, options.tracedump, options.runs)


if __name__ == "__main__":
    main()

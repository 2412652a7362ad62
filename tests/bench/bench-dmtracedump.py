#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the time for the report of dmtracedump, and of the original if it is installed.

Usage: bench-dmtracedump.py TRACEDUMP MAKE_TRACE FOLDER [--runs N]

Results are seconds from exec to the end, the shortest of the runs. The text is written to a file, and is the same for
both programs.
"""

import argparse
import filecmp
import pathlib
import shutil
import subprocess
import time

RECORDS = (100_000, 200_000, 500_000, 1_000_000)
KINDS = (("300 methods", ["--methods", "300"]), ("4,000 methods, many callers each", ["--methods", "4000"]))
PATIENCE = 120  # timeout in s


def measure(command, output, runs):
    best = None
    for _ in range(runs):
        with open(output, "wb") as file:
            start = time.monotonic()
            try:
                subprocess.run(command, stdout=file, stderr=subprocess.DEVNULL, check=True, timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                return None
            seconds = time.monotonic() - start
        best = seconds if best is None else min(best, seconds)
        if seconds > 5:
            break
    return best


def tell(seconds):
    return f"{seconds:.3f}" if seconds is not None else "–"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tracedump")
    parser.add_argument("make_trace")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    original = shutil.which("dmtracedump")
    given.folder.mkdir(parents=True, exist_ok=True)
    ours, theirs = given.folder / "ours.txt", given.folder / "theirs.txt"

    print("| trace | records | text, MB | tracedump, s | records, s | dmtracedump, s | × | same text |")
    print("|---|---|---|---|---|---|---|---|")
    for kind, arguments in KINDS:
        for records in RECORDS:
            path = given.folder / "report.trace"
            subprocess.run([given.make_trace, "--fields", "6", "--records", str(records), *arguments, "-o", path],
                           check=True)
            own = measure([given.tracedump, path], ours, given.runs)
            listed = measure([given.tracedump, "-o", path], theirs, given.runs)
            other = measure([original, path], theirs, given.runs) if original else None
            factor = f"{other / own:.1f}" if other else "–"
            same = ("yes" if filecmp.cmp(ours, theirs, shallow=False) else "no") if other else "–"
            print(f"| {kind} | {records:,} | {ours.stat().st_size / 1e6:.1f} | {tell(own)} | {tell(listed)} "
                  f"| {tell(other)} | {factor} | {same} |", flush=True)
            path.unlink()
    for path in (ours, theirs):
        path.unlink()


if __name__ == "__main__":
    main()

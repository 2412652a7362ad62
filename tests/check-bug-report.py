#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the sections of bug reports with planted sections, and frames with an independent count.

check-bug-report.py TRACEDUMP MAKE_BUG_REPORT

The reports: small and large reports, with and without lines that look like ends and headings but are not, as text,
compressed, and in zip archives; and files of real devices, if TV_SAMPLES (default: ../shared/samples) contains them.
The output is TAP.
"""

import csv
import gzip
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from tap_checks import REAL

TRACEDUMP, MAKER = sys.argv[1:3]
CASES = [(lines, seed, odd, ending) for lines in (400, 3000) for seed in (1, 2, 3)
         for odd in (False, True) for ending in (".txt", ".zip", ".txt.gz")]
NO_TIME = (0, (1 << 63) - 1)
FRAMES = {"gfxinfo-a.txt": (24, 9, 4), "dumpsys-gfxinfo-q.txt": (3, 1, 1)}


def run(*arguments):
    return subprocess.run([TRACEDUMP, *map(str, arguments)], capture_output=True, text=True,
                          check=True).stdout


def table(name, *arguments):
    return list(csv.DictReader(io.StringIO(run("table", "--native", name, *arguments))))


def check_report(folder, lines, seed, odd, ending):
    plain = folder / ("report.zip" if ending == ".zip" else "report.txt")
    made = subprocess.run([sys.executable, MAKER, "--lines", str(lines), "--seed", str(seed),
                           *["--odd"] * odd, str(plain)], capture_output=True, text=True, check=True)
    truth = json.loads(made.stdout)
    path = plain
    if ending.endswith(".gz"):
        path = folder / "report.txt.gz"
        path.write_bytes(gzip.compress(plain.read_bytes()))
    rows = [row.split("\t") for row in run("members", path).splitlines()[1:]]
    found = {row[3]: int(row[1]) for row in rows}
    planted = {section["name"]: section["size"] for section in truth["sections"]}
    wrong = [f"{name}: {found.get(name)} bytes, planted {size}" for name, size in planted.items()
             if found.get(name) != size]
    wrong += [f"{name} was not planted" for name in found
              if name not in planted and not re.search(r"\.txt$|comm$", name)]
    for section in truth["sections"][:: max(len(truth["sections"]) // 5, 1)]:
        if section["n"] and not section["name"].endswith("LOG"):
            n = len(table("text_line", path, "--member", section["name"]))
            if n != section["n"]:
                wrong.append(f"{section['name']}: {n} lines, planted {section['n']}")
    for name in ("SYSTEM LOG", "EVENT LOG"):
        n = len(table("android_logs", path, "--member", name))
        planted_n = next(section["n"] for section in truth["sections"] if section["name"] == name)
        if n != planted_n:
            wrong.append(f"{name}: {n} log lines, planted {planted_n}")
    if ending == ".txt":
        n = len(table("text_line", path))
        if n != truth["n_lines"]:
            wrong.append(f"{n} lines in all, not {truth['n_lines']}")
    return wrong


def count_frames(path):
    """Returns the numbers of frames, of frames with flags, and of late frames; columns are found by name."""
    frames, names, inside = [], None, False
    for line in path.read_text("utf-8", "replace").splitlines():
        line = line.strip()
        if line == "---PROFILEDATA---":
            inside, names = not inside, None
        elif inside and names is None:
            names = line.rstrip(",").split(",")
        elif inside:
            frames.append(dict(zip(names, map(int, line.rstrip(",").split(",")))))
    late = []
    for frame in frames:
        total = frame["FrameCompleted"] - frame["IntendedVsync"]
        deadline = frame.get("FrameDeadline", 0)
        if deadline not in NO_TIME:
            late.append(frame["FrameCompleted"] > deadline)
        else:
            total -= max(frame["SyncStart"] - frame["SyncQueued"], 0)
            late.append(total > frame.get("FrameInterval", 16666666))
    flagged = sum(frame["Flags"] != 0 for frame in frames)
    over = sum(frame["Flags"] == 0 and frame["FrameCompleted"] - frame["IntendedVsync"] > 16666667
               for frame in frames)
    janky = sum(is_late and frame["Flags"] == 0 for frame, is_late in zip(frames, late))
    return len(frames), flagged, over, janky


def check_frames(path, known):
    n, flagged, over, janky = count_frames(path)
    names = [row["name"] for row in table("slice", path)]
    found = (names.count("Frame") + names.count("Janky frame"), names.count("Janky frame"))
    wrong = []
    if found != (n, janky):
        wrong.append(f"{found[0]} frames, {found[1]} janky; counted {n}, {janky}")
    if (n, flagged, over) != known:
        wrong.append(f"counted {n}, {flagged}, {over}; known {known}")
    return wrong


def main():
    jobs = [(f"{lines} lines, seed {seed}{', odd' * odd}, {ending}",
             lambda folder, case=(lines, seed, odd, ending): check_report(folder, *case))
            for lines, seed, odd, ending in CASES]
    for name, known in FRAMES.items():
        path = REAL / "device" / name
        if path.exists():
            jobs.append((name, lambda folder, path=path, known=known: check_frames(path, known)))
    if not (REAL / "device").exists():
        print("# no device files (TV_SAMPLES): frames not counted")
    n_wrong = 0
    for number, (name, job) in enumerate(jobs, 1):
        with tempfile.TemporaryDirectory() as folder:
            wrong = job(pathlib.Path(folder))
        n_wrong += bool(wrong)
        print(f"{'not ' if wrong else ''}ok {number} - {name}")
        for line in wrong[:8]:
            print(f"# {line}")
    print(f"1..{len(jobs)}")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())

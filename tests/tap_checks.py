# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared code of the checks against an independent count: samples, worker processes, TAP.

A check is a class whose methods return [(name, [error, …]), …]. A job is the name of one of the methods with its
arguments. Jobs run in separate processes, one for each CPU.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "data" / "samples"
REAL = pathlib.Path(os.environ.get("TV_SAMPLES", ROOT / ".." / "shared" / "samples"))
MAX_DIFFERENCES = 8


def without_mark(row):
    """Returns a CSV row without the apostrophes that prevent spreadsheets from evaluating a string as a formula."""
    for key, value in row.items():
        if isinstance(value, str) and value[:1] == "'":
            row[key] = re.sub(r"^'(?='*[=+\-@\t])", "", value)
    return row


def sample_commands():
    """Returns {file name: arguments of make-trace, without the file name}."""
    commands = {}
    for line in (SAMPLES / "README.md").read_text("utf-8").splitlines():
        for piece in line.split("`"):
            words = piece.split()
            if len(words) > 1 and words[0].endswith("/make-trace") and words[-2] == "-o":
                commands[os.path.basename(words[-1])] = words[1:-2]
    return commands


def list_samples(suffix):
    """Returns all samples that exist or that README.md lists."""
    told = {SAMPLES / name for name in sample_commands() if name.endswith(suffix)}
    return sorted(told.union(SAMPLES.glob(f"*{suffix}")))


def check_bytes(make_trace, path, folder):
    """Checks that the command in the README still creates the sample."""
    name = f"sample {path.name}, made again"
    command = sample_commands().get(path.name)
    if command is None:
        return [(name, ["README.md has no command for it"])]
    again = folder / path.name
    run = subprocess.run([make_trace, *command, "-o", str(again)], capture_output=True, text=True)
    if run.returncode != 0:
        return [(name, run.stderr.strip().splitlines())]
    same = again.read_bytes() == path.read_bytes()
    return [(name, [] if same else ["the bytes differ"])]


checker = None


def start_worker(checker_class, *arguments):
    global checker
    checker = checker_class(*arguments)


def run_job(job):
    method, *arguments = job
    try:
        return getattr(checker, method)(*arguments)
    except Exception as error:  # An exception in one case does not prevent the others.
        return [(" ".join(map(str, job)), [f"{type(error).__name__}: {error}"])]


def run(checker_class, programs, jobs, real_files):
    """Runs the jobs with checker_class (*programs, folder), and returns the exit status."""
    programs = [os.path.abspath(path) for path in programs]
    failed = False
    number = 0

    print("TAP version 13")
    for name in real_files:
        if not (REAL / name).exists():
            print(f"# {name} not found (TV_SAMPLES): skipped")
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ProcessPoolExecutor(
        initializer=start_worker, initargs=(checker_class, *programs, folder)
    ) as pool:
        for results in pool.map(run_job, jobs):
            for name, problems in results:
                number += 1
                failed |= bool(problems)
                print("not ok" if problems else "ok", number, "-", name.replace("#", ""))
                for line in problems[:MAX_DIFFERENCES]:
                    print("#  ", line)
                if len(problems) > MAX_DIFFERENCES:
                    print(f"#   and {len(problems) - MAX_DIFFERENCES} more")
    print(f"1..{number}")
    return 1 if failed else 0

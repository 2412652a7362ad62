#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a fuzz target from the corpus that is checked in.

Usage: run-fuzzer.py [--seconds N] [--jobs N] [--merge] TARGET…

The fuzzers are built with clang in build/fuzzing, whatever compiler the rest is built with. What is
new is kept in build/fuzzing/corpus/TARGET; an input that crashes a target becomes
build/fuzzing/crashes/TARGET/crash-…, and the run fails. With --merge, what the inputs found so far
add to the corpus is copied to tests/hostile/corpus, as small as it gets.

Exit code 77 (skipped) where there is no clang with libFuzzer.
"""

import argparse
import fcntl
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SKIPPED = 77
TARGETS = ["method-trace", "long-trace", "ftrace", "perfetto", "packets", "device-log", "samples", "container", "bundle",
           "names", "lines", "thread-dump", "fault", "bug-report", "replay"]
BUDGET = 150_000  # bytes of a target's inputs that are checked in; the small ones go first
COMPILERS = ["clang", "clang-14", "clang-16", "clang-19"]


def find_clang():
    """A clang that links libFuzzer, or None."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "target.c")
        source.write_text("int LLVMFuzzerTestOneInput (const unsigned char *data, unsigned long size)"
                          " { return 0; }\n")
        for name in COMPILERS:
            path = shutil.which(name)
            if path is not None and subprocess.run(
                    [path, "-fsanitize=fuzzer,address,undefined", source, "-o",
                     source.with_suffix("")],
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                    check=False).returncode == 0:
                return path
    return None


def build(source, folder, target):
    """Returns the fuzzer. Only one at a time configures and builds."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        output = folder / "log.txt"
        with open(output, "w", encoding="utf-8") as log:
            commands = []
            if not (folder / "build.ninja").exists():
                commands.append(["meson", "setup", folder, source, "-Dfuzzing=enabled",
                                 "-Dgui=disabled", "-Dsanitize=disabled", "-Db_lundef=false",
                                 "--buildtype=plain"])
            commands.append(["ninja", "-C", folder, f"tests/hostile/fuzz-{target}"])
            for command in commands:
                environment = dict(os.environ, CC=find_clang())
                if subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, env=environment,
                                  check=False).returncode != 0:
                    sys.exit(f"{' '.join(map(str, command))} failed:\n{output.read_text()}")
    return folder / "tests" / "hostile" / f"fuzz-{target}"


def run(fuzzer, target, folder, options):
    kept = HERE / "corpus" / target
    found = folder / "corpus" / target
    crashes = folder / "crashes" / target
    for path in (kept, found, crashes):
        path.mkdir(parents=True, exist_ok=True)
    words = HERE / "dictionaries" / f"{target}.dict"
    arguments = [f"-max_total_time={options.seconds}", "-timeout=10", "-rss_limit_mb=2048",
                 f"-artifact_prefix={crashes}/", "-print_final_stats=1"]
    if words.exists():
        arguments.append(f"-dict={words}")
    if options.jobs > 1:
        arguments += [f"-fork={options.jobs}"]
    environment = dict(os.environ, G_DEBUG="fatal-warnings", G_SLICE="always-malloc",
                       LC_ALL="C.UTF-8")
    return subprocess.run([fuzzer, *arguments, found, kept], env=environment, cwd=folder,
                          check=False).returncode


def merge(fuzzer, target, folder):
    """Inputs that together reach what any of them reaches go to tests/hostile, up to BUDGET."""
    kept = HERE / "corpus" / target
    with tempfile.TemporaryDirectory(dir=folder) as merged:
        subprocess.run([fuzzer, "-merge=1", "-use_counters=0", merged, kept, folder / "corpus" / target], check=True,
                       cwd=folder)
        for path in kept.iterdir():
            if not path.name.startswith("crash-"):
                path.unlink()
        left = BUDGET
        for path in sorted(pathlib.Path(merged).iterdir(), key=lambda path: path.stat().st_size):
            left -= path.stat().st_size
            if left > 0:
                shutil.copy(path, kept / path.name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--merge", action="store_true")
    parser.add_argument("--source", type=pathlib.Path, default=ROOT)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "fuzzing")
    parser.add_argument("targets", nargs="*", default=TARGETS)
    options = parser.parse_args()

    if find_clang() is None:
        print("there is no clang with libFuzzer")
        sys.exit(SKIPPED)
    status = 0
    for target in options.targets or TARGETS:
        fuzzer = build(options.source, options.build, target)
        if options.merge:
            merge(fuzzer, target, options.build)
        else:
            status = run(fuzzer, target, options.build, options) or status
    sys.exit(1 if status else 0)


if __name__ == "__main__":
    main()

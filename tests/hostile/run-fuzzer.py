#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a fuzz target, starting from the corpus in the repository.

Usage: run-fuzzer.py [--seconds N] [--jobs N] [--merge] TARGET…
       run-fuzzer.py --fast [--seconds N] [--merge] [READER…]

The fuzzers are built with clang in build/fuzzing, regardless of the compiler of the programs. New
inputs are stored in build/fuzzing/corpus/TARGET. An input that crashes a target is stored as
build/fuzzing/crashes/TARGET/crash-…, and the run fails. With --merge, found inputs that add coverage are
copied to tests/hostile/corpus.

With --fast, the target is a single reader, which parses inputs of up to 4 KB and builds the trace on
one thread, without checking invariants and tables. It starts with the seeds of the target that covers the reader.
The corpus of the fast target itself has the prefix “fast-”. The rate of executions is printed.

The exit code is 77 (skipped) if there is no clang with libFuzzer.
"""

import argparse
import fcntl
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SKIPPED = 77
TARGETS = ["method-trace", "long-trace", "ftrace", "perfetto", "packets", "device-log", "samples", "container", "bundle",
           "names", "lines", "cut", "thread-dump", "fault", "bug-report", "replay"]
BUDGET = 150_000  # maximum total size of a target's inputs in the repository; small inputs are preferred
FAST_BUDGET = 10_000
FAST_BYTES = 4096
FAST = "fast-"
READERS = {
    "method-trace": "method-trace", "long-method-trace": "long-trace", "long-method-dump": "long-trace",
    "bug-report": "bug-report", "frame-stats": "bug-report", "dumpsys": "bug-report",
    "perf-script": "samples", "perf-data": "samples", "htrace": "samples", "simpleperf-report": "samples",
    "hiperf-report": "samples", "simpleperf-text": "samples", "speedscope": "samples", "folded": "samples",
    "pprof": "samples", "ftrace": "ftrace", "tombstone": "fault", "tombstone-proto": "fault", "cppcrash": "fault",
    "jscrash": "fault", "rustpanic": "fault", "freeze": "fault", "java-report": "fault", "sanitizer": "fault",
    "perfetto": "perfetto",
    "thread-dump": "thread-dump", "logcat": "device-log", "hilog": "device-log", "kernel-log": "device-log", "any": "input",
}  # name of the reader: corpus with its seeds
COMPILERS = ["clang", "clang-14", "clang-16", "clang-19"]


def find_clang():
    """Returns a clang that can link libFuzzer, or None."""
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
    """Builds and returns the fuzzer. A lock ensures that only one process at a time configures and builds."""
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


def environment_of(is_fast):
    """Returns the environment. A small quarantine and no allocation stacks halve the run time of a fast target."""
    options = {"ASAN_OPTIONS": "quarantine_size_mb=8:malloc_context_size=0"} if is_fast else {}
    return dict(os.environ, G_DEBUG="fatal-warnings", G_SLICE="always-malloc", LC_ALL="C.UTF-8", **options)


def get_corpora(reader):
    """Returns the existing folders with seeds for a reader: its own, and the folder of the target that covers it."""
    return [path for path in (HERE / "corpus" / f"{FAST}{reader}", HERE / "corpus" / READERS[reader]) if path.is_dir()]


def get_fast_arguments(reader):
    return [f"--reader={reader}", f"-max_len={FAST_BYTES}", "-entropic=0", "-reload=0",
            "-use_counters=0"]


def run_fast(fuzzer, reader, folder, options):
    """Fuzzes one reader, prints the rate, and returns the exit code."""
    found = folder / "corpus" / f"{FAST}{reader}"
    crashes = folder / "crashes" / f"{FAST}{reader}"
    for path in (found, crashes):
        path.mkdir(parents=True, exist_ok=True)
    words = HERE / "dictionaries" / f"{READERS[reader]}.dict"
    arguments = get_fast_arguments(reader) + [f"-max_total_time={options.seconds}", "-timeout=10",
                                              "-rss_limit_mb=2048", f"-artifact_prefix={crashes}/",
                                              "-print_final_stats=1"]
    if words.exists():
        arguments.append(f"-dict={words}")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run([fuzzer, *arguments, found, *get_corpora(reader)], env=environment_of(True), cwd=folder,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
                            check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode != 0:
        print(result.stdout[-4000:])
    n = re.search(r"number_of_executed_units: *(\d+)", result.stdout)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if n is not None:
        print(f"{reader:18}{int(n[1]) / seconds:8.0f} executions per second of a processor", flush=True)
    return result.returncode


def replay_fast(fuzzer):
    """Replays the corpora of every reader once; returns the exit code."""
    status = 0
    for reader in READERS:
        status = subprocess.run([fuzzer, f"--reader={reader}", "-runs=0", *get_corpora(reader)],
                                env=environment_of(False), check=False).returncode or status
    return status


def run(fuzzer, target, folder, options):
    corpus_folder = HERE / "corpus" / target
    found = folder / "corpus" / target
    crashes = folder / "crashes" / target
    for path in (corpus_folder, found, crashes):
        path.mkdir(parents=True, exist_ok=True)
    words = HERE / "dictionaries" / f"{target}.dict"
    arguments = [f"-max_total_time={options.seconds}", "-timeout=10", "-rss_limit_mb=2048",
                 f"-artifact_prefix={crashes}/", "-print_final_stats=1"]
    if words.exists():
        arguments.append(f"-dict={words}")
    if options.jobs > 1:
        arguments += [f"-fork={options.jobs}"]
    return subprocess.run([fuzzer, *arguments, found, corpus_folder], env=environment_of(False), cwd=folder,
                          check=False).returncode


def copy_smallest(merged, corpus_folder, budget):
    left = budget
    for path in sorted(pathlib.Path(merged).iterdir(), key=lambda path: path.stat().st_size):
        left -= path.stat().st_size
        if left > 0:
            corpus_folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, corpus_folder / path.name)


def merge(fuzzer, target, folder):
    """Copies inputs that together cover as much as all inputs to tests/hostile, up to BUDGET."""
    corpus_folder = HERE / "corpus" / target
    with tempfile.TemporaryDirectory(dir=folder) as merged:
        subprocess.run([fuzzer, "-merge=1", "-use_counters=0", merged, corpus_folder, folder / "corpus" / target], check=True,
                       cwd=folder)
        for path in corpus_folder.iterdir():
            if not path.name.startswith("crash-"):
                path.unlink()
        copy_smallest(merged, corpus_folder, BUDGET)


def merge_fast(fuzzer, reader, folder):
    """Copies inputs that cover more than the seeds of the other target to tests/hostile, up to FAST_BUDGET."""
    corpus_folder = HERE / "corpus" / f"{FAST}{reader}"
    with tempfile.TemporaryDirectory(dir=folder) as merged:
        seeds = HERE / "corpus" / READERS[reader]
        names = []
        for path in seeds.iterdir():
            names.append(f"seed-{path.name}")
            shutil.copy(path, pathlib.Path(merged, names[-1]))
        subprocess.run([fuzzer, *get_fast_arguments(reader), "-merge=1", merged,
                        *[path for path in (corpus_folder,) if path.is_dir()], folder / "corpus" / f"{FAST}{reader}"],
                       check=True, cwd=folder, env=environment_of(True))
        for name in names:
            pathlib.Path(merged, name).unlink()
        for path in [path for path in corpus_folder.glob("*") if not path.name.startswith("crash-")]:
            path.unlink()
        copy_smallest(merged, corpus_folder, FAST_BUDGET)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--merge", action="store_true")
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--source", type=pathlib.Path, default=ROOT)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "fuzzing")
    parser.add_argument("--replay", metavar="FUZZER", help="run the corpora of all readers once, with a fast target")
    parser.add_argument("targets", nargs="*")
    options = parser.parse_args()
    if options.replay is not None:
        sys.exit(1 if replay_fast(options.replay) else 0)

    if find_clang() is None:
        print("there is no clang with libFuzzer")
        sys.exit(SKIPPED)
    status = 0
    if options.fast:
        fuzzer = build(options.source, options.build, "reader")
        for reader in options.targets or READERS:
            if options.merge:
                merge_fast(fuzzer, reader, options.build)
            else:
                status = run_fast(fuzzer, reader, options.build, options) or status
        sys.exit(1 if status else 0)
    for target in options.targets or TARGETS:
        fuzzer = build(options.source, options.build, target)
        if options.merge:
            merge(fuzzer, target, options.build)
        else:
            status = run(fuzzer, target, options.build, options) or status
    sys.exit(1 if status else 0)


if __name__ == "__main__":
    main()

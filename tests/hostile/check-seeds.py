#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that each format has a fast fuzz target, and a seed of at most 4 KB that the target reads.

Usage: check-seeds.py TRACEDUMP
"""

import importlib.util
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


DUMPS = "Thread dumps (ANR traces, jstack)"  # dumps that contain a trace of long-running methods
ANY = {"long-method-dump": (DUMPS,), "any": ("Android logs (logcat: text, binary, Android Studio)",)}


def load_fuzzer():
    spec = importlib.util.spec_from_file_location("run_fuzzer", HERE / "run-fuzzer.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(*arguments):
    return subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8",
                          errors="replace", check=False).stdout


def get_title(tracedump, path):
    for line in run(tracedump, "info", path).splitlines():
        if line.startswith("Format:"):
            return line.split(":", 1)[1].strip()
    return None


def main():
    tracedump = sys.argv[1]
    fuzzer = load_fuzzer()
    titles = {}
    for line in run(tracedump, "formats").splitlines():
        words = line.split("  ")
        titles[line.split()[0]] = words[-1].strip()
    results = []
    for name in titles:
        results.append((name in fuzzer.READERS, f"{name} has a fast target"))
    for reader in fuzzer.READERS:
        seeds = [path for folder in fuzzer.get_corpora(reader) for path in folder.iterdir()
                 if path.stat().st_size <= fuzzer.FAST_BYTES and not path.name.startswith("crash-")]
        is_read = any(get_title(tracedump, path) in (titles.get(reader), *ANY.get(reader, ())) for path in seeds)
        results.append((is_read, f"{reader} reads a seed"))
    print(f"1..{len(results)}")
    for number, (is_good, name) in enumerate(results, 1):
        print(f"{'ok' if is_good else 'not ok'} {number} - {name}")
    sys.exit(0 if all(is_good for is_good, _ in results) else 1)


if __name__ == "__main__":
    main()

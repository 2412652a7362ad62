#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks tracedump with inputs that are not regular files, and with outputs that fail.

Usage: check-input.py TRACEDUMP MAKE_TRACE      TAP on standard output
"""

import os
import re
import pathlib
import resource
import subprocess
import sys
import tempfile

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "G_DEBUG": "fatal-warnings"}


class Checks:
    def __init__(self, tracedump, make_trace, folder):
        self.tracedump, self.folder = tracedump, folder
        self.log, self.calls = folder / "log.ftrace", folder / "calls.trace"
        subprocess.run([make_trace, "--form", "ftrace", "--bytes", "400000", "-o", self.log],
                       check=True)
        subprocess.run([make_trace, "--records", "20000", "-o", self.calls], check=True)
        self.number = 0
        self.failed = False

    def check(self, name, is_good, details=""):
        self.number += 1
        self.failed |= not is_good
        print("ok" if is_good else "not ok", self.number, "-", name)
        if not is_good:
            print("\n".join("#   " + line for line in str(details).splitlines()[:12]))

    def run(self, *arguments, **options):
        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", subprocess.PIPE)
        return subprocess.run([self.tracedump, *map(str, arguments)], stderr=subprocess.PIPE,
                              env=ENVIRONMENT, timeout=60, check=False, **options)

    def check_error(self, name, run, *words):
        text = run.stderr.decode()
        lines = [line for line in text.splitlines() if not re.match(r"tracedump: (note|warning|error): ", line)]
        self.check(name, run.returncode == 1 and len(lines) == 1
                   and all(word in lines[0] for word in words), f"{run.returncode}: {text}")

    def standard_input(self):
        for file in (self.log, self.calls):
            expected = self.run("table", "slice", file).stdout
            with open(file, "rb") as opened:
                run = self.run("table", "slice", "-", stdin=opened)
            self.check(f"{file.name} as standard input", run.stdout == expected, run.stderr)
            for name in ("-", "/dev/stdin"):
                with subprocess.Popen(["cat", file], stdout=subprocess.PIPE) as cat:
                    run = self.run("table", "slice", name, stdin=cat.stdout)
                self.check(f"{file.name} through a pipe as {name}", run.stdout == expected,
                           run.stderr)
            shell = subprocess.run(
                ["bash", "-c", '"$1" table slice <(cat "$2")', "bash", self.tracedump, file],
                capture_output=True, env=ENVIRONMENT, check=False)
            self.check(f"{file.name} by process substitution", shell.stdout == expected,
                       shell.stderr)
        self.check_error("nothing as standard input", self.run("profile", "-"), "standard input",
                         "empty")

    def no_files(self):
        empty, secret = self.folder / "empty.trace", self.folder / "secret.trace"
        empty.touch()
        secret.write_bytes(self.log.read_bytes())
        secret.chmod(0)
        self.check_error("a folder", self.run("profile", self.folder), str(self.folder), "folder")
        self.check_error("an empty file", self.run("profile", empty), "empty.trace", "empty")
        self.check_error("no file", self.run("profile", self.folder / "none"), "none")
        if os.geteuid() != 0:
            self.check_error("a file one may not read", self.run("profile", secret), "secret.trace")
        self.check_error("a device", self.run("profile", "/dev/null"), "/dev/null")

    def full_disks(self):
        for arguments in (("table", "slice", self.log), ("profile", self.calls), ("tables",)):
            with open("/dev/full", "wb") as full:
                run = self.run(*arguments, stdout=full)
            self.check_error(f"{arguments[0]} to a full disk", run, "could not write to standard output")
        limit = (100000, resource.getrlimit(resource.RLIMIT_FSIZE)[1])
        with open(self.folder / "out.csv", "wb") as out:
            run = self.run(
                "table", "ftrace_event", self.log, stdout=out,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit))
        self.check("a table that is larger than a file may be", run.returncode != 0, run.stderr)


def main():
    print("TAP version 13")
    with tempfile.TemporaryDirectory() as folder:
        checks = Checks(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]),
                        pathlib.Path(folder))
        checks.standard_input()
        checks.no_files()
        checks.full_disks()
    print(f"1..{checks.number}")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())

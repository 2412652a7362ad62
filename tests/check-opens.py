#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that a command opens each file once, and probes the formats once for each file and each member.

Usage: check-opens.py TRACEDUMP MAKE_TRACE SAMPLES_DIR      TAP on standard output

Reads the debug messages about files; strace also counts the system calls, if it is available.
"""

import collections
import gzip
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

from tracedump_checks import ENVIRONMENT, SAMPLES, Skip, TRACEDUMP, expect, expect_equal, main, make_log

MESSAGE = re.compile(r"^\(.*\): traceview-formats-DEBUG: [0-9:.]+: (.*): (opened|probed)$", re.M)
MEMBERS = "shop-start.trace", "small.ftrace"
REPORT = """\
========================================================
== dumpstate: 2025-06-01 10:00:00
========================================================

Build: TEST
------ SYSTEM LOG (logcat -v threadtime) ------
06-01 09:59:59.000  1000   100   101 I first   : a line
06-01 09:59:59.500  1000   100   101 I second  : a line
------ UPTIME (uptime -p) ------
up 0 weeks, 0 days, 1 hours
"""


def make_files(folder):
    """Returns {file: members}: one file of each kind that a command can open."""
    traces = [SAMPLES / "shop-start.trace", make_log(folder)]
    paths = {name: folder / name for name in ("one.zip", "two.zip", "two.tar.gz", "nested.zip")}
    for name in "one.zip", "two.zip":
        with zipfile.ZipFile(paths[name], "w", zipfile.ZIP_DEFLATED) as archive:
            for trace in traces[:1 if name == "one.zip" else 2]:
                archive.write(trace, trace.name)
    with tarfile.open(paths["two.tar.gz"], "w:gz") as archive:
        for trace in traces:
            archive.add(trace, trace.name)
    with zipfile.ZipFile(paths["nested.zip"], "w") as archive:
        archive.write(paths["two.zip"], "two.zip")
        archive.writestr("note.txt", "a note\n" * 20)
    report = folder / "report.txt"
    report.write_text(REPORT, "utf-8")
    packed = folder / "report.txt.gz"
    packed.write_bytes(gzip.compress(REPORT.encode()))
    return {
        traces[0]: (), traces[1]: (), report: ("SYSTEM LOG",), packed: ("SYSTEM LOG",),
        paths["one.zip"]: MEMBERS[:1], paths["two.zip"]: MEMBERS, paths["two.tar.gz"]: MEMBERS,
        paths["nested.zip"]: [f"two.zip/{name}" for name in MEMBERS],
    }


def list_commands(members):
    """Returns the commands that open a file with these members."""
    commands = [["info"], ["check"], ["incident"], ["table", "bundle_member"], ["table", "slice"]]
    if members:
        commands += [["members"], ["members", "--findings"], ["members", "--find", "word"],
                     ["info", "--member", members[0]]]
    if len(members) > 1:
        commands.append(["info", "--member", members[0], "--with", members[1]])
    return commands


def count_messages(command, path):
    """Returns {(name, "opened" or "probed"): number of messages}."""
    process = subprocess.run([TRACEDUMP, *command, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             env={**ENVIRONMENT, "G_MESSAGES_DEBUG": "traceview-formats"}, check=False, timeout=120)
    return collections.Counter(MESSAGE.findall(process.stdout.decode("utf-8", "replace")))


def check_messages(folder):
    for path, members in make_files(folder).items():
        for command in list_commands(members):
            found = count_messages(command, path)
            case = " ".join([*command, path.name])
            expect_equal({name: n for (name, what), n in found.items() if what == "opened"}, {str(path): 1}, case)
            # The start of a compressed report is probed before the report is decompressed.
            found.pop(("(bytes)", "probed"), None)
            expect(any(what == "probed" for _, what in found), case, "no format was probed")
            expect(max(found.values()) == 1, case, found)


def check_folder(folder):
    """A folder is listed without keeping its files open: each is opened again to be read, but not probed again."""
    inner = folder / "inner"
    inner.mkdir()
    make_log(inner, "a.ftrace")
    make_log(inner, "b.ftrace")
    found = count_messages(["check"], inner)
    for name in "a.ftrace", "b.ftrace":
        expect_equal(found[str(inner / name), "opened"], 2, name)
        expect_equal(found[name, "probed"] + found[str(inner / name), "probed"], 1, name)
    expect_equal(sum(found.values()), 6, found)


def check_system_calls(folder):
    strace = shutil.which("strace")
    log = folder / "calls"
    trace = [strace, "-f", "-qq", "-e", "trace=open,openat", "-o", log]
    if strace is None or subprocess.run([*trace, "true"], capture_output=True, check=False).returncode != 0:
        raise Skip("strace is not available")
    for path, members in make_files(folder).items():
        for command in list_commands(members):
            subprocess.run([*trace, TRACEDUMP, *command, path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           env=ENVIRONMENT, check=False, timeout=120)
            calls = [line for line in log.read_text("utf-8", "replace").splitlines() if f'"{path}"' in line]
            expect_equal(len(calls), 1, *command, path.name, *calls)


if __name__ == "__main__":
    sys.exit(main(globals()))

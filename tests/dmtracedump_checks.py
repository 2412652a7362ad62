# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared code of the checks of tracedump as a replacement for dmtracedump: runs both, writes traces, reads reports.

The original is the program of Debian's package dmtracedump, even if a link of that name to tracedump is installed.
"""

import os
import pathlib
import re
import shutil
import struct
import subprocess

from tracedump_checks import ENVIRONMENT, TRACEDUMP, Skip, expect_equal, run

METHODS = [(0, "a.B", "f", "()V"), (4, "a.B", "g", "()V"), (8, "a.C", "h", "()V")]
THREADS = [(1, "main"), (2, "other")]


def find_original():
    """Returns the path of Android's dmtracedump, which may not be the first program of that name in PATH."""
    for folder in os.environ["PATH"].split(os.pathsep):
        path = shutil.which("dmtracedump", path=folder)
        if path and pathlib.Path(path).resolve().name != TRACEDUMP.name:
            return path
    raise Skip("the original dmtracedump is not installed")


class Told:
    def __init__(self, process):
        self.code = process.returncode
        self.out = process.stdout
        self.err = process.stderr

    @property
    def text(self):
        return self.out.decode("utf-8")


# To find out whether a method is already in the graph, the original reads memory that it never initialized. With this
# value, malloc() returns zeros. With other values, such as those that Meson sets for each test, nodes are lost.
ZEROED = ENVIRONMENT | {"MALLOC_PERTURB_": "255"}


def original(*arguments):
    return Told(subprocess.run([find_original(), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=ZEROED, check=False, timeout=120))


def write_trace(path, records, methods=METHODS, threads=THREADS, version=1, clock="wall"):
    """Writes a trace; records are (thread, method, action, time…), with times in µs."""
    size = {1: 9, 2: 10, 3: 14 if clock == "dual" else 10}[version]
    header_size = 32 if version == 3 else 16
    keys = f"*version\n{version}\nclock={clock}\n*threads\n"
    keys += "".join(f"{tid}\t{name}\n" for tid, name in threads)
    keys += "*methods\n" + "".join(f"0x{row[0]:x}\t" + "\t".join(row[1:]) + "\n" for row in methods)
    header = b"SLOW" + struct.pack("<HHQ", version, header_size, 1000)
    if version == 3:
        header += struct.pack("<H", size)
    body = b""
    for tid, method, action, *times in records:
        body += struct.pack("<B" if version == 1 else "<H", tid) + struct.pack("<I", method | action)
        body += b"".join(struct.pack("<I", time) for time in times)
    path.write_bytes((keys + "*end\n").encode() + header.ljust(header_size, b"\0") + body)
    return path


def ours(*arguments):
    answer = run("dmtracedump", *arguments)
    expect_equal(answer.code, 0, answer.err)
    return answer


def exclusive(text):
    """Returns {name: µs} of a report, with the total under None."""
    times = {None: int(re.search(r"Total cycles: (\d+)", text)[1])}
    for line in text.split("\n\n=====")[0].splitlines():
        match = re.match(r" *(\d+) +\S+ +\S+  \[\d+\] (.*)", line)
        if match:
            times[match[2]] = int(match[1])
    return times


def inclusive(text):
    """Returns {name: (calls, µs)} of a report."""
    return {match[3]: (match[1], int(match[2])) for match in
            re.finditer(r"^\[\d+\] +\S+%? +(\d+\+\d+) +(\d+) (.*)$", text.split("\nindex ")[1], re.M)}


def expect_same(found, expected, what):
    if found == expected:
        return
    lines = zip(found.decode().splitlines(), expected.decode().splitlines())
    first = next(((a, b) for a, b in lines if a != b), ("", "one of them is longer"))
    raise AssertionError(f"{what}: ours {first[0]!r}, the original's {first[1]!r}")


def make_runs(folder):
    before = write_trace(folder / "before.trace", [(1, 0, 0, 0), (1, 4, 0, 10), (1, 4, 1, 50), (1, 0, 1, 100),
                                                   (1, 8, 0, 100), (1, 8, 1, 107)])
    after = write_trace(folder / "after.trace", [(1, 0, 0, 0), (1, 4, 0, 10), (1, 4, 1, 20), (1, 0, 1, 150),
                                                 (1, 12, 0, 150), (1, 12, 1, 153)],
                        methods=[*METHODS, (12, "a.<N>", "new", "(I)V")])
    return before, after

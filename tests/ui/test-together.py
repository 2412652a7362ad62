#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests several files on one timeline.

Usage: test-together.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import os
import pathlib
import struct
import sys
import zipfile

from harness import Program, expect, main, read_csv, run, wait_for

HOME = pathlib.Path(os.environ.get("HOME", "."))


def make_log(clock):
    mark = " app-7 (    7) [000] .... 100.0000{}: tracing_mark_write: {}\n"
    return f"# tracer: nop\n# clock: {clock}\n" + mark.format("10", "B|7|mark") + mark.format("60", "E|7")


def make_calls(start_us=100000020):
    """Returns a method trace that starts at a time of the monotonic clock, with a call of 30 µs."""
    key = "*version\n3\nclock=wall\npid=7\n*threads\n7\tmain\n*methods\n0x4\ta.B\trun\t()V\tB.java\n*end\n"
    header = b"SLOW" + struct.pack("<HHQH", 3, 18, start_us, 10)
    return key.encode() + header + struct.pack("<HII", 7, 4, 0) + struct.pack("<HII", 7, 5, 30)


def put(field, value):
    """Returns a field of a message: a number, or bytes."""

    def varint(number):
        out = bytearray()
        while number > 127:
            out.append(number & 127 | 128)
            number >>= 7
        return bytes(out + bytes([number]))

    if isinstance(value, int):
        return varint(field << 3) + varint(value)
    return varint(field << 3 | 2) + varint(len(value)) + value


def make_perfetto(name):
    """Returns a Perfetto trace with a slice from the kernel, on the boot clock."""
    said = ((100_000_020_500, f"B|7|{name}"), (100_000_050_500, "E|7"))
    events = (put(2, put(1, ts) + put(2, 7) + put(3, put(2, text.encode()))) for ts, text in said)
    return put(1, put(10, 1) + put(1, put(1, 0) + b"".join(events)))


def get_title(program):
    return run("xdotool", "getwindowname", program.window).strip()


def press_until(program, key, is_done):
    """Repeats a key, because its action may be disabled until files have been examined."""

    def press():
        if not is_done():
            program.key(key)
        return is_done()

    wait_for(f"a reaction to {key}", press)


def expect_both(program):
    """Checks that the slice of the log and the call of the method trace are in one trace."""
    path = HOME / "shown.csv"
    program.wait_state("panel-page", program.state("panel-page"))
    program.export(path)
    words = path.read_text()
    assert "mark" in words and "run" in words, words
    path.unlink()


def make_bundle():
    path = HOME / "report.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("calls.trace", make_calls())
        archive.writestr("log.ftrace", make_log("mono"))
        archive.writestr("other.ftrace", make_log("boot"))
        archive.writestr("readme.txt", "nothing to see here\n")
    return path


def test_bundle():
    """Files of a bundle can be selected, and files with synchronized clocks open on one timeline."""
    path = make_bundle()
    with Program(path) as program:
        program.wait_state("page", "bundle")
        # Files that can be opened come first: the method trace, then both logs.
        program.key("space", "Down", "space", "Down", "space")
        press_until(program, "ctrl+Return", lambda: program.state("page") != "bundle")
        program.wait_ready()
        wait_for("both files in the title", lambda: get_title(program).startswith("calls.trace and 1 more"))
        expect_both(program)
        # The files are not opened twice, and can be deselected.
        program.key("ctrl+w")
        program.wait_state("page", "bundle")
        program.key("Return")
        program.wait_ready()
        assert get_title(program).startswith("other.ftrace"), get_title(program)


def test_recording():
    """A Perfetto trace in a zip archive and a kernel log are selected, and open on one timeline."""
    path = HOME / "report.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("recorded.pftrace", make_perfetto("run"))
        archive.writestr("log.ftrace", make_log("boot"))
    with Program(path) as program:
        program.wait_state("page", "bundle")
        program.key("space", "Down", "space")
        press_until(program, "ctrl+Return", lambda: program.state("page") != "bundle")
        program.wait_ready()
        expect_both(program)


def test_narrow():
    """In a narrow window, files are selected and opened on one timeline with the keyboard only."""
    path = make_bundle()
    with Program(path, width=700, height=500) as program:
        program.wait_state("page", "bundle")
        program.key("space", "Down", "space")
        press_until(program, "ctrl+Return", lambda: program.state("page") != "bundle")
        program.wait_ready()
        expect_both(program)


def test_files():
    """Several files open in tabs, then on one timeline; a file without a synchronized clock shows the reason."""
    calls, log, other = HOME / "calls.trace", HOME / "log.ftrace", HOME / "other.ftrace"
    calls.write_bytes(make_calls())
    log.write_text(make_log("mono"))
    other.write_text(make_log("boot"))
    with Program(calls, log) as program:
        program.wait_ready()
        assert program.offers("open-with")
        sources = ", ".join(f"('{file.as_uri()}', '')" for file in (calls, log))
        program.activate("open-together", f"[<[{sources}]>]")
        wait_for("both files in the title", lambda: get_title(program).startswith("calls.trace and 1 more"))
        program.wait_ready()
        expect_both(program)

        sources = ", ".join(f"('{file.as_uri()}', '')" for file in (calls, other))
        program.activate("open-together", f"[<[{sources}]>]")
        program.wait_state("page", "failed")


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))

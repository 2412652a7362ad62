#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drive the real program with a log of programs and the system.

Usage: test-device-log.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import os
import sys

from harness import Program, dump, expect, main, read_csv, wait_for

NO_TIME = -(2**63)
N_LINES = 200_000
FIRST_ROWS = (400, 340)
TAGS = ("ActivityManager", "OkHttp", "art", "shop")


def write_log():
    """A log of which each line tells what it is."""
    path = HOME / "logcat.txt"
    with open(path, "w", encoding="utf-8") as file:
        for number in range(N_LINES):
            second = number // 100
            file.write(
                f"2025-11-03 {10 + second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}."
                f"{number % 100 * 10:03} {500 + number % 3:5} {700 + number % 7:5} "
                f"{'VDIWEF'[number % 6]} {TAGS[number % 4]:8}: message {number}\n"
            )
    return path


def export_table(program):
    path = HOME / "android_logs.csv"
    path.unlink(missing_ok=True)
    program.activate("export-table-to", f"[<('android_logs', '{path}')>]")
    wait_for("the exported file", lambda: os.path.exists(path) and path.read_bytes())
    return read_csv(path.read_text(encoding="utf-8"))


def test_filter():
    """A log alone fills the window; it is filtered by text, and a click moves the cursor."""
    log = write_log()
    rows = dump("android_logs", log)
    expect(len(rows), N_LINES)
    with Program(log) as program:
        program.wait_ready()
        program.wait_state("panel-page", "log")
        program.wait_state("log-lines-shown", N_LINES)

        program.key("ctrl+f")
        program.type("message 1999")
        wanted = [row for row in rows if "message 1999" in row["msg"]]
        program.wait_state("log-lines-shown", len(wanted))
        expect(export_table(program), wanted)

        program.click(*FIRST_ROWS)
        wait_for("the cursor", lambda: program.state("cursor-time") not in (NO_TIME, None))
        assert program.state("cursor-time") in [int(row["ts"]) for row in wanted[:6]]

        # Of what nothing is left, that is said; and Esc takes the filter back.
        program.key("ctrl+f", "ctrl+a")
        program.type("no such message")
        program.wait_state("log-lines-shown", 0)
        program.key("Escape", "Escape")
        program.wait_state("log-lines-shown", N_LINES)


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))

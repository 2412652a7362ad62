#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drive the real program with crashes and a freeze.

Usage: test-crash.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import os
import sys

from harness import Program, dump, expect, main, read_csv, run, wait_for

ROW_Y = 800  # of a row of the queue


def make_fault(form, name, seed=4):
    run(MAKE_TRACE, "--form", "fault", "--line", form, "--threads", "6", "--seed", str(seed), "-o", HOME / name)
    return HOME / name


def export_table(program, table):
    path = HOME / f"{table}.csv"
    path.unlink(missing_ok=True)
    program.activate("export-table-to", f"[<('{table}', '{path}')>]")
    wait_for("the exported file", lambda: os.path.exists(path) and path.read_bytes())
    return read_csv(path.read_text(encoding="utf-8"))


def check_crash(path):
    """Threads first; registers, memory and files in views of their own, with the rows of their tables."""
    with Program(path) as program:
        program.wait_ready()
        program.wait_state("panel-page", "dump")
        for view, table in (("registers", "register"), ("memory-map", "memory_map"),
                            ("memory-words", "memory_word"), ("open-files", "open_file")):
            program.go_to(view)
            expect(export_table(program, table), dump(table, path))


def test_text():
    """A tombstone as text."""
    check_crash(make_fault("tombstone", "tombstone_00"))


def test_proto():
    """The same as Protocol Buffers."""
    check_crash(make_fault("tombstone-proto", "tombstone_00.pb"))


def test_fault_log():
    """A crash of OpenHarmony."""
    check_crash(make_fault("cppcrash", "cppcrash-2000"))


def test_freeze():
    """A freeze leads with its answer too, above the timeline; a row of its queue moves the cursor."""
    path = make_fault("freeze", "appfreeze-2000.log", seed=1)
    rows = dump("event_queue", path)
    with Program(path) as program:
        program.wait_ready()
        program.wait_state("panel-page", "dump")
        program.go_to("event-queue")
        expect(export_table(program, "event_queue"), rows)
        times = [int(row["began"] or row["due"]) for row in rows]
        program.click(300, ROW_Y)
        wait_for("the cursor", lambda: program.state("cursor-time") in times)


def test_bare():
    """A freeze without stacks says so, and shows what there is."""
    path = HOME / "sysfreeze-bare.log"
    path.write_text("Build info:x\nPid:7\nReason:SERVICE_TIMEOUT\nsysfreeze: a SERVICE_TIMEOUT at 1970\n"
                    f"{'*' * 40}\nstart time: 1970/03/24-23:53:01:000\nMSG = failed\n", "utf-8")
    with Program(path) as program:
        program.wait_ready()
        program.wait_state("panel-page", "facts")
        expect([row["value"] for row in export_table(program, "thread_dump_fact")], ["failed"])


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests crashes and a freeze.

Usage: test-crash.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import os
import sys

from harness import NONE, WIDTH, Program, Screen, dump, expect, main, read_csv, run, wait_for

ROW_Y = 800  # y position of a row of the queue


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
    """Checks that threads come first, and that registers, memory and files have views with the rows of their tables."""
    with Program(path) as program:
        program.wait_ready()
        program.wait_state("panel-page", "dump")
        for view, table in (("registers", "register"), ("memory-map", "memory_map"),
                            ("memory-words", "memory_word"), ("open-files", "open_file")):
            program.go_to(view)
            expect(export_table(program, table), dump(table, path))


MAPS = """*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
ABI: 'arm64'
Timestamp: 2025-12-31 23:59:58.500000000+0100
pid: 10, tid: 11, name: worker  >>> a.b <<<
signal 11 (SIGSEGV), code 2 (SEGV_ACCERR), fault addr 0x0000007000003010
    x0  0000000000000001  x1  0000007000002008
    lr  0000007000004000  sp  0000007000002000

backtrace:
      #00 pc 0000000000000a7c  /lib.so (copy+8)

memory near x1 ([stack]):
    0000007000002000 0000000000000041 0000007000004010  A........@..p...
    0000007000002010 0000000000000042 0000000000000043  B.......C.......

memory map (4 entries):
--->Fault address falls at 0000007000003010 in the middle of map
    00000070'00001000-00000070'00001fff ---         0      1000  [guard]
    00000070'00002000-00000070'00002fff rw-         0      1000  [stack]
--->00000070'00003000-00000070'00003fff r--         0      1000  /data/const.bin
    00000070'00004000-00000070'00004fff r-x      1000      1000  /lib.so (BuildId: 64f2)
"""


def test_memory_map():
    """The filter finds regions by name, access and an address in them; the fault address is highlighted."""
    path = HOME / "maps.txt"
    path.write_text(MAPS)
    names = ["[guard]", "[stack]", "/data/const.bin", "/lib.so"]
    with Program(path) as program:
        program.wait_ready()
        program.go_to("memory-map")

        def list_names():
            return [row["name"] for row in export_table(program, "memory_map")]

        rows = export_table(program, "memory_map")
        expect([row["name"] for row in rows], names)
        expect([row["pointed_to_by"] for row in rows], ["", "x1, sp", "fault address", "lr"])
        for text, wanted in (("const", ["/data/const.bin"]), ("0x7000002abc", ["[stack]"]),
                             ("7000002abc", ["[stack]"]), ("r-x", ["/lib.so"]), ("fault", ["/data/const.bin"])):
            program.key("ctrl+f")
            program.key("ctrl+a")
            program.type(text)
            wait_for(f"the rows {wanted} for the filter “{text}”", lambda: list_names() == wanted)
            program.key("Escape")
            wait_for("all rows after the filter is removed", lambda: list_names() == names)


def test_register_links():
    """The value of a register or word links to the memory near that address or, if that is unknown, to its region."""
    path = HOME / "links.txt"
    path.write_text(MAPS)
    with Program(path) as program:
        program.wait_ready()
        for register, view, state, row in ((1, "memory-words", "memory-word", 1),
                                           (2, "memory-map", "memory-map-region", 3)):
            program.go_to("registers")
            run("sleep", "1")
            program.click(300, 242 + 22 * register)
            program.key("Return")
            program.wait_state("panel-page", view)
            wait_for("the row", lambda: program.state(state) == row)


def test_text():
    """A tombstone in text format has all views of a crash."""
    check_crash(make_fault("tombstone", "tombstone_00"))


def test_proto():
    """A tombstone in Protocol Buffers format has all views of a crash."""
    check_crash(make_fault("tombstone-proto", "tombstone_00.pb"))


def test_fault_log():
    """An OpenHarmony crash has all views of a crash."""
    check_crash(make_fault("cppcrash", "cppcrash-2000"))


def test_logged():
    """A log that contains a crash opens as a log; a line of the crash is a link to its threads."""
    path = HOME / "logcat.txt"
    rule = "*** " * 15 + "***"
    lines = [rule, "ABI: 'arm64'", "pid: 10, tid: 11, name: worker  >>> a.b <<<",
             "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0", "backtrace:",
             "      #00 pc 10  /data/app/x/lib.so (copy+8)"]
    path.write_text("02-04 21:48:27.000    20    20 I shop    : still here\n" +
                    "".join(f"02-04 21:48:27.100   901   901 F DEBUG   : {line}\n" for line in lines))
    with Program(path) as program:
        program.wait_ready()
        program.wait_state("panel-page", "log")
        program.key("n")  # next error: the first line of the crash
        wait_for("a selected log line", lambda: program.state("selected-line") != NONE)
        run("xdotool", "mousemove", "5", "5")

        # The link is the blue text in the details.
        def find_link():
            screen = Screen()
            for y in range(100, 500):
                xs = [x for x in range(WIDTH - 320, WIDTH - 20) if is_blue(screen.get(x, y))]
                if len(xs) > 8:
                    return xs[len(xs) // 2], y
            return None

        program.click(*wait_for("the link", find_link))
        program.wait_state("panel-page", "dump")
        program.wait_state("dump-threads-left", 1)


def is_blue(color):
    return int(color[4:], 16) - int(color[:2], 16) > 80


def test_freeze():
    """A freeze shows its diagnosis first, above the timeline; a row of its queue moves the cursor."""
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


def test_places():
    """The diagnosis links to its event and call on the timeline; a report there links to the threads at its time."""
    path = make_fault("freeze", "appfreeze-2000.log", seed=1)
    slices = dump("slice", path)
    running = {int(row["id"]) for row in slices if row["is_open"] == "1"}
    reports = {int(row["id"]) for row in slices if row["name"].startswith("THREAD_BLOCK")}
    threads = {row["id"]: row for row in dump("thread_dump_thread", path)}
    with Program(path) as program:
        program.wait_ready()
        program.wait_state("panel-page", "dump")
        run("xdotool", "mousemove", "5", "5")

        # Below the sentence, the first line with a link is the first step: the event.
        def find_link():
            screen = Screen()
            found = [line for line in (find_blue(screen, y) for y in range(60, 220)) if line[0] > 20]
            steps = [line for line in found if line[2] > found[0][2] + 10]
            return steps[0][1:] if steps else None

        x, y = wait_for("a link", find_link)
        program.click(x, y - 4)
        wait_for("the event", lambda: program.state("selected-slice") in running)
        program.set_state("dump-thread", "uint32 1")
        program.go_to("event-queue")
        program.set_state("selected-slice", f"uint32 {min(reports)}")
        program.wait_state("panel-page", "dump")
        expect(threads[str(program.state("dump-thread"))]["sys_tid"], "2000")
        expect(threads[str(program.state("dump-thread"))]["dump_id"], "0")


def find_blue(screen, y):
    """Returns the longest underline of a link in a line of pixels: (length, x of its middle, y)."""
    best, start = (0, 0, y), 80
    for x in range(80, 900):
        color = screen.get(x, y)
        if color == screen.get(start, y) and int(color[4:], 16) - int(color[:2], 16) > 60:
            best = max(best, (x - start, (x + start) // 2, y))
        else:
            start = x
    return best


def test_bare():
    """A freeze without stacks has a note about this, and shows its other contents."""
    path = HOME / "sysfreeze-bare.log"
    path.write_text("Build info:x\nPid:7\nReason:SERVICE_TIMEOUT\nsysfreeze: a SERVICE_TIMEOUT at 1970\n"
                    f"{'*' * 40}\nstart time: 1970/03/24-23:53:01:000\nMSG = failed\n", "utf-8")
    with Program(path) as program:
        program.wait_ready()
        program.wait_state("panel-page", "facts")
        expect([row["value"] for row in export_table(program, "thread_dump_fact")], ["failed"])


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))

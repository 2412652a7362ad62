#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the views of frames and binder calls.

Usage: test-frames.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import sys

from harness import HEIGHT, NONE, Program, Screen, dump, expect, main, run, wait_for

VSYNC = "H:ReceiveVsync dataCount:24bytes now:{} expectedEnd:{} vsyncId:{}"
LINK = "1a5fb4"  # colour of tokens
LENGTH = 8  # ms from the start of a frame to its deadline


def write_log(name, durations, lengths=(LENGTH,)):
    """Writes a log with one frame every 20 ms, with these durations and times until the deadline in ms."""
    lines = ["# tracer: nop"]

    def add(us, words):
        lines.append(f"  app-500   (  500) [000] .... {us // 1000000}.{us % 1000000:06}: tracing_mark_write: {words}")

    for number, duration in enumerate(durations):
        start = 1000000 + number * 20000
        add(start, "B|500|" + VSYNC.format(start * 1000, (start + lengths[number % len(lengths)] * 1000) * 1000, number + 1))
        add(start + 1, f"B|500|H:OnVsyncEvent now:{start * 1000}")
        add(start + int(duration * 1000), "E|500")
        add(start + int(duration * 1000) + 1, "E|500")
    path = HOME / name
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def find_color(color):
    """Returns a position of a colour in the panel."""
    screen = Screen()
    for y in range(HEIGHT // 2, HEIGHT - 10):
        for x in range(10, 120):
            if screen.get(x, y) == color:
                return x, y
    return None


def count_lines(left, right, top, bottom):
    """Returns the number of text lines in a part of the screen that contains only text."""
    screen = Screen()
    background = screen.get(left, bottom)
    rows = [any(screen.get(x, y) != background for x in range(left, right)) for y in range(top, bottom)]
    return sum(now and not before for before, now in zip([False] + rows, rows))


def wait_shown(program, count):
    program.wait_state("frames-shown", count)


def test_modes():
    """Late frames come first; mode, duration range and text filter the list, whose rows equal tracedump's."""
    log = write_log("late.ftrace", [4, 5, 12, 6, 16, 7])
    rows = dump("frame", log)
    late = [row for row in rows if row["is_late"] == "1"]
    expect((len(rows), len(late)), (6, 2))
    with Program(log) as program:
        program.wait_ready()
        program.go_to("frames")
        program.wait_state("frames-mode", "late")
        wait_shown(program, len(late))
        program.set_state("frames-mode", "'all'")
        wait_shown(program, len(rows))
        program.set_state("frame-band", "(int64 0, int64 5500000)")
        wait_shown(program, sum(int(row["dur"]) <= 5500000 for row in rows))
        program.set_state("frame-band", "(int64 -1, int64 -1)")
        wait_shown(program, len(rows))
        program.set_state("frames-mode", "'dropped'")
        wait_shown(program, 0)
        program.set_state("frames-mode", "'all'")
        program.activate("find")
        run("xdotool", "type", "zzz")
        wait_shown(program, 0)
        run("xdotool", "key", "Escape")
        wait_shown(program, len(rows))


def test_steps():
    """The keys . and , move between late frames, and skip all others."""
    log = write_log("steps.ftrace", [4, 12, 6, 6, 16, 7, 18])
    late = [int(row["slice_id"]) for row in dump("frame", log) if row["is_late"] == "1"]
    with Program(log) as program:
        program.wait_ready()
        program.go_to("frames")
        wait_shown(program, len(late))
        program.set_state("selected-slice", f"uint32 {late[0]}")
        wait_for("all frames of the surface", lambda: program.describe("next-call")[0])
        for wanted in (late[1], late[2], late[0]):
            program.activate("next-call")
            program.wait_state("selected-slice", wanted)
        program.activate("previous-call")
        program.wait_state("selected-slice", late[2])


def test_mixed():
    """If frames have different deadlines, the histogram shows multiples of them."""
    lengths, durations = (8, 16), [4, 8, 6, 15, 10, 24, 7, 12]
    log = write_log("mixed.ftrace", durations, lengths)
    rows = dump("frame", log)
    multiples = [int(row["dur"]) / int(row["expected_dur"]) for row in rows]
    for low, high in ((0.0, 0.6), (0.7, 1.0), (1.1, 2.0)):
        expect(sum(low <= multiple <= high for multiple in multiples) not in (0, len(rows)), True)
    with Program(log) as program:
        program.wait_ready()
        program.go_to("frames")
        program.set_state("frames-mode", "'all'")
        wait_shown(program, len(rows))
        for low, high in ((0.0, 0.6), (0.7, 1.0), (1.1, 2.0)):
            program.set_state("frame-band", f"(int64 {int(low * 1e6)}, int64 {int(high * 1e6)})")
            wait_shown(program, sum(low <= multiple <= high for multiple in multiples))


def test_keys():
    """The keys . and , work with the focus anywhere in the view; a click on a token selects the frame."""
    log = write_log("keys.ftrace", [4, 12, 6, 6, 16, 7, 18])
    late = [int(row["slice_id"]) for row in dump("frame", log) if row["is_late"] == "1"]
    with Program(log) as program:
        program.wait_ready()
        program.go_to("frames")
        wait_shown(program, len(late))
        place = wait_for("a token", lambda: find_color(LINK))
        program.click(*place)
        first = wait_for("a frame", lambda: program.state("selected-slice") in late and
                         program.state("selected-slice"))
        wait_for("all frames of the surface", lambda: program.describe("next-call")[0])
        for key, step in (("period", 1), ("comma", -1), ("comma", -1)):
            wanted = late[(late.index(first) + step) % len(late)]
            program.key(key)
            program.wait_state("selected-slice", wanted)
            first = wanted


def test_in_time():
    """Without late frames, all frames are listed; the mode for late frames shows a message."""
    log = write_log("in-time.ftrace", [4, 5, 6])
    with Program(log, width=700, height=500) as program:
        program.wait_ready()
        program.go_to("frames")
        program.wait_state("frames-mode", "all")
        wait_shown(program, 3)
        program.set_state("frames-mode", "'late'")
        wait_shown(program, 0)
        wait_for("the message that replaces the list", lambda: count_lines(200, 500, 459, 494) >= 1)


def test_none():
    """A log without frames does not have this view."""
    path = HOME / "none.ftrace"
    path.write_text("# tracer: nop\n  app-500   (  500) [000] .... 1.000000: tracing_mark_write: B|500|x\n"
                    "  app-500   (  500) [000] .... 1.000100: tracing_mark_write: E|500\n", "utf-8")
    expect(dump("frame", path), [])
    with Program(path) as program:
        program.wait_ready()
        program.call("SetState", "panel-page", "<'frames'>", "{}")
        assert program.state("panel-page") != "frames"
        expect(program.state("selected-slice"), NONE)


sys.exit(main(__file__, globals(), sys.argv[1:]))

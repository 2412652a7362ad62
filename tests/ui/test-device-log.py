#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests a log of programs and the system.

Usage: test-device-log.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import os
import sys

from harness import HEIGHT, NONE, WIDTH, Program, Screen, dump, expect, main, read_csv, run, wait_for

NO_TIME = -(2**63)
N_LINES = 200_000
FIRST_ROWS = (400, 340)
STRIP_LABEL, STRIP_MIDDLE, STRIP_Y = 128, 700, 170
TAGS = ("ActivityManager", "OkHttp", "art", "shop")


def write_log():
    """Writes a log with all fields in each line."""
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
    """A single log uses the whole window; it is filtered by text, and a click moves the cursor."""
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

        # A filter without matches shows a message, and Esc removes the filter.
        program.key("ctrl+f", "ctrl+a")
        program.type("no such message")
        program.wait_state("log-lines-shown", 0)
        program.key("Escape", "Escape")
        program.wait_state("log-lines-shown", N_LINES)



def find_lines(rows, **wanted):
    return [row for row in rows if all(row[key] == value for key, value in wanted.items())]


def test_steps():
    """n and N move between errors and wrap, b sets a bookmark, ] goes to it, Ctrl+J goes to a time."""
    log = write_log()
    rows = dump("android_logs", log)
    errors = [int(row["id"]) for row in rows if row["level"] in "EF"]
    with Program(log) as program:
        program.wait_ready()
        program.wait_state("log-lines-shown", N_LINES)
        program.click(*FIRST_ROWS)
        first = wait_for("a selected log line", lambda: program.state("selected-line") != NONE and
                         (program.state("selected-line") + 1)) - 1
        after = [line for line in errors if line > first]
        program.key("n")
        program.wait_state("selected-line", after[0])
        program.key("n", "n")
        program.wait_state("selected-line", after[2])
        program.key("shift+n")
        program.wait_state("selected-line", after[1])

        # A bookmark is at the time of the line and has its message as name; b removes the bookmark.
        program.key("b")
        remaining_row = rows[after[1]]
        wait_for("a bookmark", lambda: len(program.state("marks")) == 1)
        start, end, name = program.state("marks")[0]
        expect((start, end), (int(remaining_row["ts"]), int(remaining_row["ts"])))
        expect(name, f"{remaining_row['tag']}: {remaining_row['msg']}")
        program.key("n", "n", "n", "bracketright")
        program.wait_state("selected-line", after[1])
        program.key("b")
        wait_for("no bookmark", lambda: not program.state("marks"))

        program.key("ctrl+j")
        program.type("10:20:30.5")
        program.key("Return")
        wanted = next(row for row in rows if int(row["ts"]) >= get_ts(rows, "10:20:30.500"))
        program.wait_state("selected-line", int(wanted["id"]))
        expect(program.state("cursor-time"), int(wanted["ts"]))

        # An invalid time has no effect, and Escape closes the entry.
        program.key("ctrl+j")
        program.type("soon")
        program.key("Return", "Escape")
        program.wait_state("selected-line", int(wanted["id"]))


def get_ts(rows, text):
    hours, minutes, seconds = text.split(":")
    start = int(rows[0]["ts"])  # 10:00
    return start + int(((int(hours) - 10) * 3600 + int(minutes) * 60 + float(seconds)) * 1e9)


def test_chips():
    """Keys hide the tag or process of a line, or show only that tag or process; chips undo this."""
    log = write_log()
    rows = dump("android_logs", log)
    with Program(log) as program:
        program.wait_ready()
        program.click(*FIRST_ROWS)
        line = wait_for("a selected log line", lambda: program.state("selected-line") != NONE and
                        (program.state("selected-line") + 1)) - 1
        tag, pid = rows[line]["tag"], rows[line]["pid"]
        without = [row for row in rows if row["tag"] != tag]
        program.key("x")
        program.wait_state("log-lines-shown", len(without))
        expect(export_table(program), without)

        # The next line has another tag; then only its process is shown.
        program.click(*FIRST_ROWS)
        line = wait_for("a selected log line", lambda: rows[program.state("selected-line")]["tag"] != tag and
                        (program.state("selected-line") + 1)) - 1
        pid = rows[line]["pid"]
        program.key("p")
        program.wait_state("log-lines-shown", len(find_lines(without, pid=pid)))
        program.activate("log-remove-filter", "[<uint32 0>]")
        program.wait_state("log-lines-shown", len(find_lines(rows, pid=pid)))
        program.activate("log-remove-filter", "[<uint32 0>]")
        program.wait_state("log-lines-shown", N_LINES)

        # filters that hide a string, and that only show lines with a string
        program.activate("log-add-filter", "[<(true, uint32 4294967295, uint32 0, 'message 1')>]")
        program.wait_state("log-lines-shown",
                           sum("message 1" not in row["msg"] for row in rows))
        program.activate("log-add-filter", "[<(false, uint32 4294967295, uint32 0, 'message 1')>]")
        program.wait_state("log-lines-shown", sum("message 1" in row["msg"] for row in rows))


def test_strip():
    """A click on the strip scrolls the list to its time; Ctrl+scroll zooms; f fits the whole log."""
    log = write_log()
    rows = dump("android_logs", log)
    with Program(log) as program:
        program.wait_ready()
        program.wait_state("log-lines-shown", N_LINES)
        whole = program.state("visible-time")
        program.click(STRIP_MIDDLE, STRIP_Y)
        # Until the list has scrolled, the click selects other lines.
        line = wait_for("a line far down", lambda: program.click(*FIRST_ROWS) or
                        (program.state("selected-line") != NONE and
                         program.state("selected-line") > 1000 and program.state("selected-line")))
        middle = (STRIP_MIDDLE - STRIP_LABEL) / (WIDTH - STRIP_LABEL) * N_LINES
        assert abs(line - middle) < N_LINES / 50, (line, middle)

        run("xdotool", "mousemove", str(STRIP_MIDDLE), str(STRIP_Y))
        run("xdotool", "keydown", "ctrl", "click", "--repeat", "3", "4", "keyup", "ctrl")
        wait_for("a zoom", lambda: program.state("visible-time")[1] - program.state("visible-time")[0] <
                 (whole[1] - whole[0]) * 0.7)
        program.click(STRIP_MIDDLE, STRIP_Y)
        program.key("f")
        program.wait_state("visible-time", whole)
        assert rows


def write_story():
    """Writes a log of an app that starts, is displayed, drops frames and ends, with many other lines."""
    path = HOME / "story.txt"
    lines = [
        (0.0, 1000, "I", "ActivityManager", "Start proc 77:com.example.a/u0a1 for activity"),
        (0.4, 1000, "I", "am_proc_bound", "[0,77,com.example.a]"),
        (1.2, 1000, "I", "ActivityTaskManager", "Displayed com.example.a/.Main: +900ms"),
        (6.0, 77, "I", "Choreographer", "Skipped 42 frames!  The application may be doing too much"),
        (12.0, 1000, "I", "am_proc_died", "[0,77,com.example.a,900,19]"),
    ]
    lines += [(number / 100, 500, "D", "Noise", f"number {number}") for number in range(2000)]
    with open(path, "w", encoding="utf-8") as file:
        for second, pid, level, tag, text in sorted(lines, key=lambda line: line[0]):
            file.write(f"2025-11-03 10:00:{second:06.3f} {pid:5} {pid:5} {level} {tag:8}: {text}\n")
    return path


TRIANGLE = "e0b771"  # the colour of slow work on the timeline


def test_timeline():
    """The timeline shows events of log lines: a click selects the line, and selecting a line selects its event."""
    log = write_story()
    rows = dump("android_logs", log)
    events = {row["kind"]: row for row in dump("log_event", log)}
    skipped = int(events["skipped_frames"]["line_id"])
    died = int(events["process_death"]["line_id"])
    expect(events["process_death"]["start_line_id"], events["process_start"]["line_id"])
    with Program(log) as program:
        program.wait_ready()
        program.wait_state("panel-page", "log")
        program.wait_state("log-lines-shown", len(rows))

        def find_triangle():
            width, x, y = Screen().find_widest(TRIANGLE, 200, WIDTH, 60, HEIGHT // 2)
            return (x, y) if width > 3 else None

        program.click(*wait_for("the event on the timeline", find_triangle))
        program.wait_state("selected-line", skipped)
        slice_ = program.state("selected-slice")
        assert slice_ != NONE

        # The start and end of a process select its lifetime; the time until it was bound is another slice.
        program.set_state("selected-line", f"uint32 {died}")
        wait_for("the selected lifetime of the process", lambda: program.state("selected-slice") not in (NONE, slice_))
        life = program.state("selected-slice")
        program.set_state("selected-line", f"uint32 {int(events['process_bound']['line_id'])}")
        wait_for("a selected slice other than the lifetime",
                 lambda: program.state("selected-slice") not in (NONE, life))
        program.set_state("selected-line", f"uint32 {int(events['process_start']['line_id'])}")
        program.wait_state("selected-slice", life)
        program.set_state("selected-slice", f"uint32 {slice_}")
        program.wait_state("selected-line", skipped)

        # The list shows the line; the next line has no event.
        program.go_to("log")
        program.key("Escape")
        program.wait_state("selected-line", NONE)
        program.wait_state("selected-slice", NONE)


def test_answer():
    """A log with an ANR shows the ANR in a banner; its name links to the line."""
    path = HOME / "anr.txt"
    with open(path, "w", encoding="utf-8") as file:
        for number in range(3000):
            file.write(f"2025-11-03 10:00:{number / 100:06.3f}   500   500 D Noise   : number {number}\n")
            if number == 2500:
                file.write("2025-11-03 10:00:25.000   900   900 I am_anr  : [0,77,com.example.a,9,Input dispatching "
                           "timed out (Waited 5003ms for KeyEvent)]\n")
                file.write("2025-11-03 10:00:25.001   900   900 E ActivityManager: ANR in com.example.a\n")
    rows = dump("android_logs", path)
    record = next(int(row["id"]) for row in rows if row["tag"] == "am_anr")
    with Program(path) as program:
        program.wait_ready()
        program.wait_state("log-lines-shown", len(rows))
        run("xdotool", "mousemove", "5", "5")

        def find_link():
            screen = Screen()
            blue = [(x, y) for y in range(48, 120) for x in range(50, 300)
                    if int(screen.get(x, y)[4:], 16) - int(screen.get(x, y)[:2], 16) > 60]
            return blue[len(blue) // 2] if len(blue) > 50 else None

        program.click(*wait_for("a link", find_link))
        program.wait_state("selected-line", record)


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))

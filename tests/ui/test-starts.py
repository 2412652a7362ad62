#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the view of app starts.

Usage: test-starts.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import sys
import time

from harness import HEIGHT, NONE, WIDTH, Program, Screen, dump, expect, main, wait_for

BAR = ("8cc3fc", "bdb3fa")  # colours of phases

SWITCH = ("sched_switch: prev_comm={} prev_pid={} prev_prio=120 prev_state={} ==> next_comm={} next_pid={} "
          "next_prio=120")


def write_log(name, starts):
    """Writes a log of app starts: (package, start in ms, duration in ms, whether the log contains the result)."""
    lines = []

    def add(ms, pid, words, comm="app"):
        lines.append((ms, f"  {comm}-{pid}   ({pid:5}) [000] d..1 {int(ms * 1000) // 1000000}."
                          f"{int(ms * 1000) % 1000000:06}: {words}"))

    def mark(ms, pid, words, comm="app"):
        add(ms, pid, "tracing_mark_write: " + words, comm)

    for number, (package, begin, length, is_reported) in enumerate(starts):
        pid, server = 500 + 100 * number, "system_server"
        mark(begin, 100, f"S|100|launchingActivity#{number}|0", server)
        add(begin + 2, 0, SWITCH.format("swapper/0", 0, "R", package[-15:], pid), "swapper/0")
        mark(begin + 3, pid, f"B|{pid}|bindApplication", package[-15:])
        mark(begin + 4, pid, f"B|{pid}|inflate", package[-15:])
        mark(begin + length / 2, pid, f"E|{pid}", package[-15:])
        mark(begin + length - 4, pid, f"E|{pid}", package[-15:])
        add(begin + length - 3, pid, SWITCH.format(package[-15:], pid, "S", "swapper/0", 0), package[-15:])
        mark(begin + length, 100, f"F|100|launchingActivity#{number}|0", server)
        if is_reported:
            mark(begin + length + 0.5, 100, f"I|100|launchingActivity#{number}:completed-cold:{package}", server)
    path = HOME / name
    path.write_text("# tracer: nop\n" + "\n".join(line for _, line in sorted(lines)) + "\n", "utf-8")
    return path


STARTS = [("com.shop", 1000, 40, True), ("com.mail", 1100, 80, True), ("com.news", 1300, 20, False)]


def open_starts(program, count):
    program.wait_ready()
    program.go_to("starts")
    program.wait_state("app-starts-shown", count)


def export(program, table):
    """Returns the visible rows of a list."""
    path = HOME / f"{table}.csv"
    path.unlink(missing_ok=True)
    program.activate("export-table-to", f"[<('{table}', '{path}')>]")
    wait_for("the exported file", lambda: path.exists() and path.read_bytes().endswith(b"\r\n"))
    lines = path.read_text("utf-8-sig").splitlines()
    return [dict(zip(lines[0].split(","), line.split(","))) for line in lines[1:]]


def get_time(start):
    return int(start["ts"]), int(start["ts"]) + int(start["dur"])


def test_lists():
    """The lists have the rows of tracedump's tables, longest start and longest time first."""
    log = write_log("lists.ftrace", STARTS)
    starts, reasons, phases = (dump(table, log) for table in ("app_start", "app_start_reason", "app_start_phase"))
    expect([start["package"] for start in starts], ["com.shop", "com.mail", "com.news"])
    expect(starts[2]["state"], "not reported")
    longest = max(starts, key=lambda start: int(start["dur"]))
    with Program(log) as program:
        open_starts(program, len(starts))
        before = program.state("selected-time")
        expect(export(program, "app_start"), starts)
        for start in [longest, starts[0]]:
            program.wait_state("app-start", int(start["start_id"]))
            rows = [row for row in reasons if row["start_id"] == start["start_id"]]
            expect(sum(int(row["dur"]) for row in rows), int(start["dur"]))
            wait_for("the reasons", lambda: export(program, "app_start_reason") ==
                     sorted(rows, key=lambda row: -int(row["dur"])))
            if start is longest:
                expect(program.state("selected-time"), before)
                program.set_state("app-start", f"uint32 {starts[0]['start_id']}")
        program.set_state("app-start-part", "'phases'")
        wanted = [row for row in phases if row["start_id"] == starts[0]["start_id"]]
        expect([row["phase"] for row in wanted], ["launch_delay", "bindApplication"])
        wait_for("the phases", lambda: export(program, "app_start_phase") == wanted)


def find_bar(program):
    """Returns the top and the edges of the bar of phases: the first line in the panel with its two colours."""
    screen = Screen()
    for y in range(HEIGHT // 2, HEIGHT - 100):
        columns = [x for x in range(5, WIDTH - 5) if screen.get(x, y) in BAR]
        if len(columns) > WIDTH // 2:
            return y, columns[0], columns[-1]
    return None


def test_bar():
    """A click on a phase in the bar selects its time; the slices equal tracedump's, the longest first."""
    log = write_log("bar.ftrace", STARTS)
    start = dump("app_start", log)[1]
    phases = [row for row in dump("app_start_phase", log) if row["start_id"] == start["start_id"]]
    with Program(log) as program:
        open_starts(program, len(STARTS))
        program.wait_state("app-start", int(start["start_id"]))
        y, left, right = wait_for("the bar", lambda: find_bar(program))
        for phase in phases:
            begin, dur = (int(phase["ts"]) - int(start["ts"])) / int(start["dur"]), int(phase["dur"]) / int(start["dur"])
            program.click(12 + (begin + dur / 2) * (WIDTH - 24), y + 10)
            program.wait_state("selected-time", get_time(phase))
        program.set_state("app-start-part", "'slices'")
        wanted = [row for row in dump("app_start_slice", log) if row["start_id"] == start["start_id"]]
        expect([row["name"] for row in wanted], ["bindApplication", "inflate"])
        wait_for("the slices", lambda: export(program, "app_start_slice") == wanted)


def click_list(program, x, is_clicked):
    """Clicks rows of a list from the bottom of the window upward, until the condition is true."""
    for y in range(program.get_size()[1] - 30, program.get_size()[1] // 2, -12):
        program.click(x, y)
        time.sleep(0.2)
        if is_clicked():
            return
    raise AssertionError(f"no row at {x}")


def test_keys():
    """Arrow keys select the range of a start, Enter zooms to it; a reason and a phase go to their slices."""
    log = write_log("keys.ftrace", STARTS)
    starts = dump("app_start", log)
    with Program(log) as program:
        open_starts(program, len(starts))
        program.wait_state("app-start", int(starts[1]["start_id"]))
        click_list(program, 60, lambda: program.state("selected-time") in map(get_time, starts))
        program.key("Home")
        for key, start in (("Down", starts[1]), ("Down", starts[2]), ("Up", starts[1]), ("Up", starts[0])):
            program.key(key)
            program.wait_state("app-start", int(start["start_id"]))
            program.wait_state("selected-time", get_time(start))
        whole = program.state("visible-time")
        program.key("Return")
        wait_for("a zoom", lambda: program.state("visible-time") != whole)
        seen, (begin, end) = program.state("visible-time"), get_time(starts[0])
        assert seen[0] <= begin and end <= seen[1] and seen[1] - seen[0] < 1.2 * (end - begin), seen

        right = program.get_size()[0] - 400
        for part, table, order in (("reasons", "app_start_reason", lambda row: -int(row["dur"])),
                                   ("phases", "app_start_phase", lambda row: int(row["ts"]))):
            rows = sorted((row for row in dump(table, log) if row["start_id"] == starts[0]["start_id"]), key=order)
            rows = [int(row["slice_id"] or row.get("thread_state_id") or NONE) for row in rows]
            program.set_state("app-start-part", f"'{part}'")
            program.set_state("selected-slice", f"uint32 {NONE}")
            click_list(program, right, lambda: program.state("selected-slice") in set(rows) - {NONE})
            program.key("Home")
            for number in rows:
                if number != NONE:
                    program.wait_state("selected-slice", number)
                program.key("Down")


def test_narrow():
    """A narrow window shows both lists; a click on the only start, which is already selected, selects its range."""
    log = write_log("narrow.ftrace", STARTS[:1])
    start, = dump("app_start", log)
    reasons = dump("app_start_reason", log)
    with Program(log, width=700, height=600) as program:
        open_starts(program, 1)
        expect(program.get_size()[0], 700)
        program.wait_state("app-start", int(start["start_id"]))
        click_list(program, 60, lambda: program.state("selected-time") == get_time(start))
        slices = {int(row["slice_id"] or row["thread_state_id"] or NONE) for row in reasons} - {NONE}
        click_list(program, 420, lambda: program.state("selected-slice") in slices)


def test_missing():
    """Without a launch, the view lists the events to record; without the slices of starts, the view does not exist."""
    log = HOME / "missing.ftrace"
    line = "  app-501   (  500) [000] .... 1.{:06}: tracing_mark_write: {}\n"
    log.write_text("# tracer: nop\n" + line.format(0, "B|500|activityResume") + line.format(100, "E|500"), "utf-8")
    expect(dump("app_start", log), [])
    with Program(log) as program:
        open_starts(program, 0)
        expect(program.state("app-start"), NONE)
    log.write_text("# tracer: nop\n" + line.format(0, "B|500|x") + line.format(100, "E|500"), "utf-8")
    with Program(log) as program:
        program.wait_ready()
        program.call("SetState", "panel-page", "<'starts'>", "{}")
        assert program.state("panel-page") != "starts"


sys.exit(main(__file__, globals(), sys.argv[1:]))

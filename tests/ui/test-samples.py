#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests single samples, in their list and on the timeline.

Usage: test-samples.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import os
import pathlib
import sys
import time

from harness import (
    ACCENT, HEIGHT, NONE, PALETTE, TIMELINE_LEFT, WIDTH, Program, Screen, count_windows, dump, expect,
    find_toast, has_notice, main, move_to_press, run, wait_for,
)

HOME = SAMPLES = MAKE_TRACE = None  # set by main()

HZ = 1_000_000  # ns from one sample to the next
NAMES = ["parse", "draw", "idle", "draw", "load"]


def write_profile(name, n=400):
    """Writes a profile with two events and two threads, one of which only has samples in the first half."""
    path = HOME / name
    lines = []
    for i in range(n):
        for tid in (11, 12) if i < n // 2 else (11,):
            event = "page-faults" if i % 10 == 9 else "cpu-clock"
            lines.append(f"app {10}/{tid} [00{tid - 11}] {5 + i * HZ / 1e9:.6f}: {HZ} {event}: ")
            leaf = NAMES[i * len(NAMES) // n]
            lines += [f"\t1000 {leaf} (/system/lib64/lib{leaf}.so)", "\t2000 run (/data/app/base.odex)",
                      "\t3000 main (/data/app/base.odex)", ""]
    path.write_text("\n".join(lines) + "\n")
    return path


def get_rows(trace, event="cpu-clock", *options):
    return dump("sample", trace, "--samples", event, *options)


def open_samples(program, n):
    program.wait_ready()
    program.go_to("samples")
    program.wait_state("samples-shown", n)


def list_ids(program):
    return [row["id"] for row in program.export(HOME / "samples.csv")]


def find_strip():
    """Returns the first strip in the palette's colours, when it is stable: (left, y, right)."""
    def find():
        screen = Screen()
        for y in range(150, HEIGHT // 2):
            left = right = TIMELINE_LEFT
            # The frame of a selected sample is in between.
            while any(screen.get(right + i, y) in PALETTE for i in range(1, 9)):
                right += next(i for i in range(1, 9) if screen.get(right + i, y) in PALETTE)
            if right - left > (WIDTH - TIMELINE_LEFT) // 2:
                return left, y + 6, right
        return None

    return wait_for("the row of samples", lambda: (lambda a, b: a if a == b else None)(find(), find()))


def count_accent(top, bottom):
    screen = Screen()
    return sum(screen.get(x, y) == ACCENT for y in range(top, bottom) for x in range(TIMELINE_LEFT, WIDTH - 20))


def below_strip(level):
    """Returns the distance from the y of find_strip() to the middle of a level in the chart below the strip."""
    return 15 + 17 * level + 8


def test_list():
    """Lists all samples of an event by time, with all their columns; another event has other samples."""
    trace = write_profile("list.perf")
    rows, faults = get_rows(trace), get_rows(trace, "page-faults")
    assert len(rows) > 500 and 0 < len(faults) < len(rows)
    with Program(trace) as program:
        open_samples(program, len(rows))
        listed = program.export(HOME / "samples.csv")
        for name in "id", "ts", "thread", "weight", "name", "library", "origin", "depth":
            expect([row[name] for row in listed], [row[name] for row in rows])
        expect({row["origin"] for row in listed}, {"native"})
        program.activate("call-source", "[<uint32 1>]")
        program.wait_state("samples-shown", len(faults))
        expect(list_ids(program), [row["id"] for row in faults])


def test_selection():
    """Only samples that pass the filters are listed: by range, by thread, by a name on their stack."""
    trace = write_profile("selection.perf")
    rows = get_rows(trace)
    start = int(rows[0]["ts"])
    part = get_rows(trace, "cpu-clock", "--from", "50ms", "--to", "150ms")
    drawn = get_rows(trace, "cpu-clock", "--keep", "draw")
    assert 0 < len(part) < len(rows) and 0 < len(drawn) < len(rows)
    expect({row["name"] for row in drawn}, {"draw"})
    second = max(rows, key=lambda row: int(row["utid"]))["utid"]
    of_second = [row for row in rows if row["utid"] == second]
    with Program(trace) as program:
        open_samples(program, len(rows))
        program.set_state("selected-time", f"(int64 {start + 50 * HZ}, int64 {start + 150 * HZ})")
        program.wait_state("samples-shown", len(part))
        expect(list_ids(program), [row["id"] for row in part])
        program.set_state("selected-time", "(int64 0, int64 0)")
        program.wait_state("samples-shown", len(rows))
        program.set_state("thread", f"uint32 {second}")
        program.wait_state("samples-shown", len(of_second))
        program.set_state("thread", f"uint32 {NONE}")
        program.set_state("name-filters", "[(uint32 0, false, 'draw')]")
        program.wait_state("samples-shown", len(drawn))
        expect(list_ids(program), [row["id"] for row in drawn])


def test_row():
    """A click on a row selects its sample and leaf; keys continue from there; Escape clears the selection."""
    trace = write_profile("row.perf")
    rows = get_rows(trace)
    with Program(trace) as program:
        open_samples(program, len(rows))
        program.click(300, HEIGHT - 60)
        sample = wait_for("a sample", lambda: program.state("selected-sample") not in (None, NONE) and
                          program.state("selected-sample"))
        symbol = next(row["symbol_id"] for row in rows if row["id"] == str(sample))
        expect(program.state("selected-symbol"), int(symbol))
        ids = [int(row["id"]) for row in rows]
        program.key("Down")
        program.wait_state("selected-sample", ids[ids.index(sample) + 1])
        program.key("Home")
        program.wait_state("selected-sample", ids[0])
        program.key("Escape")
        program.wait_state("selected-sample", NONE)
        expect(program.state("selected-symbol"), int(rows[0]["symbol_id"]))


def test_threads():
    """The threads view shows the number and weight of the samples of the selected event."""
    trace = write_profile("threads.perf")
    with Program(trace) as program:
        program.wait_ready()
        program.go_to("threads")
        for kind, event in ((1, "page-faults"), (0, "cpu-clock")):
            program.activate("call-source", f"[<uint32 {kind}>]")
            rows = dump("thread_use", trace, "--samples", event)
            rows = [(row["utid"], row["samples"], row["weight"]) for row in rows]
            wait_for(event, lambda: sorted((row["utid"], row["samples"], row["weight"])
                                           for row in program.export(HOME / "threads.csv")) == sorted(rows))


def test_strip():
    """A click on a strip selects the sample there; samples with its symbol are underlined."""
    trace = write_profile("strip.perf")
    rows = get_rows(trace)
    by_id = {int(row["id"]): row for row in rows}
    with Program(trace) as program:
        open_samples(program, len(rows))
        left, y, right = find_strip()
        before = count_accent(150, HEIGHT // 2)
        for ms, name in ((40, "parse"), (200, "idle"), (120, "draw")):
            left, y, right = find_strip()  # the details appear at the side
            from_ns, to_ns = program.state("visible-time")
            part = (int(rows[0]["ts"]) + ms * HZ - from_ns) / (to_ns - from_ns)
            program.click(int(left + (right - left) * part), y)
            wait_for(f"a sample of {name}",
                     lambda: by_id.get(program.state("selected-sample"), {}).get("name") == name)
        wait_for("the lines below the samples", lambda: count_accent(150, HEIGHT // 2) > before + (right - left) // 3)


def test_stacks():
    """T shows the stacks of a row over time; a click selects the function of a bar; the choice is saved."""
    trace = write_profile("stacks.perf")
    rows = get_rows(trace)
    symbols = {row["name"]: int(row["symbol_id"]) for row in rows}
    start = int(rows[0]["ts"])
    with Program(trace) as program:
        open_samples(program, len(rows))
        program.set_state("details", "false")
        left, y, right = find_strip()
        move_to_press(WIDTH // 2, y + 59)  # the edge of the panel
        run("xdotool", "mousedown", "1", "mousemove", str(WIDTH // 2), str(y + 150), "mouseup", "1")
        move_to_press(left + 40, y)
        program.key("t")
        wait_for("bars in the colours of functions",
                 lambda: len({Screen().get(left + 10, y + below) for below in range(16, 60)} & set(PALETTE)) >= 3)
        from_ns, to_ns = program.state("visible-time")  # with details, a shorter range is visible at the same scale
        for ms, level, name in ((40, 2, "parse"), (120, 2, "draw")):
            x = int(left + (right - left) * (start + ms * HZ - from_ns) / (to_ns - from_ns))
            program.click(x, y + below_strip(level))
            program.wait_state("selected-symbol", symbols[name])
            sample = program.state("selected-sample")
            expect(next(row["name"] for row in rows if row["id"] == str(sample)), name)
        program.click(x, y + below_strip(0))  # the outermost function, which is not the leaf of any sample
        wait_for("the function main to be selected", lambda: program.state("selected-symbol") not in symbols.values())
        expect(program.state("selected-sample") != NONE, True)
    with Program(trace, keeps_views=True) as program:
        open_samples(program, len(rows))
        left, y, right = find_strip()
        wait_for("bars in the colours of functions",
                 lambda: len({Screen().get(left + 10, y + below) for below in range(16, 60)} & set(PALETTE)) >= 3)


def test_gaps():
    """A notification about gaps in a profile appears above it; a complete profile has none."""
    with Program(write_profile("whole.perf", 40)) as program:
        program.wait_ready()
        program.go_to("samples")
        assert not has_notice()
    bare = HOME / "bare.perf"
    bare.write_text("".join(f"app 10/11 [000] 5.{i:06}: {HZ} cpu-clock: \n\t1000 f (/system/lib64/libf.so)\n\n"
                            for i in range(20)))
    with Program(bare) as program:
        program.wait_ready()
        wait_for("the notification", has_notice)


def test_locate_symbols():
    """The notification opens a dialog for a folder with libraries; then the file is read again in a new page."""
    profile = pathlib.Path(os.environ.get("TV_SAMPLES", "../shared/samples"), "profiles", "linux-fibo-zstd2.pipe.data")
    if not profile.exists():
        print(f"# {profile} is not among the samples (TV_SAMPLES)")
        return
    with Program(profile) as program:
        program.wait_ready()
        wait_for("the notification", has_notice)
        program.key("alt+l")
        wait_for("the dialog", lambda: count_windows() == 2)
        time.sleep(0.5)
        program.key("ctrl+a")
        program.type(str(HOME))
        program.key("Return")
        time.sleep(0.5)
        if count_windows() == 2:
            program.key("Return")
        wait_for("the toast with the number of libraries", find_toast)
        wait_for("no dialog", lambda: count_windows() == 1)
        program.wait_ready()



if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))

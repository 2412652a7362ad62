#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the views of thread dumps and of waits between threads.

Usage: test-dump.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import sys

from harness import (HEIGHT, NONE, PALETTE, TIMELINE_LEFT, WIDTH, Program, Screen, dump, expect, main, read_csv,
                     run, wait_for)

HOME = SAMPLES = MAKE_TRACE = None  # set by main()

CAUSE = "fce0e0"  # background of a wanted lock, and of boxes of a deadlock
CHOSEN = "d6e6f9"  # background of selected rows
LIST = 400  # px, inside the list of threads
ROW = 24  # px, height of a row


def thread(tid, name, state, *frames):
    lines = [f'"{name}" prio=5 tid={tid} {state}', '  | group="main" sCount=1',
             f"  | sysTid={2000 + tid} nice=0 cgrp=top-app sched=0/0 handle=0x1",
             f"  | state=S schedstat=( 1 2 3 ) utm={tid} stm=1 core=1 HZ=100"]
    return "\n".join(lines + ["  " + frame for frame in frames]) + "\n\n"


def block(pid, time, *threads):
    return (f"----- pid {pid} at 2025-12-31 23:59:{time} -----\nCmd line: com.example.shop\n\n"
            f"DALVIK THREADS ({len(threads)}):\n" + "".join(threads) + f"----- end {pid} -----\n\n")


def wants(number, owner):
    return f"- waiting to lock <0x{number:08x}> (a com.example.shop.Lock{number}) held by thread {owner}"


def write_deadlock():
    """Writes a dump: main waits for one of two threads in a deadlock, 3 wait in one place, 4 are idle."""
    own = "at com.example.shop.Cart.total(Cart.kt:88)"
    system = "at android.os.Handler.dispatchMessage(Handler.java:109)"
    idle = "at java.util.concurrent.ThreadPoolExecutor.getTask(ThreadPoolExecutor.java:1)"
    path = HOME / "anr_deadlock.txt"
    path.write_text(block(
        2001, "50.000000000+0000",
        thread(1, "main", "Blocked", own, wants(1, 2), system, "- locked <0x00000009> (a java.util.List)"),
        thread(2, "holder", "Blocked", own, wants(2, 3), "- locked <0x00000001> (a com.example.shop.Lock1)"),
        thread(3, "syncer", "Blocked", own, wants(1, 2), "- locked <0x00000002> (a com.example.shop.Lock2)"),
        *(thread(tid, f"worker-{tid}", "Blocked", "at com.example.shop.Job.run(Job.kt:5)", wants(1, 2))
          for tid in range(4, 7)),
        *(thread(tid, f"pool-{tid}", "Waiting", idle) for tid in range(7, 11)),
        thread(11, "runner", "Runnable", "at com.example.shop.Job.burn(Job.kt:9)")))
    return path


def write_two_dumps():
    """Writes two dumps of a process: the stack of one thread is the same, the stack of the other changes."""
    still = ["at a.B.wait(B.java:1)", "at a.B.run(B.java:2)"]
    path = HOME / "anr_twice.txt"
    path.write_text(block(2001, "50.000000000+0000", thread(1, "main", "Native", *still),
                          thread(2, "mover", "Native", "at a.B.one(B.java:5)", still[1])) +
                    block(2001, "53.000000000+0000", thread(1, "main", "Native", *still),
                          thread(2, "mover", "Native", "at a.B.two(B.java:7)", still[1])))
    return path


def find(trace, name, which=0):
    """Returns the id of a thread in tracedump's table."""
    return [int(row["id"]) for row in dump("thread_dump_thread", trace) if row["name"] == name][which]


def find_color(color, left, right, least=20):
    """Returns the middles of the areas in which a colour is at least @least pixels high."""
    rows = Screen().find_rows({color}, range(left, right), least=least)
    return [(x, y) for x, y, _ in rows]


def find_chosen():
    """Returns the middle of the selected row in the list."""
    return wait_for("the highlighted row", lambda: find_color(CHOSEN, 20, LIST))[0]


def open_dump(trace, **size):
    program = Program(trace, **size)
    program.wait_ready()
    program.wait_state("panel-page", "dump")
    return program


def test_links():
    """The diagnosis comes first; its names link to the threads."""
    trace = write_deadlock()
    with open_dump(trace) as program:
        program.wait_state("dump-thread", find(trace, "main"))
        run("xdotool", "mousemove", "5", "5")

        # The last long underline belongs to the thread whose wait closes the cycle, or to its lock.
        def find_link():
            screen = Screen()
            lines = [screen.find_underline(range(80, 900), [y]) for y in range(90, HEIGHT // 4)]
            links = [(x, y - 4) for length, x, y in lines if length > 60]
            return links[-1] if links else None

        program.click(*wait_for("a link", find_link))
        program.wait_state("dump-thread", find(trace, "syncer"))


def test_filters():
    """The entry finds threads by name and frame, states can be selected, and Remove Filter removes all."""
    trace = write_deadlock()
    with open_dump(trace) as program:
        program.wait_state("dump-threads-left", 11)
        program.key("ctrl+f")
        program.type("burn")
        program.wait_state("dump-threads-left", 1)
        program.key("ctrl+a")
        program.type("worker-")
        program.wait_state("dump-threads-left", 3)
        program.key("ctrl+a")
        program.type("nobody")
        program.wait_state("dump-threads-left", 0)
        program.key("Escape")
        program.wait_state("dump-threads-left", 11)


def test_groups():
    """Threads with equal stacks form a row that Right expands and Left collapses; idle pools are collapsed."""
    trace = write_deadlock()
    with open_dump(trace) as program:
        # The process, main, two threads in a deadlock, a row of workers, the runner, and the pool
        program.wait_state("dump-rows", 7)
        run("xdotool", "mousemove", "5", "5")
        y = find_chosen()[1] + 3 * ROW
        program.click(18, y)
        program.wait_state("dump-rows", 10)
        program.click(18, y)
        program.wait_state("dump-rows", 7)
        # A selection made elsewhere is shown, even in a collapsed row.
        program.set_state("dump-thread", f"uint32 {find(trace, 'worker-5')}")
        program.wait_state("dump-rows", 10)


def test_locks():
    """The bar of the wanted lock goes to its owner."""
    trace = write_deadlock()
    with open_dump(trace) as program:
        program.wait_state("dump-thread", find(trace, "main"))
        run("xdotool", "mousemove", "5", "5")

        def find_bar():
            length, x, y = Screen().find_widest(CAUSE, 480, 1020, HEIGHT // 5, HEIGHT // 2)
            return (x + length // 2 - 30, y) if length > 200 else None

        x, y = wait_for("the bar of the requested lock", find_bar)
        program.click(x, y - 6)
        program.wait_state("dump-thread", find(trace, "holder"))


def test_graph():
    """Arrow keys follow waits, and an image can be saved."""
    trace = write_deadlock()
    with open_dump(trace) as program:
        program.wait_state("dump-parts", "list stack waits")
        run("xdotool", "mousemove", "5", "5")

        def find_boxes():
            return [(x, y) for x, y in find_color(CAUSE, WIDTH - 360, WIDTH - 20, least=30)
                    if y > HEIGHT // 3]

        boxes = wait_for("the deadlock", find_boxes)
        program.click(boxes[0][0] + 4, boxes[0][1] + 8)
        wait_for("the selected thread of the deadlock",
                 lambda: program.state("dump-thread") in (find(trace, "holder"), find(trace, "syncer")))
        first = program.state("dump-thread")
        program.key("Down")
        wait_for("the next thread of the deadlock", lambda: program.state("dump-thread") not in (first, NONE))
        program.key("Down")
        program.wait_state("dump-thread", first)
        path = HOME / "waits.svg"
        program.activate("export-waits-to", f"[<'{path}'>]")
        wait_for("the exported image", lambda: path.exists() and b"<svg" in path.read_bytes())


def test_compare():
    """Two dumps of a process show the stacks of a thread side by side."""
    trace = write_two_dumps()
    with open_dump(trace) as program:
        program.wait_state("dump-thread", find(trace, "main"))
        program.wait_state("dump-beside", 1)
        program.set_state("dump-beside", "-1")
        program.wait_state("dump-beside", -1)
        program.set_state("dump-thread", f"uint32 {find(trace, 'mover', 1)}")
        program.wait_state("dump-beside", 0)


def test_changes():
    """Changes of threads between dumps are a list; a row goes to the thread."""
    trace = write_two_dumps()
    with open_dump(trace) as program:
        program.go_to("dump-changes")
        path = HOME / "changes.csv"
        program.activate("export-table-to", f"[<('thread_dump_change', '{path}')>]")
        wait_for("the exported file", lambda: path.exists() and path.read_bytes())
        rows = read_csv(path.read_text(encoding="utf-8"))
        expect([(row["name"], row["change"], row["n_common"]) for row in rows],
               [("main", "same", "2"), ("mover", "moved", "1")])
        expect(rows, dump("thread_dump_change", trace))
        run("xdotool", "mousemove", "5", "5")
        first, second = find_rows(2)
        program.click(30, first)
        program.wait_state("dump-thread", find(trace, "main", 1))
        program.click(30, second)
        program.wait_state("dump-thread", find(trace, "mover", 1))


def test_steps():
    """n and N move through the matching frames, thread by thread."""
    trace = write_deadlock()
    workers = [find(trace, f"worker-{tid}") for tid in range(4, 7)]
    with open_dump(trace) as program:
        program.key("ctrl+f")
        program.type("job.run")
        program.wait_state("dump-threads-left", 3)
        program.set_state("dump-thread", f"uint32 {workers[0]}")
        run("xdotool", "mousemove", "5", "5")
        x, y = find_chosen()
        program.click(x + 60, y)
        program.key("n", "n")  # the match in this thread, then the match in the next thread
        program.wait_state("dump-thread", workers[1])
        program.key("N")
        program.wait_state("dump-thread", workers[0])


def find_texts(left, right):
    """Returns the middles of text lines, from top to bottom; captions and column headings are lighter."""
    screen, lines = Screen(), []
    for y in range(HEIGHT // 8, HEIGHT - 20):
        if any(int(screen.get(x, y)[:2], 16) < 0x50 for x in range(left, right)):
            if not lines or y - lines[-1][1] > 4:
                lines.append([y, y])
            lines[-1][1] = y
    return [(top + bottom) // 2 for top, bottom in lines]


def find_rows(n):
    """Returns the middles of the n rows of a list, when no other view is visible and they are stable."""

    def look():
        lines = find_texts(14, 60)
        return lines if len(lines) == n and lines == find_texts(14, 60) else None

    return wait_for(f"{n} rows", look)


def write_log():
    """Writes log lines around the dumps, with a time zone."""
    path = HOME / "logcat.txt"
    path.write_text("".join(f"2025-12-31 23:59:{second}.000 +0000  2001  2001 I shop    : line\n"
                            for second in range(45, 60)))
    return path


def test_places():
    """With a log, each dump is an instant event on the timeline that leads to its threads."""
    trace, log = write_two_dumps(), write_log()
    mains = [find(trace, "main"), find(trace, "main", 1)]
    with open_dump(trace) as program:
        program.activate("open-together", f"[<[('{trace.as_uri()}', ''), ('{log.as_uri()}', '')]>]")
        wait_for("both files in the title", lambda: " and 1 more" in run("xdotool", "getwindowname", program.window))
        program.wait_ready()
        program.wait_state("dump-threads-left", 4)
        program.go_to("log")
        run("xdotool", "mousemove", "5", "5")

        def find_points():
            points = Screen().find_rows(set(PALETTE), range(TIMELINE_LEFT, WIDTH - 20), least=3)
            return [(x, y) for x, y, _ in points if y < HEIGHT * 2 // 3]

        points = wait_for("the dumps on the timeline", find_points)
        program.click(*points[0])
        program.wait_state("panel-page", "dump")
        assert program.state("dump-thread") in mains, program.state("dump-thread")


def test_narrow():
    """In a narrow window, list, stack and waits are pages; Escape goes back."""
    trace = write_deadlock()
    with open_dump(trace, width=680) as program:
        program.wait_state("dump-parts", "list")
        program.key("Tab")
        program.set_state("dump-thread", f"uint32 {find(trace, 'holder')}")
        run("xdotool", "mousemove", "5", "5")
        x, y = find_chosen()
        program.double_click(x + 60, y, "the stack", lambda: program.state("dump-parts") == "stack")
        program.key("Escape")
        program.wait_state("dump-parts", "list")
        program.resize(WIDTH, HEIGHT)
        program.wait_state("dump-parts", "list stack waits")


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))

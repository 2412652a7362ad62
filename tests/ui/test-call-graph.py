#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the call graph.

Usage: test-call-graph.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import collections
import csv
import struct
import sys
import time
import xml.etree.ElementTree

from harness import HEIGHT, NONE, WIDTH, Screen, dump, expect, find_menu, main, run, shared, wait_for

SAMPLE = "shop-start.trace"
LEVELS, CAPACITY, THRESHOLD = 2, 80, 5
TOPLEVEL = ("", "(toplevel)", "")
MIDDLE = ("android.os.Handler", "dispatchMessage", "(Landroid/os/Message;)V")
RECURSIVE = ("android.view.LayoutInflater", "rInflate",
             "(Lorg/xmlpull/v1/XmlPullParser;Landroid/view/View;Z)V")
PALETTE = """8cc3fc dd8176 9be3c3 b89ae4 e0b771 2dafcd ffbad4 90ba70 a5bbff d8875d
             8ee4d8 cc93d4 ccc072 4fa8dd ffbbbf 72bf89 bdb3fa ce9049 8be2ec db8ebd""".split()


class Calls:
    """Callers and callees, counted from the tables of tracedump."""

    def __init__(self, trace):
        self.times, self.ranks = {}, {}
        self.callers, self.callees = collections.defaultdict(dict), collections.defaultdict(dict)
        own = {}
        for row in dump("method_profile", trace):
            method = (row["class"], row["method"], row["signature"])
            self.times[method], self.ranks[method] = int(row["incl_wall_ns"]), row["rank"]
            own[method] = [int(row["calls"]), int(row["incl_wall_ns"])]
        for row in dump("method_edge", trace):
            caller, callee = (tuple(row[f"{side}_{part}"] for part in ("class", "method", "signature"))
                              for side in ("caller", "callee"))
            time = int(row["incl_wall_ns"])
            if row["callee_recursive"] == "0":
                self.add(self.callers[callee], caller, time)
                own[callee][0] -= int(row["calls"])
                own[callee][1] -= time
            if row["caller_recursive"] == "0":
                self.add(self.callees[caller], callee, time)
        for method, (calls, time) in own.items():
            if calls > 0:
                self.callers[method][TOPLEVEL] = self.callees[TOPLEVEL][method] = time
        self.times[TOPLEVEL] = sum(self.callees[TOPLEVEL].values())

    @staticmethod
    def add(sums, method, time):
        sums[method] = sums.get(method, 0) + time

    def find_around(self, middle, threshold):
        """Returns the methods in the graph around a method."""
        levels = {middle: 0}
        for relatives in (self.callers, self.callees):
            queue = [middle]
            for method in queue:
                if levels[method] == LEVELS:
                    continue
                for other, time in relatives[method].items():
                    if 100 * time >= threshold * self.times[method] and other not in levels:
                        levels[other] = levels[method] + 1
                        queue.append(other)
        assert len(levels) < CAPACITY / 2, "there may be no space for all"
        return set(levels)

    def count(self, middle, threshold=THRESHOLD):
        """Returns the number of methods and the number of edges between them."""
        methods = self.find_around(middle, threshold)
        return len(methods), sum(callee in methods for caller in methods for callee in self.callees[caller])


def get_ids(trace):
    return {(row["class"], row["method"], row["signature"]): int(row["id"]) for row in dump("symbol", trace)}


def open_graph(program, shown):
    program.wait_ready()
    program.go_to("call-graph")
    program.wait_state("graph-shown", shown)


def find_box(calls, method):
    """Returns the middle of a method's box, or None."""
    color = PALETTE[int(calls.ranks[method]) % len(PALETTE)]
    width, x, y = Screen().find_widest(color, 0, WIDTH - 420, HEIGHT // 2 + 110, HEIGHT - 5)
    return (x + width // 2, y) if width > 5 else None


def find_still_box(calls, method):
    """Returns the middle of a method's box when the previous graph is no longer visible."""
    before = find_box(calls, method)
    time.sleep(0.5)
    return before if find_box(calls, method) == before else None


def test_graph():
    """Shows callers and callees of the selected method; without a method, the top-level calls of the threads."""
    trace = SAMPLES / SAMPLE
    calls, ids = Calls(trace), get_ids(trace)
    with shared(trace) as program:
        open_graph(program, calls.count(TOPLEVEL))
        for method in (MIDDLE, RECURSIVE):
            program.set_state("selected-symbol", f"uint32 {ids[method]}")
            program.wait_state("graph-shown", calls.count(method))
        assert RECURSIVE in calls.callees[RECURSIVE]
        program.set_state("selected-symbol", f"uint32 {NONE}")
        program.wait_state("graph-shown", calls.count(TOPLEVEL))


def test_threshold():
    """The slider hides calls that took little time."""
    trace = SAMPLES / SAMPLE
    calls, ids = Calls(trace), get_ids(trace)
    counts = {threshold: calls.count(MIDDLE, threshold) for threshold in (1, 20, 50)}
    assert len(set(counts.values())) == len(counts)
    with shared(trace) as program:
        program.wait_ready()
        program.set_state("selected-symbol", f"uint32 {ids[MIDDLE]}")
        program.go_to("call-graph")
        for threshold, count in counts.items():
            program.set_state("graph-threshold", f"{threshold}.0")
            program.wait_state("graph-shown", count)


def test_walk():
    """A click on a method, or an arrow key and Return, moves it to the centre."""
    trace = SAMPLES / SAMPLE
    calls, ids = Calls(trace), get_ids(trace)
    callees = sorted(calls.callees[MIDDLE].items(), key=lambda item: -item[1])
    with shared(trace) as program:
        program.wait_ready()
        program.set_state("selected-symbol", f"uint32 {ids[MIDDLE]}")
        open_graph(program, calls.count(MIDDLE))
        x, y = wait_for("the callee's box", lambda: find_box(calls, callees[0][0]))
        middle_x, _ = wait_for("the box of the central method", lambda: find_box(calls, MIDDLE))
        assert x > middle_x, "what is called stands to the left"
        program.click(x, y)
        program.wait_state("selected-symbol", ids[callees[0][0]])
        program.wait_state("graph-shown", calls.count(callees[0][0]))
        # The only box to the left is the caller.
        expect(list(calls.callers[callees[0][0]]), [MIDDLE])
        program.key("Left", "Return")
        program.wait_state("selected-symbol", ids[MIDDLE])
        program.wait_state("graph-shown", calls.count(MIDDLE))


def is_chosen(program, page):
    """Presses Return until the open menu reacts, which can take some time on a busy machine. Without a menu, Return would
    activate other widgets."""
    if program.state("panel-page") == page:
        return True
    program.key("Return" if find_menu() else "Menu")
    time.sleep(0.5)
    return program.state("panel-page") == page


def test_menu():
    """A method has the same menu as symbols in other views; the graph stays until an item is activated."""
    trace = SAMPLES / SAMPLE
    calls, ids = Calls(trace), get_ids(trace)
    callee = max(calls.callees[MIDDLE], key=calls.callees[MIDDLE].get)
    with shared(trace) as program:
        program.wait_ready()
        program.set_state("selected-symbol", f"uint32 {ids[MIDDLE]}")
        open_graph(program, calls.count(MIDDLE))
        x, y = wait_for("the callee's box", lambda: find_still_box(calls, callee))

        def click_there():
            run("xdotool", "mousemove", str(x), str(y), "click", "3")

        program.choose_item("Show Occurrences", click_there)
        program.wait_state("panel-page", "occurrences")
        program.wait_state("selected-symbol", ids[callee])
        program.go_to("call-graph")
        program.wait_state("graph-shown", calls.count(callee))
        program.click(*wait_for("the box of the central method", lambda: find_still_box(calls, callee)))
        run("xdotool", "mousemove", str(WIDTH // 2), "28")  # an item below the pointer would be selected
        program.open_menu(lambda: program.key("Menu"))
        wait_for("the first menu item to react to Return", lambda: is_chosen(program, "call-tree"))


def test_zoom():
    """Plus enlarges boxes, minus shrinks them, and f fits the whole graph."""
    trace = SAMPLES / SAMPLE
    calls, ids = Calls(trace), get_ids(trace)

    def get_width():
        color = PALETTE[int(calls.ranks[MIDDLE]) % len(PALETTE)]
        return Screen().find_widest(color, 0, WIDTH - 420, HEIGHT // 2 + 110, HEIGHT - 5)[0]

    with shared(trace) as program:
        program.wait_ready()
        program.set_state("selected-symbol", f"uint32 {ids[MIDDLE]}")
        open_graph(program, calls.count(MIDDLE))
        x, y = wait_for("the box of the central method", lambda: find_box(calls, MIDDLE))
        program.click(x, y)
        width = wait_for("the width of the box", get_width)
        program.key("plus", "plus")
        wait_for("the box to grow", lambda: get_width() > width * 1.2)
        program.key("minus", "minus", "minus")
        wait_for("the box to shrink", lambda: 0 < get_width() < width)
        program.key("f")
        wait_for("the original width of the box", lambda: get_width() == width)


def test_export():
    """Exports images of the whole graph in each format, and the calls that its arrows represent."""
    trace = SAMPLES / SAMPLE
    calls, ids = Calls(trace), get_ids(trace)
    with shared(trace) as program:
        program.wait_ready()
        program.set_state("selected-symbol", f"uint32 {ids[MIDDLE]}")
        open_graph(program, calls.count(MIDDLE))

        def export(action, name):
            path = HOME / name
            path.unlink(missing_ok=True)
            program.activate(action, f"[<'{path}'>]")
            wait_for(f"the file {name}", path.exists)
            return path.read_bytes()

        png = export("export-graph-to", "graph.png")
        assert png.startswith(b"\x89PNG") and struct.unpack(">II", png[16:24])[0] > 500
        expect(export("export-graph-to", "again.png") == png, True)
        xml.etree.ElementTree.fromstring(export("export-graph-to", "graph.svg"))
        assert export("export-graph-to", "graph.pdf").startswith(b"%PDF-")

        rows = list(csv.DictReader(export("export-csv-to", "graph.csv").decode("utf-8-sig").splitlines()))
        methods = calls.find_around(MIDDLE, THRESHOLD)
        sums = collections.Counter()
        for row in rows:
            caller, callee = (tuple(row[f"{side}_{part}"] for part in ("class", "method", "signature"))
                              for side in ("caller", "callee"))
            expect(row["caller_recursive"], "0")
            sums[caller, callee] += int(row["incl_wall_ns"])
        expect(dict(sums), {(caller, callee): time for caller in methods if caller != TOPLEVEL
                            for callee, time in calls.callees[caller].items() if callee in methods})


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests unusual names in every widget that shows names, and the words of labels.

Usage: test-names.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]

A widget that treats a name as markup, as a mnemonic or as a format causes a warning, and a warning ends the program. A
widget that interprets the name in another way shows another name. All other labels must use the terms that
check-words.py requires.
"""

import importlib.util
import pathlib
import struct
import sys
import time

from harness import HEIGHT, NONE, WIDTH, count_windows, main, run, wait_for
from screen_reader import MISSING, is_there, open_told, read_tree

NAME = "_%s<b a='x'>&amp;</c>\x1b[1m\u202e\\n\"{}"
DATA = NAME.encode()
SHOWN = NAME.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e")

CHECK_WORDS = pathlib.Path(__file__).resolve().parent.parent / "check-words.py"


def load_find_better():
    spec = importlib.util.spec_from_file_location("check_words", CHECK_WORDS)
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    return module.find_better


find_better = load_find_better()


def make_trace():
    """Writes calls of two methods on two threads and a metadata entry, all with this name."""
    path = HOME / "names.trace"
    keys = [b"*version", b"2", b"clock=wall", DATA.replace(b"=", b":") + b"=" + DATA, b"*threads"]
    keys += [b"%d\t%s" % (tid, DATA) for tid in (1, 2)]
    keys += [b"*methods"]
    keys += [b"\t".join((b"0x%x" % (4 * i), DATA + b"%d" % i, DATA, DATA, DATA)) for i in (1, 2)]
    records = b"SLOW" + struct.pack("<HHQ", 2, 16, 0)
    for i in range(200):
        records += struct.pack("<HII", 1 + i // 100, 4 + 4 * (i // 2 % 2) + i % 2, 1000 * i)
    path.write_bytes(b"\n".join(keys + [b"*end", b""]) + records)
    return path


def make_log():
    """Writes a log in which everything that can have a name has this name."""
    path = HOME / "names.ftrace"
    events = [b"tracing_mark_write: " + mark % DATA for mark in (
        b"B|1|%s", b"C|1|%s|5", b"S|1|%s|1", b"G|1|track|%s|2", b"I|1|%s", b"B|1|x|D00|key=%s")]
    events += [b"%s: state=1 cpu_id=0" % DATA.replace(b" ", b""), b"%s: x" % DATA.replace(b" ", b"")]
    events += [b"irq_handler_entry: irq=1 name=%s" % DATA, b"irq_handler_exit: irq=1 ret=%s" % DATA]
    events += [b"sched_switch: prev_comm=%s prev_pid=1 prev_prio=1 prev_state=%c ==> next_comm=%s "
               b"next_pid=%d next_prio=1" % (DATA, state, DATA, tid)
               for state, tid in ((b"S", 2), (b"?", 3))]
    lines = [b"%s-1 (1) [000] .... %d.000000: %s" % (DATA, i + 1, event)
             for i, event in enumerate(events * 3)]
    path.write_bytes(b"# tracer: nop\n" + b"\n".join(lines) + b"\n")
    return path


def hover(left, right, top, bottom):
    """Hovers over an area, so that tooltips appear."""
    for y in range(top, bottom, 60):
        for x in range(left, right, 330):
            run("xdotool", "mousemove", str(x), str(y), "mousemove_relative", "2", "0")
            time.sleep(0.15)
        time.sleep(0.6)


def read(where, *needed):
    """Checks all visible strings; @needed must be among them."""
    tree = read_tree()
    texts = {text for widget in tree for text in (widget["name"], widget["description"]) if text}
    wrong = [(where, text, better) for text in texts for better in find_better(text)]
    assert not wrong, wrong
    raw = [(where, text) for text in texts if "\x1b" in text or "\u202e" in text]
    assert not raw, raw
    for need in needed:
        assert any(need in text for text in texts), (where, need, sorted(texts))


def visit_all(program):
    program.activate("unfold-all")
    program.set_state("selected-slice", "uint32 0")
    program.wait_state("selected-slice", 0)
    for page in ("profile", "range", "events", "problems"):
        program.set_state("panel-page", f"'{page}'")
        time.sleep(0.2)
        read(page, SHOWN)
    program.set_state("selected-slice", f"uint32 {NONE}")
    hover(60, WIDTH, 80, HEIGHT - 40)
    for colours in range(4):
        program.key("c")
        time.sleep(0.1)
    for slice_row in (0, 1):
        program.set_state("selected-slice", f"uint32 {slice_row}")
        program.key("Menu")
        time.sleep(0.3)
        program.key("Escape")
    program.set_state("selected-slice", f"uint32 {NONE}")
    program.set_state("selected-symbol", "uint32 0")
    program.set_state("panel-page", "'profile'")
    time.sleep(0.3)

    program.key("ctrl+shift+f")
    program.type("amp")
    wait_for("search matches", lambda: program.state("search-place")[1] > 0)
    program.key("Return", "Return", "Escape")
    program.wait_state("search-place", (0, 0))  # otherwise the key may close the next page
    program.activate("properties")
    wait_for("the properties", lambda: count_windows() == 2)
    read("properties", SHOWN)
    program.key("Escape")
    wait_for("no properties", lambda: count_windows() == 1)
    program.activate("export-timeline")
    wait_for("the print preview", lambda: count_windows() == 2)
    time.sleep(0.5)
    read("export")
    program.key("Escape")
    wait_for("no preview", lambda: count_windows() == 1)


def test_calls():
    """Unusual names of threads, classes, methods, files and metadata are shown unchanged."""
    with open_told(make_trace()) as program:
        visit_all(program)


def test_log():
    """Unusual names of threads, slices, counters, arguments, events, interrupts and states are shown unchanged."""
    with open_told(make_log()) as program:
        visit_all(program)


if __name__ == "__main__":
    if not is_there():
        print(f"1..0 # SKIP not installed: {MISSING}")
        sys.exit(0)
    sys.exit(main(__file__, globals(), sys.argv[1:]))

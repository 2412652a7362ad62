#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the view of findings.

Usage: test-findings.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import json
import subprocess
import sys
import time

import harness
from harness import NONE, Program, dump, expect, main, wait_for

REST = 1.0  # time in s after which a visible range enters the history
MAIN = 500


def write_log(name, slices, with_states=True):
    """Writes a log of an app's main thread, with its slices: (name, start in ms, end in ms)."""
    lines = []

    def add(ms, words, comm="com.shop", pid=MAIN):
        us = round(ms * 1000)
        lines.append((us, f"  {comm}-{pid}   ({pid:5}) [000] d..1 {us // 1000000}.{us % 1000000:06}: {words}"))

    if with_states:
        add(1, "sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=com.shop "
               f"next_pid={MAIN} next_prio=120", "swapper/0", 0)
    for text, begin, end in slices:
        add(begin, f"tracing_mark_write: B|{MAIN}|{text}")
        add(end, f"tracing_mark_write: E|{MAIN}")
    add(60000, "print: end")
    path = HOME / name
    path.write_text("# tracer: nop\n" + "\n".join(line for _, line in sorted(lines)) + "\n", "utf-8")
    return path


TROUBLE = [("load", 1000, 1300), ("save", 2000, 8000), ("sync", 9000, 9250)]


def find(log, *options):
    """Returns the output of “tracedump findings”."""
    return subprocess.run([harness.TRACEDUMP, "findings", *options, log], capture_output=True, text=True,
                          check=True).stdout


def open_findings(program, count):
    program.wait_ready()
    program.wait_state("panel-page", "findings")
    program.wait_state("findings-shown", count)


def export(program, table):
    """Returns the visible rows of a list."""
    path = HOME / f"{table}.csv"
    path.unlink(missing_ok=True)
    program.activate("export-table-to", f"[<('{table}', '{path}')>]")
    wait_for("the exported file", lambda: path.exists() and path.read_bytes().endswith(b"\r\n"))
    return harness.read_csv(path.read_text("utf-8-sig"))


def test_lists():
    """The view comes first; its findings and the evidence of the selected finding equal tracedump's output."""
    log = write_log("lists.ftrace", TROUBLE)
    findings = json.loads(find(log, "--format", "json"))
    expect([row["severity"] for row in findings], ["error", "warning", "warning"])
    evidence = dump("finding_evidence", log)
    with Program(log) as program:
        open_findings(program, len(findings))
        expect(program.state("finding"), 0)
        expect(program.state("selected-slice"), NONE)
        rows = export(program, "finding")
        for column in ("severity", "rule", "ts", "dur", "cost", "count", "text"):
            expect([row[column] for row in rows], [str(row[column]) for row in findings])
        for number in range(len(findings)):
            program.set_state("finding", f"uint32 {number}")
            program.wait_state("finding", number)
            wanted = [row for row in evidence if row["finding"] == str(number)]
            wait_for("the evidence", lambda: export(program, "finding_evidence") == wanted)


def click_list(program, x, is_clicked):
    """Clicks rows of a list from the bottom of the window upward, until the condition is true."""
    for y in range(program.get_size()[1] - 50, program.get_size()[1] // 2, -12):
        program.click(x, y)
        time.sleep(0.2)
        if is_clicked():
            return
    raise AssertionError(f"no row at {x}")


def get_time(row):
    return int(row["ts"]), int(row["ts"]) + int(row["dur"])


def test_evidence():
    """A click on a finding or its evidence goes to the slice, and Alt+Left returns."""
    log = write_log("evidence.ftrace", TROUBLE)
    evidence = dump("finding_evidence", log)
    with Program(log) as program:
        open_findings(program, len(evidence))
        whole = program.state("visible-time")
        time.sleep(REST)
        click_list(program, 200, lambda: program.state("finding") == len(evidence) - 1)
        row = evidence[-1]
        program.wait_state("selected-slice", int(row["id"]))
        program.wait_state("selected-time", get_time(row))
        seen, (begin, end) = program.state("visible-time"), get_time(row)
        assert seen[0] <= begin and end <= seen[1] and seen[1] - seen[0] < 5 * (end - begin), seen
        time.sleep(REST)
        program.key("alt+Left")
        program.wait_state("visible-time", whole)
        program.wait_state("selected-slice", NONE)
        time.sleep(REST)
        click_list(program, program.get_size()[0] - 300,
                   lambda: program.state("selected-slice") == int(row["id"]))
        time.sleep(REST)
        program.key("alt+Left")
        program.wait_state("selected-slice", NONE)


def get_copied(program):
    """Returns the text in the clipboard, by pasting it as the name of a bookmark."""
    program.click(700, 300)
    program.key("m")
    wait_for("a bookmark", lambda: program.state("marks"))
    program.key("shift+m")
    time.sleep(0.5)
    program.key("ctrl+a", "ctrl+v", "Return")
    return wait_for("a name", lambda: program.state("marks")[0][2]).split()


def test_copy():
    """The copied text equals the output of tracedump."""
    log = write_log("copy.ftrace", TROUBLE)
    with Program(log) as program:
        open_findings(program, len(TROUBLE))
        program.activate("copy-findings")
        expect(get_copied(program), find(log).split())


def test_nothing():
    """Without problems the view has no rows; without scheduling events it does not come first."""
    log = write_log("nothing.ftrace", [("load", 1000, 1010)])
    assert find(log).startswith("No findings."), find(log)
    with Program(log) as program:
        open_findings(program, 0)
        expect(program.state("finding"), NONE)
        expect(program.describe("copy-finding")[0], False)
    log = write_log("marks.ftrace", TROUBLE, with_states=False)
    with Program(log) as program:
        program.wait_ready()
        assert program.state("panel-page") != "findings"
        program.go_to("findings")
        program.wait_state("findings-shown", len(TROUBLE))


def test_filter():
    """A kind and entered text filter the findings, and Escape removes the filters."""
    log = write_log("filter.ftrace", TROUBLE + [("lmk,500,1,0,1,2,3,4,5", 30000, 30001)])
    findings = json.loads(find(log, "--format", "json"))
    kinds = sorted({row["kind"] for row in findings})
    assert len(kinds) > 1, findings
    with Program(log) as program:
        open_findings(program, len(findings))
        for kind in kinds + ["all"]:
            program.set_state("findings-kind", f"'{kind}'")
            program.wait_state("findings-kind", kind)
            wanted = [row["text"] for row in findings if kind in ("all", row["kind"])]
            wait_for(kind, lambda: [row["text"] for row in export(program, "finding")] == wanted)
        program.activate("mark-findings")
        wait_for("the query track with the findings",
                 lambda: [track[1:] for track in program.state("query-tracks")] == [("Findings", len(findings), "")])
        word = max(findings[0]["text"].split(), key=len)
        program.key("ctrl+f")
        program.type(word)
        wanted = [row["text"] for row in findings if word.lower() in row["text"].lower()]
        wait_for("the matches", lambda: [row["text"] for row in export(program, "finding")] == wanted)
        program.key("Escape")
        wait_for("all findings", lambda: len(export(program, "finding")) == len(findings))


def test_thresholds():
    """Saved thresholds apply; the view is updated when they change, and their window opens and closes."""
    log = write_log("thresholds.ftrace", TROUBLE)
    rule = json.loads(find(log, "--format", "json"))[0]["rule"]
    some = json.loads(find(log, "--format", "json", "--threshold", f"{rule}=1000"))
    assert 0 < len(some) < len(TROUBLE), some
    with harness.temporary_settings(finding_thresholds=f"{{'{rule}': 1000.0, 'no-such-rule': 3.0}}") as keep:
        with Program(log) as program:
            open_findings(program, len(some))
            expect([row["text"] for row in export(program, "finding")], [row["text"] for row in some])
            program.activate("finding-thresholds")
            wait_for("the window", lambda: harness.count_windows() == 2)
            keep(finding_thresholds="@a{sd} {}")
            program.wait_state("findings-shown", len(TROUBLE))
            program.key("Escape")
            wait_for("the dialog to close", lambda: harness.count_windows() == 1)


def test_narrow():
    """A narrow window shows both lists."""
    log = write_log("narrow.ftrace", TROUBLE)
    row = dump("finding_evidence", log)[0]
    with Program(log, width=700, height=700) as program:
        open_findings(program, len(TROUBLE))
        expect(program.get_size()[0], 700)
        click_list(program, 450, lambda: program.state("selected-slice") == int(row["id"]))


sys.exit(main(__file__, globals(), sys.argv[1:]))

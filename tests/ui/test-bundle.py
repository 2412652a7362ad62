#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests bug reports and other bundles.

Usage: test-bundle.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import gzip
import io
import os
import pathlib
import sys
import time
import zipfile

from harness import Program, expect, main, read_csv, run, wait_for

HOME = pathlib.Path(os.environ.get("HOME", "."))
HEADER = "========\n== dumpstate: 2025-12-31 23:59:57\n========\n\nBuild: AB1.123\n\n"
DONE = "== dumpstate: done (id 1)\n"
ROW = "-" * 79 + "\n"


def make_dump(zone="+0100"):
    """Returns a dump of two threads that wait for each other, and a main thread that waits for one of them."""
    threads = (("main", 1, 2), ("worker-a", 2, 3), ("worker-b", 3, 2))
    text = f"----- pid 2345 at 2025-12-31 23:59:54.500000000{zone} -----\nCmd line: com.example.shop\n\n"
    text += "DALVIK THREADS (3):\n"
    for name, tid, wanted in threads:
        text += (f'"{name}" prio=5 tid={tid} Blocked\n  at com.example.A.run(A.java:{tid})\n'
                 f"  - waiting to lock <0x0{wanted}> (a java.lang.Object) held by thread {wanted}\n"
                 f"  - locked <0x0{tid}> (a java.lang.Object)\n\n")
    return text + "----- end 2345 -----\n"


def make_log():
    return ("12-31 23:59:50.000  1000  2345  2345 I Tag: all is well\n"
            "12-31 23:59:54.900  1000   929   929 E ActivityManager: ANR in com.example.shop\n"
            "12-31 23:59:55.900  1000   929   929 E Tag: the end\n")


def make_report(n_texts=3):
    frames = ("Applications Graphics Acceleration Info:\nUptime: 90000 Realtime: 90000\n\n"
              "** Graphics info for pid 2345 [com.example.shop] **\n\nWindow: a/b.Main\n---PROFILEDATA---\n"
              "Flags,IntendedVsync,FrameDeadline,FrameCompleted,\n"
              "0,86000000000,86016000000,86010000000,\n0,86100000000,86116000000,86150000000,\n"
              "---PROFILEDATA---\n")
    text = HEADER + f"------ SYSTEM LOG (logcat -v threadtime) ------\n{make_log()}"
    text += "------ RADIO LOG (logcat -b radio) ------\n"
    text += f"------ VM TRACES AT LAST ANR (/data/anr/a: 2025-12-31 23:59:55) ------\n{make_dump()}"
    for i in range(n_texts):
        text += f"------ PART {i} (cat /proc/{i}) ------\nrow of part {i}\nsome needle {i}\n"
    text += f"{ROW}DUMP OF SERVICE gfxinfo:\n{frames}"
    text += "--------- 0.010s was the duration of dumpsys gfxinfo, ending at: 2025-12-31 23:59:57\n"
    return text + DONE


def write_report(**options):
    path = HOME / "bugreport-x.txt"
    path.write_text(make_report(**options))
    return path


def wait_examined(program, n):
    wait_for(f"{n} examined files", lambda: program.state("bundle-examined") == n)


def get_title(program):
    return run("xdotool", "getwindowname", program.window).strip()


def test_report():
    """Failures come first; the sections of a failure are selected and open together."""
    with Program(write_report()) as program:
        program.wait_state("page", "bundle")
        wait_examined(program, 7)
        assert program.state("bundle-verdict") == "1 thing went wrong in com.example.shop in the last minute.", (
            program.state("bundle-verdict"))
        assert program.state("bundle-ticked") == ["SYSTEM LOG", "VM TRACES AT LAST ANR", "dumpsys gfxinfo"], (
            program.state("bundle-ticked"))
        wait_for("3 files with a clock", lambda: program.state("bundle-tied") == 3)
        program.key("ctrl+Return")
        program.wait_ready()
        assert get_title(program).startswith("SYSTEM LOG and 2 more"), get_title(program)


def test_keys():
    """Arrow keys move in the list, Space selects, Return opens; a section without a clock cannot be selected."""
    with Program(write_report()) as program:
        program.wait_state("page", "bundle")
        wait_examined(program, 7)
        assert program.state("bundle-selected") == "VM TRACES AT LAST ANR"
        program.key("space")
        wait_for("the section to be deselected", lambda: "VM TRACES AT LAST ANR" not in program.state("bundle-ticked"))
        program.key("space")
        wait_for("the section to be selected", lambda: "VM TRACES AT LAST ANR" in program.state("bundle-ticked"))
        before = program.state("bundle-ticked")
        program.key("End")
        wait_for("the cursor in the last row", lambda: program.state("bundle-selected") == "PART 2")
        program.key("space")
        assert program.state("bundle-ticked") == before
        program.key("Return")
        program.wait_ready()
        assert get_title(program).startswith("PART 2"), get_title(program)
        program.wait_state("panel-page", "text")


def test_filter():
    """The list is filtered by names and findings; groups collapse, and a button shows more."""
    with Program(write_report(n_texts=40)) as program:
        program.wait_state("page", "bundle")
        wait_examined(program, 44)
        # 4 headings, 4 members, 12 text files, and the row that shows more
        wait_for("the rows with collapsed groups", lambda: program.state("bundle-rows") == 4 + 4 + 12 + 1)
        program.key("End", "Return")
        wait_for("the rows of all files", lambda: program.state("bundle-rows") == 4 + 4 + 40)
        program.key("ctrl+f")
        program.type("part 3")
        wait_for("the rows that match the name", lambda: program.state("bundle-rows") == 1 + 11)
        program.key("ctrl+a", "BackSpace")
        program.type("deadlock")
        wait_for("the rows that match the finding", lambda: program.state("bundle-rows") == 2)
        program.key("Escape")
        wait_for("the rows of all files", lambda: program.state("bundle-rows") == 4 + 4 + 40)


def search_lines(program, text, n):
    """Searches the lines of all files. Enters the text again if the entry received only a part of it."""
    def search():
        program.key("ctrl+shift+f")
        program.key("ctrl+a")
        program.type(text)
        end = time.monotonic() + 10
        while program.state("bundle-hits") != n and time.monotonic() < end:
            time.sleep(0.05)
        return program.state("bundle-hits") == n

    wait_for(f"{n} hits of {text}", search)


def open_hit(program, n=0):
    """Opens the nth hit with keys."""
    program.key("Return")
    wait_for("the focus in the list of hits", lambda: program.state("bundle-hits-focus"))
    program.key(*["Down"] * n, "Return")
    program.wait_ready()


def open_other_hit(program, words):
    """Closes the opened hit, then opens the only hit of another search."""
    program.activate("close-tab")
    program.wait_state("page", "bundle")
    search_lines(program, words, 1)
    open_hit(program)


def test_lines():
    """A search finds lines in all sections; a hit opens its section at the line."""
    with Program(write_report()) as program:
        program.wait_state("page", "bundle")
        wait_examined(program, 7)
        search_lines(program, "some needle", 3)
        open_hit(program, 1)
        assert get_title(program).startswith("PART 1"), get_title(program)
        program.wait_state("panel-page", "text")
        wait_for("line 1 of the text view", lambda: program.state("text-line") == 1)
        # A log opens as a log…
        open_other_hit(program, "the end")
        program.wait_state("panel-page", "log")
        wait_for("line 2 in the log view", lambda: program.state("selected-line") == 2)
        # …and sections without log lines open as text, like the beginning of the report.
        open_other_hit(program, "A.java:3")
        assert get_title(program).startswith("VM TRACES AT LAST ANR as Text"), get_title(program)
        wait_for("line 15 of the text view", lambda: program.state("text-line") == 15)
        open_other_hit(program, "AB1.123")
        assert get_title(program).startswith("bugreport-x.txt as Text"), get_title(program)
        wait_for("line 4 of the text view", lambda: program.state("text-line") == 4)
        # Pressing Escape twice returns to the list of members.
        program.activate("close-tab")
        program.wait_state("page", "bundle")
        search_lines(program, "no such words", 0)
        run("sleep", "0.5")
        program.key("Escape", "Escape")
        run("sleep", "1")
        program.key("Return")
        program.wait_ready()
        assert get_title(program).startswith("VM TRACES AT LAST ANR"), get_title(program)


def test_lines_of_archives():
    """Archives in archives and compressed files are also searched; the tab of a file is reused."""
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("deep.txt", "one\ntwo\nthe needle\n")
        archive.writestr("log.txt", make_log())
    path = HOME / "outer.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("inner.zip", inner.getvalue())
        archive.writestr("packed.gz", gzip.compress(b"one\nA Needle\n"))
        archive.writestr("dump.txt", make_dump())
        archive.writestr("binary", b"\0needle")
    with Program(path) as program:
        program.wait_state("page", "bundle")
        search_lines(program, "needle", 2)
        open_hit(program)
        assert get_title(program).startswith("packed.gz"), get_title(program)
        wait_for("line 1 of the text view", lambda: program.state("text-line") == 1)
        program.activate("close-tab")
        program.wait_state("page", "bundle")
        search_lines(program, "t.o|needle", 0)
        program.key("Escape", "Escape")
        search_lines(program, "two", 1)
        open_hit(program)
        wait_for("line 1 of the text view", lambda: program.state("text-line") == 1)


def make_jstack(line, time=""):
    """Returns a dump of two threads of a server; one of them is in the given line of its method."""
    return (f"{time}Full thread dump OpenJDK 64-Bit Server VM (17.0.9+9 mixed mode, sharing):\n\n"
            '"main" #1 prio=5 os_prio=0 cpu=120.05ms elapsed=10.12s tid=0x00007f1c08012800 nid=0x1a3 runnable\n'
            "   java.lang.Thread.State: RUNNABLE\n"
            f"\tat com.example.A.run{line}(A.java:{line})\n\tat com.example.Main.main(Main.java:5)\n\n"
            '"worker" #12 prio=5 os_prio=0 cpu=1.05ms elapsed=9.12s tid=0x00007f1c08a12800 nid=0x1a9 waiting\n'
            "   java.lang.Thread.State: WAITING (parking)\n"
            "\tat jdk.internal.misc.Unsafe.park(Native Method)\n\tat com.example.W.run(W.java:5)\n\n")


def read_table(program, name):
    out = HOME / f"{name}.csv"
    out.unlink(missing_ok=True)
    program.activate("export-table-to", f"[<('{name}', '{out}')>]")
    wait_for("the exported file", lambda: out.exists() and out.read_bytes())
    return read_csv(out.read_text())


def test_compare_dumps():
    """One button compares two dumps of a process: ANR dumps, also of a later run, and jstack dumps."""
    anr = make_dump()
    later = anr.replace("23:59:54", "23:59:58").replace("A.java:1)", "A.java:9)")
    cases = {
        "anr": (anr, later, {"main": "moved", "worker-a": "same", "worker-b": "same"}),
        "runs": (anr.replace("2025-12-31", "2025-12-30"), later.replace("2345", "77"),
                 {"main": "moved", "worker-a": "same", "worker-b": "same"}),
        "jstack": (make_jstack(1), make_jstack(2), {"main": "moved", "worker": "same"}),
        "jstack-timed": (make_jstack(1, "2025-03-03 10:00:00\n"), make_jstack(2, "2025-03-03 10:00:05\n"),
                         {"main": "moved", "worker": "same"}),
    }
    for name, (before, after, changes) in cases.items():
        folder = HOME / f"compare-{name}"
        folder.mkdir()
        (folder / "dump_1").write_text(before)
        (folder / "dump_2").write_text(after)
        with Program(folder) as program:
            program.wait_state("page", "bundle")
            wait_examined(program, 2)
            program.key("alt+d")
            program.wait_ready()
            program.wait_state("panel-page", "dump-changes")
            rows = read_table(program, "thread_dump_change")
            expect({row["name"]: row["change"] for row in rows}, changes)


def test_lead():
    """Dumps and logs that are opened together show the threads or the log, not the range view of a timeline."""
    logs = make_log(), make_log().replace("Tag", "Other")
    cases = {
        "dumps": ({"anr_1": make_dump(), "anr_2": make_dump().replace("23:59:54", "23:59:58")}, "dump"),
        "dump-and-log": ({"anr_1": make_dump(), "a.log": make_log()}, "dump"),
        "logs": ({"a.log": logs[0], "b.log": logs[1]}, "log"),
    }
    for name, (files, view) in cases.items():
        folder = HOME / f"lead-{name}"
        folder.mkdir()
        for file, text in files.items():
            (folder / file).write_text(text)
        with Program(folder) as program:
            program.wait_state("page", "bundle")
            wait_examined(program, 2)
            for _ in range(2):
                if program.state("bundle-selected") not in program.state("bundle-ticked"):
                    program.key("space")
                program.key("Down")
            wait_for("2 files with a clock", lambda: program.state("bundle-tied") == 2)
            program.key("ctrl+Return")
            program.wait_ready()
            program.wait_state("panel-page", view)


def make_long_log(n=2400):
    """Returns a log with one line every 50 ms around the time of the dump."""
    return "".join(f"12-31 23:{58 + i // 1200}:{i % 1200 / 20:06.3f}  1000  2345  2345 I Tag: line {i}\n"
                   for i in range(n))


def test_log_around():
    """A button opens the log at the time of a dump or crash, from its own file or from the same bundle."""
    log = make_long_log()
    wanted = next(i for i, line in enumerate(log.splitlines()) if "23:59:54.500" in line)
    text = HEADER + f"------ SYSTEM LOG (logcat -v threadtime) ------\n{log}"
    text += f"------ VM TRACES AT LAST ANR (/data/anr/a: 2025-12-31 23:59:55) ------\n{make_dump()}" + DONE
    path = HOME / "bugreport-around.txt"
    path.write_text(text)
    with Program(path) as program:
        program.wait_state("page", "bundle")
        wait_examined(program, 2)
        wait_for("the dump", lambda: program.state("bundle-selected") == "VM TRACES AT LAST ANR")
        program.key("Return")
        program.wait_ready()
        wait_for("the dump", lambda: get_title(program).startswith("VM TRACES"))
        program.activate("log-around")
        wait_for("the dump and its log in the title",
                 lambda: get_title(program).startswith("VM TRACES AT LAST ANR and 1 more"))
        program.wait_ready()
        program.wait_state("panel-page", "log")
        wait_for("the line", lambda: program.state("selected-line") == wanted)
        # A filter that hides the line is removed.
        program.key("ctrl+f")
        program.type("line 17")
        wait_for("a filter", lambda: program.state("log-lines-shown") < 200)
        program.activate("panel-page", "[<'dump'>]")
        program.activate("log-around")
        wait_for("all lines", lambda: program.state("log-lines-shown") == 2400)
        wait_for("the line", lambda: program.state("selected-line") == wanted)


def test_log_around_crash():
    """A native crash whose log is in another file opens that log at its time."""
    crash_text = ("*** " * 15 + "***\nBuild fingerprint: 'x'\nABI: 'arm64'\nTimestamp: 2025-12-31 10:02:30.000000000+0000\n"
                  "Cmdline: org.reef.game\npid: 1234, tid: 1240, name: Draw  >>> org.reef.game <<<\nuid: 10001\n"
                  "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10\n"
                  "    x0  0000000000000001  x1  0000000000000002\n\nbacktrace:\n"
                  "      #00 pc 0000000000001000  /data/app/org.reef.game/lib/arm64/libreef.so (Sea::wave(int)+8)\n")
    log = "".join(f"12-31 10:0{i // 60}:{i % 60:02}.000  1234  1234 I Tag     : line {i}\n" for i in range(300))
    crash = HOME / "crash.txt"
    crash.write_text(f"{crash_text}\n--------- log main\n{log}")
    with Program(crash) as program:
        program.wait_ready()
        program.activate("log-around")
        program.wait_state("panel-page", "log")
        wait_for("the line", lambda: program.state("selected-line") == 150)


MEMORY = """Applications Memory Usage (in Kilobytes):
Uptime: 90000 Realtime: 90000

** MEMINFO in pid 2345 [com.example.shop] **
                   Pss  Private
                 Total    Dirty
                ------   ------
  Native Heap    17705    17636
  Dalvik Heap     5181     5116
        TOTAL    22886    22752

Total PSS by process:
    134,665K: system (pid 929)
     66,935K: com.example.shop (pid 2345 / activities)
"""


def test_service():
    """The output of a service opens as a list with a filter for all columns."""
    path = HOME / "bugreport-y.txt"
    path.write_text(f"{HEADER}{ROW}DUMP OF SERVICE meminfo:\n{MEMORY}{DONE}")
    with Program(path) as program:
        program.wait_state("page", "bundle")
        wait_examined(program, 1)
        program.key("End", "Return")
        program.wait_ready()
        program.wait_state("panel-page", "memory-report")

        def list_rows():
            out = HOME / "memory.csv"
            out.unlink(missing_ok=True)
            program.activate("export-table-to", f"[<('memory_report_row', '{out}')>]")
            wait_for("the exported file", lambda: out.exists() and out.read_bytes())
            return [(row["name"], row["pss_total"], row["private_dirty"]) for row in read_csv(out.read_text())]

        assert len(list_rows()) == 5, list_rows()
        program.key("ctrl+f")
        program.type("native")
        wanted = [("Native Heap", "17705", "17636")]
        wait_for("fewer rows", lambda: list_rows() == wanted)
        program.key("ctrl+a")
        program.type("929")
        wait_for("the row that matches the pid", lambda: list_rows() == [("system", "134665", "")])
        program.key("Escape")
        wait_for("all rows", lambda: len(list_rows()) == 5)


def test_frame_statistics():
    """Frame statistics without frames are shown as a separate list."""
    path = HOME / "gfxinfo.txt"
    path.write_text("Applications Graphics Acceleration Info:\nUptime: 90000 Realtime: 90000\n\n"
                    "** Graphics info for pid 2345 [com.example.shop] **\n\nTotal frames rendered: 40\n"
                    "Janky frames: 7 (17.50%)\n50th percentile: 8ms\nHISTOGRAM: 5ms=10 6ms=8\n")
    with Program(path) as program:
        program.wait_ready()
        program.wait_state("panel-page", "frame-statistics")
        rows = read_table(program, "frame_statistic")
        expect([(row["name"], row["value"]) for row in rows],
               [("Total frames rendered", "40"), ("Janky frames", "7"), ("50th percentile", "8"),
                ("HISTOGRAM", "10"), ("HISTOGRAM", "8")])


def test_folder():
    """A folder of fault logs reports failures or their absence; an empty folder is reported as empty."""
    folder = HOME / "faultlog"
    folder.mkdir()
    with Program(folder) as program:
        program.wait_state("page", "bundle")
    (folder / "anr_1").write_text(make_dump())
    (folder / "anr_2").write_text(make_dump().replace("2345", "77"))
    (folder / "notes.txt").write_text("nothing to see here\n")
    with Program(folder) as program:
        program.wait_state("page", "bundle")
        wait_examined(program, 3)
        assert program.state("bundle-verdict").startswith("2 things went wrong in com.example.shop"), (
            program.state("bundle-verdict"))


def test_traces():
    """The heading for a folder that only contains traces is their number."""
    folder = HOME / "traces"
    folder.mkdir()
    for name in ("shop-start.trace", "device.ftrace"):
        (folder / name).write_bytes((SAMPLES / name).read_bytes())
    with Program(folder) as program:
        program.wait_state("page", "bundle")
        wait_examined(program, 2)
        expect(program.state("bundle-verdict"), "2 traces")


def test_days():
    """Of failures on several days, the last failure is selected and visible; a key shows the range of all failures."""
    folder = HOME / "days"
    folder.mkdir()
    (folder / "anr_new").write_text(make_dump())
    (folder / "anr_old").write_text(make_dump().replace("2025-12-31", "2025-11-02").replace("2345", "77"))
    (folder / "logcat.txt").write_text("".join(
        f"2025-12-{day:02} 12:00:00.000 +0100   900   900 E ActivityManager: ANR in com.example.a\n"
        for day in range(1, 32)))
    with Program(folder) as program:
        program.wait_state("page", "bundle")
        wait_examined(program, 3)
        wait_for("the restored selection of files", lambda: program.state("bundle-ticked") == ["anr_new", "logcat.txt"])
        wait_for("2 files with a clock", lambda: program.state("bundle-tied") == 2)
        program.key("ctrl+Return")
        program.wait_ready()
        start, end = wait_for("the visible time range", lambda: program.state("visible-time"))
        second = 10**9
        happened = 1767221994 * second + second // 2  # 23:59:54.5 in the time zone, as UTC
        cursor_time = program.state("cursor-time")
        assert start < cursor_time <= end and end - start < 120 * second, (start, cursor_time, end)
        assert (cursor_time - happened) % (3600 * second) == 0, cursor_time
        program.click(200, 300)
        program.key("f")
        wait_for("the zoom to the whole trace",
                 lambda: program.state("visible-time")[1] - program.state("visible-time")[0] >
                         20 * 86400 * second)


def test_offsets():
    """A section without a clock gets a clock when an offset is entered."""
    path = HOME / "logs.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.log", make_log())
        archive.writestr("raw.txt", make_dump().replace(" at 2025-12-31 23:59:54.500000000+0100", ""))
    with Program(path) as program:
        program.wait_state("page", "bundle")
        wait_examined(program, 2)
        wait_for("the cursor on the dump", lambda: program.state("bundle-selected") == "raw.txt")
        program.key("space")
        assert program.state("bundle-ticked") == ["a.log"], program.state("bundle-ticked")
        program.activate("bundle-offsets")
        run("sleep", "1")
        program.key("Tab")
        program.type("1.5")
        program.key("Return")
        run("sleep", "1")
        program.key("space")
        wait_for("the dump to be selected", lambda: "raw.txt" in program.state("bundle-ticked"))
        wait_for("2 files with a clock", lambda: program.state("bundle-tied") == 2)


def test_narrow():
    """In a narrow window, the pane is below the list."""
    with Program(write_report(), width=700, height=560) as program:
        program.wait_state("page", "bundle")
        wait_examined(program, 7)
        wait_for("3 files with a clock", lambda: program.state("bundle-tied") == 3)
        program.key("ctrl+Return")
        program.wait_ready()


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))

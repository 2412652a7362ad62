#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a bug report of any size, with sections whose number and sizes are known.

make-bug-report.py [--lines N] [--seed N] [--odd] [--story] FILE

FILE is the report or, if its name ends with .zip, an archive with the report and other files. The script writes
the name, the first line and the number of lines of each section to standard output as JSON. With --story,
an app crashed, drew frames late, and does not respond because of a deadlock. With --odd, some
lines only look like ends of sections or headings.
"""

import argparse
import datetime
import json
import random
import sys
import zipfile

WHEN = datetime.datetime(2025, 12, 31, 23, 59, 57)
ROW = "-" * 79
ODD = [
    "------ 0.612s was the duration of 'SOMETHING ELSE' ------",
    "--------- 0.010s was the duration of dumpsys other, ending at: 2025-12-31 23:59:58",
    "------", "------ ------", "--- nested --- dashes ---", "-------- almost --------", ROW,
    "DUMP OF SERVICE without a colon", " ------ INDENTED (a) ------", "== a heading ==", "",
]
LEVELS = "VDIWE"


class Report:
    def __init__(self, seed, is_odd):
        self.random = random.Random(seed)
        self.is_odd = is_odd
        self.lines = [
            "=" * 56, f"== dumpstate: {WHEN}", "=" * 56, "", "Build: AB1.123",
            "Build fingerprint: 'x/y/z:16/AB1.123/1:user/release-keys'", "",
        ]
        self.sections = []

    def begin(self, heading, name):
        self.lines.append(heading)
        self.sections.append({"name": name, "first_line": len(self.lines) + 1, "lines": []})

    def say(self, line):
        self.lines.append(line)
        self.sections[-1]["lines"].append(line)

    def end(self, *lines):
        """Ends a section, and appends the lines after it. With --odd, first appends an unusual line to the section."""
        if self.is_odd and self.sections[-1]["lines"]:
            self.say(self.random.choice(ODD))
            self.say("the last line")
        self.lines += lines

    def add_log(self, title, command, n):
        self.begin(f"------ {title} ({command}) ------", title)
        step = datetime.timedelta(milliseconds=7)
        when = WHEN - n * step
        for i in range(n):
            pid = self.random.choice((7, 929, 2345, 14210))
            self.say(f"{when:%m-%d %H:%M:%S}.{when.microsecond // 1000:03d} {1000:5d} {pid:5d} {pid:5d} "
                     f"{self.random.choice(LEVELS)} Tag{i % 23}: message {i} {self.random.random()}")
            when += step
        if self.is_odd:
            self.lines.append(f"------ 0.6{n % 10}s was the duration of '{title}' ------")

    def add_text(self, title, n):
        self.begin(f"------ {title} ------", title.rsplit(" (", 1)[0])
        for i in range(n):
            self.say(f"  {title.lower()} row {i}: {self.random.randrange(1 << 30)}")
        took = self.random.random()
        self.end(*[f"------ {took:.3f}s was the duration of '{title}' ------"] * (took >= 0.5))

    def add_service(self, name, priority, n):
        self.lines.append(ROW)
        self.begin(f"DUMP OF SERVICE {priority}{name}:", f"dumpsys {priority}{name}")
        for i in range(n):
            self.say(f"  {name} state {i} = {self.random.random()}")
        self.end(f"--------- 0.010s was the duration of dumpsys {name}, ending at: {WHEN}")

    def finish(self):
        self.lines += ["=" * 56, "== dumpstate: done (id 1)", "=" * 56]
        return "\n".join(self.lines) + "\n"


def make_dump():
    """Returns a dump of the main thread, which waits for the first of two threads in a deadlock."""
    text = ["----- dumping pid: 14210 at 3596500", "----- pid 14210 at 2025-12-31 23:59:54.871000000+0100 -----",
            "Cmd line: com.example.shop", "", "DALVIK THREADS (3):"]
    for name, tid, wanted in (("main", 1, 2), ("DefaultDispatcher-worker-2", 2, 3), ("SyncWorker-1", 3, 2)):
        text += [f'"{name}" prio=5 tid={tid} Blocked', f"  at com.example.shop.Cart.update(Cart.java:{tid}4)",
                 f"  - waiting to lock <0x0{wanted}> (a com.example.shop.Db) held by thread {wanted}",
                 f"  - locked <0x0{tid}> (a com.example.shop.Db)", ""]
    return text + ["----- end 14210 -----"]


def make_tombstone():
    return [*["*** " * 15 + "***"], "Build fingerprint: 'x/y/z:16/AB1.123/1:user/release-keys'", "Revision: '0'",
            "ABI: 'arm64'", "Timestamp: 2025-12-31 23:41:07.402000000+0100", "Process uptime: 44s",
            "Cmdline: com.example.shop", "pid: 13877, tid: 13877, name: example.shop  >>> com.example.shop <<<",
            "uid: 10234", "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000018",
            "    x0  0000000000000000  x1  0000007fc0000000  x2  0000000000000001  x3  0000000000000000", "",
            "3 total frames", "backtrace:",
            "      #00 pc 000000000000a1b4  /data/app/com.example.shop/lib/arm64/libshop-image.so (decode_row+36)",
            "      #01 pc 000000000000a3c0  /data/app/com.example.shop/lib/arm64/libshop-image.so (decode+120)",
            "      #02 pc 00000000000ff318  /apex/com.android.runtime/lib64/bionic/libc.so (__pthread_start+208)"]


def make_frames():
    names = ("Flags,IntendedVsync,HandleInputStart,AnimationStart,PerformTraversalsStart,DrawStart,FrameDeadline,"
             "SyncQueued,SyncStart,IssueDrawCommandsStart,SwapBuffers,FrameCompleted,")
    rows, start = [], 3590_000_000_000
    for i in range(120):
        late = 30_000_000 if i % 4 == 3 else 0
        marks = [300_000, 400_000, 500_000, 4_000_000 + late]
        ends = [5_000_000 + late, 5_200_000 + late, 5_600_000 + late, 7_000_000 + late, 8_000_000 + late]
        rows.append(",".join(map(str, [0, start, *(start + mark for mark in marks), start + 33_333_332,
                                       *(start + end for end in ends)])) + ",")
        start += 16_666_666 * (3 if late else 1)
    return ["Applications Graphics Acceleration Info:", "Uptime: 3599500 Realtime: 3599500", "",
            "** Graphics info for pid 14210 [com.example.shop] **", "", "Total frames rendered: 4812",
            "Janky frames: 431 (8.96%)", "", "Window: com.example.shop/com.example.shop.MainActivity",
            "---PROFILEDATA---", names, *rows, "---PROFILEDATA---"]


def tell_story(report):
    """Appends the failures of --story and their log lines."""
    report.begin("------ MAIN LOG (logcat -b main -d *:v) ------", "MAIN LOG")
    for line in ("12-31 23:41:07.401  1000 13877 13877 F libc    : Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), "
                 "fault addr 0x18 in tid 13877 (example.shop), pid 13877 (com.example.shop)",
                 "12-31 23:59:48.120  1000 14210 14210 I Choreographer: Skipped 42 frames!  The application may be "
                 "doing too much work on its main thread.",
                 "12-31 23:59:54.900  1000   929   929 E ActivityManager: ANR in com.example.shop"):
        report.say(line)
    report.begin("------ RADIO LOG (logcat -b radio -d *:v) ------", "RADIO LOG")
    report.begin("------ VM TRACES AT LAST ANR (/data/anr/anr_2025-12-31-23-59-54-871: "
                 "2025-12-31 23:59:55) ------", "VM TRACES AT LAST ANR")
    for line in make_dump():
        report.say(line)
    report.begin("------ TOMBSTONE (/data/tombstones/tombstone_07: 2025-12-31 23:41:07) ------", "TOMBSTONE")
    for line in make_tombstone():
        report.say(line)
    report.lines.append(ROW)
    report.begin("DUMP OF SERVICE gfxinfo:", "dumpsys gfxinfo")
    for line in make_frames():
        report.say(line)
    report.end(f"--------- 0.010s was the duration of dumpsys gfxinfo, ending at: {WHEN}")


def make(n_lines, seed, is_odd, has_story=False):
    report = Report(seed, is_odd)
    if has_story:
        tell_story(report)
    report.add_log("SYSTEM LOG", "logcat -v threadtime -d *:v", n_lines // 2)
    report.add_log("EVENT LOG", "logcat -b events -d *:v", n_lines // 20)
    for i in range(60):
        report.add_text(f"SHOW MAP {i + 100} (process.{i})", 0 if i % 17 == 5 else n_lines // 400)
    for priority in ("CRITICAL ", "HIGH ", ""):
        report.begin(f"------ DUMPSYS {priority}(/system/bin/dumpsys) ------", f"DUMPSYS {priority}".strip())
        report.sections.pop()
        for i in range(40 if not priority else 4):
            report.add_service(f"service{i}", priority, n_lines // 200)
        report.lines.append("------ 1.356s was the duration of 'DUMPSYS' ------")
    while len(report.lines) < n_lines - 4:
        report.add_text(f"PART {len(report.sections)} (cat x)", min(500, n_lines - 7 - len(report.lines)))
    return report.finish(), report.sections


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lines", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--odd", action="store_true")
    parser.add_argument("--story", action="store_true")
    parser.add_argument("file")
    options = parser.parse_args()
    text, sections = make(options.lines, options.seed, options.odd, options.story)
    if options.file.endswith(".zip"):
        with zipfile.ZipFile(options.file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("version.txt", "2.0")
            archive.writestr("main_entry.txt", "bugreport-x.txt")
            archive.writestr("bugreport-x.txt", text)
            archive.writestr("FS/proc/7/comm", "init\n")
    else:
        with open(options.file, "w", encoding="utf-8") as file:
            file.write(text)
    told = [{"name": s["name"], "first_line": s["first_line"], "n": len(s["lines"]),
             "size": sum(len(line) + 1 for line in s["lines"])} for s in sections]
    json.dump({"n_lines": text.count("\n"), "sections": told}, sys.stdout)


if __name__ == "__main__":
    main()

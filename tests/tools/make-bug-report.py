#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write a bug report of any size, with sections whose number and sizes are known.

    make-bug-report.py [--lines N] [--seed N] [--odd] FILE

FILE is the text, or a zip with it and files beside it where its name ends with .zip. What was planted
comes to standard output as JSON: for each section its name, its first line and the lines that it has.
With --odd there are lines that look like ends and headings but are none.
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
        """What stands between sections, after something odd within this one."""
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


def make(n_lines, seed, is_odd):
    report = Report(seed, is_odd)
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
    parser.add_argument("file")
    options = parser.parse_args()
    text, sections = make(options.lines, options.seed, options.odd)
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

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the first inputs of the fuzz targets: make-seeds.py MAKE_TRACE SAMPLES FOLDER

Small traces and logs of every form that make-trace can write, and single lines of the samples. What
the fuzzers made of them is in corpus/; this is for starting anew when there is a new form.
"""

import pathlib
import subprocess
import sys

SMALL = ["--records", "40", "--threads", "2", "--methods", "6", "--depth", "5"]
ODD = ["--recursion", "100", "--exceptions", "100", "--unmatched", "50", "--forced", "50",
       "--backwards", "50", "--unknown", "50", "--reserved", "20", "--duplicates", "200",
       "--blocking", "100", "--wrap", "--reused-tids", "--odd-names", "--open"]
LOG = ["--form", "ftrace", "--bytes", "3000", "--cpus", "2", "--processes", "2"]

METHOD_TRACES = {
    "dual": SMALL,
    "dual-odd": SMALL + ODD + ["--fields", "mixed"],
    "wall": SMALL + ["--clock", "wall"],
    "global-wide": SMALL + ["--clock", "global", "--record-size", "20"],
    "v2": SMALL + ["--version", "2", "--slashes"],
    "v1": SMALL + ["--version", "1", "--fields", "4"],
    "streaming": SMALL + ["--form", "streaming"],
    "streaming-odd": SMALL + ODD + ["--form", "streaming"],
    "streaming-v2": SMALL + ["--form", "streaming", "--version", "2"],
    "packets-beta": SMALL + ["--form", "packet", "--block", "20"],
    "packets-alpha": SMALL + ["--form", "packet", "--payload", "alpha", "--clock", "wall"],
    "packets-counted": SMALL + ["--form", "packet-streaming", "--frequency", "19200000",
                                "--counter", "99999999999", "--since-boot", "--late-names"],
    "streaming-cut": SMALL + ["--form", "streaming", "--no-summary"],
    "cut": SMALL + ["--cut", "5"],
}
LONG_TRACES = {
    "long": SMALL + ["--form", "long"],
    "long-odd": SMALL + ODD + ["--form", "long"],
    "long-blocks": SMALL + ["--form", "long", "--block", "4", "--late-names"],
    "long-cut": SMALL + ["--form", "long", "--cut", "30"],
    "long-one": SMALL[:2] + ["--form", "long", "--threads", "1", "--methods", "2"],
}
DUMPS = {
    "long-header": SMALL + ["--form", "long-header"],
    "long-dump": SMALL + ["--form", "long-dump"],
    "long-base64": SMALL + ["--form", "long-base64"],
}
LOGS = {
    "new": LOG,
    "odd": LOG + ["--oddities"],
    "old-dashes": LOG + ["--marks", "old", "--line", "dashes"],
    "android-plain": LOG + ["--marks", "android", "--line", "plain", "--digits", "9"],
    "report": LOG + ["--line", "report", "--marks", "mixed"],
    "latency": LOG + ["--line", "latency"],
    "report-latency": LOG + ["--line", "report-latency", "--marks", "mixed", "--oddities"],
    "report-difference": LOG + ["--line", "report-difference"],
    "noflags": LOG + ["--line", "noflags", "--digits", "0"],
    "marks": LOG + ["--no-sched", "--marks", "mixed", "--oddities"],
}
CONTAINERS = ["gzip", "zlib", "trace-zlib", "html", "old-html", "zip"]
STATE = """[g]
k=a\\nb
l=x;y;z;
[view]
start=-9223372036854775808
end=12
"""


def main():
    make_trace, samples, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])

    def make(target, name, arguments):
        file = folder / target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([make_trace, *arguments, "-o", file], check=True)
        return file

    for name, arguments in METHOD_TRACES.items():
        make("method-trace", name, arguments)
    for name, arguments in LONG_TRACES.items():
        make("long-trace", name, arguments)
    for name, arguments in DUMPS.items():
        make("method-trace" if name == "long-header" else "container", name, arguments)
    for name, arguments in LOGS.items():
        make("ftrace", name, arguments)
    for name in CONTAINERS:
        make("container", name, LOG[:3] + ["600", "--container", name])
    lines = set()
    for log in samples.glob("*.ftrace"):
        kinds = set()
        for line in log.read_bytes().splitlines():
            words = line.split(b": ")
            kind = words[1].split()[-1:] if len(words) > 1 else line[:8]
            if str(kind) not in kinds and len(line) < 400:
                kinds.add(str(kind))
                lines.add(line)
                lines.add(b": ".join(words[2:]))
    (folder / "lines").mkdir(parents=True, exist_ok=True)
    for number, line in enumerate(sorted(lines)):
        (folder / "lines" / f"line-{number}").write_bytes(line)
    (folder / "view-state").mkdir(parents=True, exist_ok=True)
    (folder / "view-state" / "state").write_text(STATE)


if __name__ == "__main__":
    main()

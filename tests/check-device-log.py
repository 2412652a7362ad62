#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Compares the lines of device logs with an independent count.

    check-device-log.py TRACEDUMP COUNT_DEVICE_LOG MAKE_TRACE

The logs: generated logs, and logs in the folder "device" of TV_SAMPLES (default: ../shared/samples). The output is
TAP.
"""

import collections
import csv
import io
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from tap_checks import REAL, without_mark

# Known figures, counted by hand or by the authors of the files: number of records, and first and last time if known.
FIGURES = {
    "logcat-a-studio.logcat": (60, 1767218397373456789, 1767218402121469779),
    "logcat-a-threadtime-epoch-nsec.txt": (71, 1767218397373456789, 1767218402121469779),
    "logcat-a-threadtime-year-zone-usec-uid.txt": (71, 1767218397373456000, 1767218402121469000),
    "logcat-a-long.txt": (60, None, None),
    "logcat-a-threadtime.txt": (71, None, None),
    "logcat-wsa-part.log": (1118, None, None),
    "logcat-crash-tabs.txt": (16, None, None),
    "hilog-a-time.txt": (61, None, None),
    "hilog-a-wrap.txt": (52, None, None),
    "hilog-a-kmsg.txt": (60, None, None),
}
UNMATCHED = {"logcat-a-raw.txt"}  # its lines only consist of messages
FORMS = ["long", "threadtime", "time", "process", "thread", "brief", "tag"]


def write_line(form, number, chance):
    pid, tid = chance.randint(1, 40) * 7, chance.randint(1, 90)
    level, tag = chance.choice("VDIWEF"), chance.choice(["A", "Tag name", "x/y", "Long.er.tag"])
    text = chance.choice(["plain", "two: parts", "(in brackets)", "ends:", ""]) + f" {number}"
    time = f"03-{1 + number // 9000:02} {number // 600 % 15:02}:{number // 10 % 60:02}:00.{number % 999:03}"
    return {
        "long": f"[ {time} {pid:5}:{tid:5} {level}/{tag:8} ]\n{text}\n",
        "threadtime": f"{time} {pid:5} {tid:5} {level} {tag:8}: {text}",
        "time": f"{time} {level}/{tag:8}({pid:5}): {text}",
        "process": f"{level}({pid:5}) {text}  ({tag})",
        "thread": f"{level}({pid:5}:{tid:5}) {text}",
        "brief": f"{level}/{tag:8}({pid:5}): {text}",
        "tag": f"{level}/{tag:8}: {text}",
    }[form]


def write_logs(folder):
    chance = random.Random(7)
    for form in FORMS:
        path = pathlib.Path(folder, f"made-{form}.txt")
        path.write_text("".join(write_line(form, number, chance) + "\n" for number in range(4000)))
        yield path


def read_table(tracedump, path):
    run = subprocess.run([tracedump, "table", "--native", "android_logs", str(path)], capture_output=True,
                         text=True)
    if run.returncode != 0:
        return None, run.stderr.strip()
    return [without_mark(row) for row in csv.DictReader(io.StringIO(run.stdout))], ""


def compare(tracedump, counter, path):
    rows, error = read_table(tracedump, path)
    if rows is None:
        return [error]
    wrong = []
    if path.name in FIGURES:
        n, first, last = FIGURES[path.name]
        if len(rows) != n:
            wrong.append(f"{len(rows)} lines, not {n}")
        if first and (int(rows[0]["ts"]), int(rows[-1]["ts"])) != (first, last):
            wrong.append(f"from {rows[0]['ts']} to {rows[-1]['ts']}, not {first} to {last}")
    if path.name in UNMATCHED:
        return wrong
    count = json.loads(subprocess.run([sys.executable, counter, str(path)], capture_output=True,
                                      text=True, check=True).stdout)
    levels = collections.Counter(row["level"] for row in rows if row["level"])
    tags = collections.Counter(row["tag"] for row in rows)
    found = {
        "records": len(rows), "levels": dict(levels),
        "processes": len({row["pid"] for row in rows if row["pid"]}),
    }
    if count["tags"]:
        found["tags"] = dict(tags)
    if count["messages"]:
        # Invalid bytes are shown differently; events of binary logs have no message.
        said = collections.Counter(row["msg"].split("\n")[0].rstrip() for row in rows
                                   if path.suffix != ".bin" or
                                   not row["tag"].startswith(("am_", "boot_", "dvm_")))
        odd = {text for text in [*said, *count["messages"]] if "\\x" in text or "\ufffd" in text}
        found["messages"] = {text: n for text, n in said.items() if text not in odd}
        count["messages"] = {text: n for text, n in count["messages"].items() if text not in odd}
    for key, value in found.items():
        if value != count[key]:
            wrong.append(f"{key}: {str(value)[:200]}, counted {str(count[key])[:200]}")
    return wrong


# ---- Logged lines ----

NO_TAG = {"logcat-a-thread.txt"}
HILOG = ["epoch", "monotonic", "nsec", "old-noprocess", "older-noletter-month0", "year-zone-usec", "wrap", "time"]


def unescape(text):
    """Returns a string as “logcat -v printable” prints it."""
    return re.sub(r"\\(\\|x[0-9A-F]{2})",
                  lambda found: "\\" if found[1] == "\\" else chr(int(found[1][1:], 16)), text)


def join(tag, text):
    """Joins tag and message. A tag may contain the separator, so the end of the tag is ambiguous."""
    return f"{tag.strip()}: {text}".replace("\t", " ").rstrip(" :")


def compare_with_truth(tracedump, path, truth):
    """Compares tags, messages and threads of the 60 records that all of these files contain."""
    rows, error = read_table(tracedump, path)
    if rows is None:
        return [error]
    wanted, found = collections.Counter(), collections.Counter()
    has_tag, is_whole = path.name not in NO_TAG, any("\n" in row["msg"] for row in rows)
    for record in truth:
        text = record["msg"].removesuffix("\n")
        for part in [text] if is_whole else text.split("\n"):
            wanted[join(record["tag"] if has_tag else "", part)] += 1
    for row in rows:
        text = unescape(row["msg"]) if "printable" in path.name else row["msg"]
        found[join(row["tag"] if has_tag else "", text)] += 1
    if path.suffix == ".bin":  # the 60 records do not include events
        found = collections.Counter({key: n for key, n in found.items() if key in wanted})
    wrong = [f"unexpected: {key!r} ({n})" for key, n in (found - wanted).items()]
    return wrong + [f"missing: {key!r} ({n})" for key, n in (wanted - found).items()]


def compare_hilog(tracedump, folder):
    """The same lines must have equal messages and tags in every form."""
    wrong, first = [], None
    for form in HILOG:
        rows, error = read_table(tracedump, folder / f"hilog-a-{form}.txt")
        if rows is None:
            return [error]
        found = collections.Counter((row["tag"], part) for row in rows
                                    for part in row["msg"].split("\n") if "===" not in part[:4])
        found = collections.Counter({key: n for key, n in found.items() if not key[0].startswith("LOGLIMIT")})
        first = first or found
        wrong += [f"{form}: {key!r} {found[key]} times, not {first[key]}"
                  for key in {*first, *found} if first[key] != found[key]]
    return wrong


def tell(n, n_wrong, name, wrong):
    print(f"{'not ' if wrong else ''}ok {n + 1} - {name}")
    for line in wrong:
        print(f"# {line}")
    return n + 1, n_wrong + bool(wrong)


def main():
    tracedump, counter, make_trace = sys.argv[1:4]
    n = n_wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        paths = list(write_logs(folder))
        paths.append(pathlib.Path(folder, "made-logcat.txt"))
        subprocess.run([make_trace, "--form", "logcat", "--bytes", "3000000", "-o", paths[-1]], check=True)
        real = sorted(
            path for pattern in ("logcat-*", "hilog-*") for path in (REAL / "device").glob(pattern)
            if not path.name.endswith("truth.json")
        )
        if not real:
            print("# no device logs (TV_SAMPLES): skipped")
        for path in paths + real:
            n, n_wrong = tell(n, n_wrong, path.name, compare(tracedump, counter, path))
        truth = REAL / "device" / "logcat-a-truth.json"
        records = json.loads(truth.read_text()) if truth.exists() else []
        for path in real:
            if records and path.name.startswith("logcat-a-") and path.name not in UNMATCHED:
                n, n_wrong = tell(n, n_wrong, f"{path.name} has the logged records",
                                  compare_with_truth(tracedump, path, records))
        if records:
            n, n_wrong = tell(n, n_wrong, "hilog formats have equal records", compare_hilog(tracedump, REAL / "device"))
    print(f"1..{n}")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())

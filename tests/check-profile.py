#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Compares all values of the method profile and its edges with a brute-force count.

    check-profile.py TRACEDUMP MAKE_TRACE COUNT_CALLS

The traces: a matrix of small traces with every form, version, clock and irregularity; the samples; and a trace of a
real device, if TV_SAMPLES (default: ../shared/samples) contains it. The output is TAP.
"""

import csv
import importlib.util
import io
import os
import pathlib
import shlex
import statistics
import subprocess
import sys

import tap_checks
from tap_checks import REAL

TOPLEVEL = "(toplevel)"

METHOD_COLUMNS = (
    "rank,name,class,method,signature,source_file,line,"
    "incl_cpu_ns,incl_cpu_pct,excl_cpu_ns,excl_cpu_pct,"
    "incl_wall_ns,incl_wall_pct,excl_wall_ns,excl_wall_pct,"
    "calls,recursive_calls,cpu_ns_per_call,wall_ns_per_call,raw_name,"
    "off_cpu_ns,excl_off_cpu_ns,min_cpu_ns,avg_cpu_ns,max_cpu_ns,sd_cpu_ns,"
    "min_wall_ns,avg_wall_ns,max_wall_ns,sd_wall_ns,unfinished"
).split(",")
EDGE_COLUMNS = (
    "caller_class,caller_method,caller_signature,callee_class,callee_method,callee_signature,"
    "caller_recursive,callee_recursive,calls,incl_cpu_ns,incl_wall_ns,weight,unit"
).split(",")

# Known figures of the real trace.
REAL_TRACE = "legacy.trace"
REAL_METHOD = ("android.os.Handler", "dispatchMessage", "(Landroid/os/Message;)V")
REAL_FIGURES = {
    "incl_cpu_ns": 2559522000, "incl_wall_ns": 3132287000, "calls": 4, "recursive_calls": 0,
}
REAL_TOTALS = {"total_cpu_ns": 2778061000, "total_wall_ns": 6556546000}

VARIANTS = [  # (form, version, clock)
    *(("classic", 1, clock) for clock in ("thread-cpu", "wall", "global")),
    *(("classic", 2, clock) for clock in ("thread-cpu", "wall")),
    *(("classic", 3, clock) for clock in ("thread-cpu", "wall", "dual")),
    ("key-data", 1, "global"), ("key-data", 2, "wall"), ("key-data", 3, "dual"),
    *(("streaming", 1, clock) for clock in ("thread-cpu", "wall")),
    *(("streaming", 2, clock) for clock in ("thread-cpu", "wall")),
    *(("streaming", 3, clock) for clock in ("thread-cpu", "wall", "dual")),
    *((f"packet --payload {payload}", 3, clock) for payload in ("alpha", "beta")
      for clock in ("thread-cpu", "wall", "dual")),
    *((f"packet-streaming --payload {payload}", 3, clock) for payload in ("alpha", "beta")
      for clock in ("wall", "dual")),
    *((form, 3, "wall") for form in ("long", "long-header", "long-dump", "long-base64")),
]

# Options that only apply to packets, with either payload.
PACKETS = [
    "",
    "--clock wall",
    "--clock thread-cpu --blocking 200 --threads 9",
    "--block 1",
    "--block 7 --threads 40",
    "--block 1000000",
    "--counts running --block 50",
    "--frequency 19200000",
    "--frequency 24000000 --counter 987654321987654321 --since-boot",
    "--frequency 24576000 --counter 5123456789012 --since-boot --clock wall",
    "--frequency 1000000000 --counter 1000000000000000000 --since-boot",
    "--frequency 24576000 --counter 5123456789012 --since-boot --backwards 300",
    "--frequency 25000000 --counter 12345",
    "--frequency 1 --wrap",
    "--frequency 9999999967 --wrap",
    "--counter 77777777777777 --since-boot",
    "--late-names --bare-summary",
    "--bare-summary --clock wall",
    "--no-summary",
    "--no-summary --clock wall",
    "--cut 700",
    "--cut 1500 --late-names",
    "--no-summary --cut 9 --clock wall",
    "--first-tid 4294960000 --threads 30",
    "--reused-tids",
    "--odd-names --threads 6",
    "--fields mixed",
    "--slashes --unknown 40",
    "--duplicates 300 --recursion 100",
    "--recursion 900 --depth 400 --methods 12 --threads 1",
    "--unmatched 60 --forced 60 --open",
    "--backwards 80 --reserved 40",
    "--wrap --threads 2",
    "--records 0",
    "--records 2 --threads 1",
    "--methods 4000 --records 3000",
    "--app shop",
    "--records 9000 --threads 1 --methods 40 --blocking 900",
]
ONLY_ALPHA = [
    "--counts going-on --block 50",
    "--counts going-on --block 20 --clock wall --threads 9",
    "--short-times --records 9000 --threads 3 --blocking 900",
    "--short-times --records 9000 --threads 2 --blocking 900 --clock wall",
]
LONG = [
    "",
    "--cut 300",
    "--cut 1000 --block 20",
    "--no-summary",
    "--methods 4000 --records 3000",
    "--recursion 900 --depth 400 --methods 12 --threads 1",
    "--threads 300 --depth 4",
    "--odd-names --reused-tids --threads 6",
    "--records 200 --threads 2",
    "--unmatched 60 --forced 60 --backwards 20",
]

# Irregularities that occur together on a device, added to each variant.
TROUBLE = (
    "--recursion 120 --exceptions 50 --unmatched 15 --forced 15 --unknown 20 --backwards 20"
    " --blocking 60 --open --threads 5 --depth 30 --methods 120"
)

ODDITIES = [
    "",
    "--recursion 250 --depth 60 --methods 30",
    "--recursion 900 --depth 400 --methods 12 --threads 1",
    "--exceptions 500",
    "--unmatched 60",
    "--forced 60",
    "--forced 60 --recursion 300 --methods 20",
    "--open --threads 9",
    "--backwards 80",
    "--wrap",
    "--wrap --backwards 80 --threads 2",
    "--wrap --clock wall",
    "--wrap --clock thread-cpu --version 2",
    "--unknown 120",
    "--reserved 40",
    "--blocking 200",
    "--blocking 200 --recursion 300 --methods 20 --open --forced 30",
    "--reused-tids",
    "--reused-tids --form streaming",
    "--odd-names --threads 6",
    "--odd-names --threads 6 --form streaming",
    "--first-tid 40000",
    "--first-tid 65500 --threads 30 --form streaming",
    "--first-tid 200 --threads 40 --version 1",
    "--fields 2",
    "--fields 4",
    "--fields 6",
    "--fields mixed",
    "--fields mixed --slashes --form streaming",
    "--slashes --version 2 --clock wall",
    "--slashes --unknown 40 --recursion 100",
    "--duplicates 300 --recursion 100",
    "--record-size 18",
    "--record-size 31 --form streaming",
    "--record-size 12 --clock wall",
    "--cut 5",
    "--cut 5 --version 1",
    "--cut 3 --form key-data",
    "--cut 5 --form streaming --no-summary",
    "--no-summary --form streaming",
    "--no-summary --form streaming --clock wall",
    "--no-summary --form streaming --version 2",
    "--no-summary --form streaming --version 1",
    "--records 0",
    "--records 2 --threads 1",
    "--methods 4000 --records 3000",
    "--threads 300 --depth 4",
]


def generated_cases():
    """Yields the arguments of make-trace for each case."""
    for number, (form, version, clock) in enumerate(VARIANTS):
        yield f"--form {form} --version {version} --clock {clock} --seed {number} {TROUBLE}"
    for number, arguments in enumerate(ODDITIES):
        yield f"--seed {100 + number} {arguments}".strip()
    for number, arguments in enumerate(PACKETS):
        for payload in ("alpha", "beta"):
            form = f"packet{'-streaming' * (number % 2)} --payload {payload}"
            yield f"--form {form} --seed {200 + number} {arguments}".strip()
    for number, arguments in enumerate(ONLY_ALPHA):
        yield f"--form packet --payload alpha --seed {300 + number} {arguments}"
    for number, arguments in enumerate(LONG):
        for form in ("long", "long-header", "long-base64"):
            yield f"--form {form} --seed {400 + number} {arguments}".strip()


# Output of the programs.


def load_count_calls(path):
    spec = importlib.util.spec_from_file_location("count_calls", path)
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    return module


def run_table(tracedump, table, path, options, columns):
    """Returns the rows of a table as dictionaries; an error message if the program fails or its output is invalid."""
    command = [tracedump, "table", "--native", table, str(path), "--format", "csv", *options]
    run = subprocess.run(command, capture_output=True, timeout=120)
    if run.returncode != 0:
        message = run.stderr.decode("utf-8", "replace").strip()
        return f"{table}: exit status {run.returncode}: {message}"
    try:
        reader = csv.DictReader(io.StringIO(run.stdout.decode("utf-8"), newline=""), strict=True)
        rows = [tap_checks.without_mark(row) for row in reader]
    except (UnicodeDecodeError, csv.Error) as error:
        return f"{table}: {error}"
    if reader.fieldnames != columns:
        return f"{table}: the columns are {reader.fieldnames}"
    if any(None in row or None in row.values() for row in rows):
        return f"{table}: rows differ in length"
    return rows


def symbol(class_name, method, signature):
    """Returns the key of a method. For names with a single part, it does not matter which part it is."""
    if not class_name or not method:
        return ("", class_name + method, signature)
    return (class_name, method, signature)


# Comparison.


class Differences:
    def __init__(self):
        self.lines = []

    def add(self, line):
        self.lines.append(line)

    def check(self, where, column, said, counted):
        expected = "" if counted is None else str(counted)
        if said != expected:
            self.add(f"{where}: {column} is {said or 'empty'}, counted {expected or 'none'}")

    def check_rounded(self, where, column, said, counted, slack=0.0):
        """Compares a number with the precision of its decimals."""
        if counted is None:
            self.check(where, column, said, None)
            return
        try:
            value = float(said)
        except ValueError:
            self.add(f"{where}: {column} is {said or 'empty'}, counted {counted:.6f}")
            return
        decimals = len(said.partition(".")[2])
        if abs(value - counted) > 0.5 * 10**-decimals + 1e-9 * abs(counted) + slack:
            self.add(f"{where}: {column} is {said}, counted {counted:.6f}")


def clocks_swapped(count):
    """Returns the same count with the clocks swapped."""
    def swap(row):
        return {key.replace("cpu", "CLOCK").replace("wall", "cpu").replace("CLOCK", "wall"): value
                for key, value in row.items()}

    return {**swap(count), "methods": [swap(row) for row in count["methods"]],
            "edges": [swap(row) for row in count["edges"]]}


def percent(value, total):
    if value is None:
        return None
    return 100.0 * value / total if total else 0.0


def check_spread(differences, where, row, clock, times):
    """Compares the distribution of the finished calls."""
    counted = None, None, None, None
    if times:
        counted = min(times), statistics.fmean(times), max(times), statistics.pstdev(times)
    for kind, value in zip(("min", "avg", "max", "sd"), counted):
        column = f"{kind}_{clock}_ns"
        differences.check_rounded(where, column, row[column], value, slack=0.01)


def check_method(differences, row, method, count):
    where = " ".join((row["name"], row["signature"]))
    n = method["calls"] + method["recursive_calls"]

    for column in ("calls", "recursive_calls", "unfinished"):
        differences.check(where, column, row[column], method[column])
    for clock in ("cpu", "wall"):
        for kind in ("incl", "excl"):
            value = method[f"{kind}_{clock}_ns"]
            differences.check(where, f"{kind}_{clock}_ns", row[f"{kind}_{clock}_ns"], value)
            differences.check_rounded(where, f"{kind}_{clock}_pct", row[f"{kind}_{clock}_pct"],
                                      percent(value, count[f"total_{clock}_ns"]))
        inclusive = method[f"incl_{clock}_ns"]
        differences.check_rounded(where, f"{clock}_ns_per_call", row[f"{clock}_ns_per_call"],
                                  None if inclusive is None else inclusive / n, slack=0.5)

        check_spread(differences, where, row, clock, method[f"each_{clock}_ns"])
    for column, kind in (("off_cpu_ns", "incl"), ("excl_off_cpu_ns", "excl")):
        wall, cpu = (method[f"{kind}_{clock}_ns"] for clock in ("wall", "cpu"))
        differences.check(where, column, row[column],
                          None if wall is None or cpu is None else wall - cpu)

    # The file name may include the folder of its package.
    if os.path.basename(row["source_file"]) != method["source_file"]:
        differences.add(f"{where}: source_file is {row['source_file']}, not {method['source_file']}")
    if method["line"] is not None or row["line"] not in ("", "0", "-1"):
        differences.check(where, "line", row["line"], method["line"])


def check_methods(differences, rows, count):
    counted = {symbol(m["class"], m["method"], m["signature"]): m for m in count["methods"]}
    ranks = []

    for row in rows:
        if row["name"] == TOPLEVEL or (row["calls"], row["recursive_calls"]) == ("0", "0"):
            continue
        ranks.append(row["rank"])
        method = counted.pop(symbol(row["class"], row["method"], row["signature"]), None)
        if method is None:
            differences.add(f"{row['name']} {row['signature']}: unexpected or duplicate row")
        else:
            check_method(differences, row, method, count)
    for name in counted:
        differences.add(f"{'.'.join(name)}: missing from method_profile")
    if len(set(ranks)) != len(ranks):
        differences.add("method_profile: duplicate rank")


def check_edges(differences, rows, count):
    counted = {}
    for edge in count["edges"]:
        key = (symbol(*edge["caller"]), symbol(*edge["callee"]),
               edge["caller_recursive"], edge["callee_recursive"])
        counted[key] = edge

    for row in rows:
        caller = symbol(*(row[f"caller_{part}"] for part in ("class", "method", "signature")))
        callee = symbol(*(row[f"callee_{part}"] for part in ("class", "method", "signature")))
        if TOPLEVEL in caller:
            continue
        key = (caller, callee, row["caller_recursive"] == "1", row["callee_recursive"] == "1")
        where = f"{'.'.join(caller)} ({key[2]:d}) → {'.'.join(callee)} ({key[3]:d})"
        edge = counted.pop(key, None)
        if edge is None:
            differences.add(f"{where}: unexpected or duplicate row")
            continue
        for column in ("calls", "incl_cpu_ns", "incl_wall_ns"):
            differences.check(where, column, row[column], edge[column])
    for caller, callee, _, _ in counted:
        differences.add(f"{'.'.join(caller)} → {'.'.join(callee)}: missing from method_edge")


def compare(tracedump, path, count, options):
    differences = Differences()
    methods = run_table(tracedump, "method_profile", path, options, METHOD_COLUMNS)
    edges = run_table(tracedump, "method_edge", path, options, EDGE_COLUMNS)

    for table in (methods, edges):
        if isinstance(table, str):
            differences.add(table)
    if not differences.lines:
        # The clock of a streaming file that is truncated before its header is unknown.
        if (not count["clock_is_told"] and count["clock"] != "dual"
                and any(row["incl_wall_ns"] for row in methods)):
            count = clocks_swapped(count)
        check_methods(differences, methods, count)
        check_edges(differences, edges, count)
    return differences.lines


# Cases: each case is (name, lines that describe differences).


class Checker:
    def __init__(self, tracedump, make_trace, count_calls, folder):
        self.tracedump = tracedump
        self.make_trace = make_trace
        self.count_calls = load_count_calls(count_calls)
        self.folder = pathlib.Path(folder)

    def check_file(self, name, path):
        trace = self.count_calls.Trace(str(path))
        count = self.count_calls.count_calls(trace)
        results = [(name, compare(self.tracedump, path, count, []))]
        if count["clock"] == "dual":
            count = self.count_calls.count_calls(trace, context_switches=True)
            results.append((f"{name}, context switches",
                            compare(self.tracedump, path, count, ["--context-switches"])))
        return results

    def make(self, arguments, path):
        run = subprocess.run([self.make_trace, "--records", "2000", *arguments, "-o", str(path)],
                             capture_output=True, text=True)
        return run.stderr.strip().splitlines() if run.returncode != 0 else []

    def check_generated(self, number, arguments):
        words = shlex.split(arguments)
        path = self.folder / f"{number}.trace"
        problems = self.make(words, path)
        if problems:
            return [(arguments, problems)]
        if "key-data" in words:
            # The trace can be opened by either of its two files.
            path = path.with_suffix((".key", ".data")[number % 2])
        return self.check_file(arguments, path)

    def check_sample(self, path):
        return self.check_file(f"sample {path.name}", path)

    def check_bytes(self, path):
        return tap_checks.check_bytes(self.make_trace, path, self.folder)

    def check_real(self, path):
        count = self.count_calls.count_calls(self.count_calls.Trace(str(path)))
        wrong = [f"{key} is {count[key]}, expected {value}"
                 for key, value in REAL_TOTALS.items() if count[key] != value]
        rows = run_table(self.tracedump, "method_profile", path, [], METHOD_COLUMNS)
        if isinstance(rows, str):
            wrong.append(rows)
        else:
            found = [row for row in rows
                     if (row["class"], row["method"], row["signature"]) == REAL_METHOD]
            if len(found) != 1:
                wrong.append(f"{'.'.join(REAL_METHOD)}: {len(found)} rows")
            wrong += [f"{key} is {row[key]}, expected {value}"
                      for row in found for key, value in REAL_FIGURES.items()
                      if row[key] != str(value)]
        return [(f"{path.name}, known figures", wrong), *self.check_file(path.name, path)]


def jobs():
    # Yields the jobs, the longest first.
    if (REAL / REAL_TRACE).exists():
        yield ("check_real", REAL / REAL_TRACE)
    for path in tap_checks.list_samples(".trace"):
        yield ("check_sample", path)
        yield ("check_bytes", path)
    for number, arguments in enumerate(generated_cases()):
        yield ("check_generated", number, arguments)


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: check-profile.py TRACEDUMP MAKE_TRACE COUNT_CALLS")
    return tap_checks.run(Checker, sys.argv[1:], list(jobs()), [REAL_TRACE])


if __name__ == "__main__":
    sys.exit(main())

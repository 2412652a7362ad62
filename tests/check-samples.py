#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the tables of sampled profiles with known values.

check-samples.py TRACEDUMP MAKE-TRACE

The files are generated from known stacks in each format, and recordings of real devices with the true counts
next to them, if TV_SAMPLES (default: ../shared/samples) contains them. The output is TAP.
"""

import collections
import csv
import io
import pathlib
import subprocess
import sys

import tap_checks
from tap_checks import REAL

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "tools"))
import pprof_lines  # noqa: E402
import sample_files  # noqa: E402

OFF_CPU = "off-CPU"
# Sample kinds of the true counts, each with our kind and the factor from weights to ns
KINDS = {"none": ("weight", 1), "seconds": ("time", 10**9), "cpu/nanoseconds": ("cpu", 1),
         "samples/count": ("samples", 1)}
OFF_CPU_FORMS = ("simpleperf-report", "simpleperf-text", "perf-data-simpleperf")
# The true counts have no name for a kernel address without a map; tracedump shows that it is in the kernel.
KERNEL_WITHOUT_MAP = {"linux-sleep.data": "[kernel.kallsyms]+0xffffffff88c01247"}
# Number of samples and their total weight, as perf script prints them, by file in public-reports and by event
PUBLIC = {"k15-leader-sampling.perf.data": {"cpu-clock": [120, 30396520], "task-clock": [120, 30016767]},
          "k21-threads.perf.data": {"cpu-clock": [29, 7250000]}}
SUFFIXES = ("_[k]", "_[j]", "_[i]", "_[w]")


def read_table(tracedump, name, path, *options):
    run = subprocess.run([tracedump, "table", "--native", name, str(path), *options], capture_output=True, text=True, check=True)
    return [tap_checks.without_mark(row) for row in csv.DictReader(io.StringIO(run.stdout))]


def read_profile(tracedump, path):
    """Returns [(ts, thread, kind, weight, names)], with the outermost name first."""
    names = {row["id"]: row["name"] for row in read_table(tracedump, "stack_profile_frame", path, "--raw-names")}
    threads = {row["utid"]: row for row in read_table(tracedump, "thread", path)}
    pids = {row["upid"]: row["pid"] for row in read_table(tracedump, "process", path)}
    stacks = {"": ()}
    for row in read_table(tracedump, "stack_profile_callsite", path):
        stacks[row["id"]] = stacks[row["parent_id"]] + (names[row["frame_id"]],)
    samples = []
    for row in read_table(tracedump, "perf_sample", path):
        thread = threads.get(row["utid"])
        who = (pids.get(thread["upid"], "?"), thread["tid"], thread["name"]) if thread else None
        samples.append((int(row["ts"]) if row["ts"] else None, who, row["event"], int(row["weight"]),
                        stacks[row["callsite_id"]]))
    return samples


def count_nodes(stacks):
    return len({stack[:depth] for stack in stacks for depth in range(1, len(stack) + 1)})


def count(samples):
    """Counts the samples of one kind, with the keys of the true counts."""
    numbers = collections.Counter()
    for _, _, _, weight, stack in samples:
        numbers["samples"] += 1
        numbers["weight sum"] += weight
        numbers["self by count", stack[-1] if stack else ""] += 1
        numbers["self by weight", stack[-1] if stack else ""] += weight
        for name in set(stack):
            numbers["total by count", name] += 1
            numbers["total by weight", name] += weight
    return numbers


# ---- Generated files ----


def compare_model(tracedump, path, expected):
    """Compares the samples with {kind: [(ts, thread, weight, names)]}; a value that the format lacks is None."""
    wrong = []
    found = collections.defaultdict(list)
    for ts, who, kind, weight, stack in read_profile(tracedump, path):
        found[kind].append((ts, who, weight, stack))
    if set(found) != {kind for kind, samples in expected.items() if samples}:
        wrong.append(f"kinds {sorted(found)}, expected {sorted(expected)}")
    for kind, samples in expected.items():
        key = lambda sample: tuple(str(part) for part in sample)  # noqa: E731
        if sorted(found[kind], key=key) != sorted(samples, key=key):
            pairs = zip(sorted(found[kind], key=key), sorted(samples, key=key))
            wrong.append(f"{kind}: {len(found[kind])} of {len(samples)} samples; "
                         f"{str(next(((a, b) for a, b in pairs if a != b), ''))[:300]}")
        if samples:
            wrong += compare_tree(tracedump, path, kind, samples)
    return wrong


def compare_tree(tracedump, path, kind, samples):
    """Compares the totals of the call tree, which all views and exports show."""
    nodes = collections.defaultdict(lambda: [0, 0, 0, 0])  # incl weight, excl weight, incl count, excl count
    for _, _, weight, stack in samples:
        for depth in range(1, len(stack) + 1):
            node = nodes[stack[:depth]]
            node[0] += weight
            node[2] += 1
        nodes[stack][1] += weight
        nodes[stack][3] += 1
    paths, found = {"": ()}, {}
    for row in read_table(tracedump, "call_tree", path, "--samples", kind, "--raw-names"):
        stack = paths[row["id"]] = paths[row["parent_id"]] + (row["name"],)
        found[stack] = [int(row[column]) for column in ("incl_weight", "excl_weight", "incl_count", "excl_count")]
    if found == dict(nodes):
        return []
    different = [stack for stack in set(found) | set(nodes) if found.get(stack) != nodes.get(stack)]
    return [f"call tree of {kind}: {len(different)} nodes differ, as {str(different[0])[:200]}: "
            f"{found.get(different[0])}, expected {nodes.get(different[0])}"]


def names_of(stack):
    return tuple(name for name, _ in stack)


def expect_model(model, form):
    expected = collections.defaultdict(list)
    for sample in model.samples:
        pid, tid, comm = sample.thread
        who, kind, ts, stack = (str(pid), str(tid), comm), sample.event, sample.ts, names_of(sample.stack)
        if form == "folded":
            who, kind, ts = None, "weight", None
            stack = tuple(name.replace(";", ":") for name in stack)
        elif form.startswith("perf-script"):
            who = who if form == "perf-script" else ("?", str(tid), comm)
        elif form == "speedscope":
            if sample.event != model.events[0]:
                continue
            who, kind = ("?", str(tid), comm), "time"
            ts = sum(s.weight for s in model.samples
                     if s.thread == sample.thread and s.event == sample.event and s.ts < sample.ts)
        elif form.startswith("pprof"):
            ts = None
        elif form == "perf-data-group":
            for event, weight in sample_files.weigh_group(model, sample):
                if weight > 0:
                    expected[event].append((ts, who, weight, sample_files.name_in_linux(sample.stack)))
            continue
        elif form in ("perf-data-linux", "perf-data-pipe"):
            stack = sample_files.name_in_linux(sample.stack)
        elif form == "simpleperf-text":
            who = ("?", str(tid), comm)
        expected[kind].append((ts, who, sample.weight, stack))
    for ts, (pid, tid, comm), stack, ns in model.find_off_cpu():
        who = ("?" if form == "simpleperf-text" else str(pid), str(tid), comm)
        expected[OFF_CPU].append((ts, who, ns, names_of(stack)))
    return expected


class Checker:
    def __init__(self, tracedump, make_trace, folder):
        self.tracedump = tracedump
        self.make_trace = make_trace
        self.folder = pathlib.Path(folder)

    def check_form(self, form, seed):
        model = sample_files.Model(seed, has_off_cpu=form in OFF_CPU_FORMS)
        path = self.folder / f"{form}-{seed}"
        path.write_bytes(sample_files.FORMS[form](model))
        return [(f"{form}, seed {seed}", compare_model(self.tracedump, path, expect_model(model, form)))]

    def check_folder(self, seed):
        model = sample_files.Model(seed)
        path = self.folder / f"folder-{seed}.data"
        sample_files.write_perf_folder(model, path)
        expected = expect_model(model, "perf-data-linux")
        return [(f"perf record --threads, seed {seed}", compare_model(self.tracedump, path, expected)),
                (f"data of perf record --threads, seed {seed}", compare_model(self.tracedump, path / "data", expected))]

    def check_round(self, name):
        """Exports a real file, or a generated file of a format, and reads it again, for every kind of samples."""
        path = REAL / "profiles" / name
        if name in sample_files.FORMS:
            path = self.folder / f"round-{name}"
            path.write_bytes(sample_files.FORMS[name](sample_files.Model(5, has_off_cpu=name in OFF_CPU_FORMS)))
        wrong = []
        for kind in read_kinds(self.tracedump, path):
            wrong += compare_round(self.tracedump, path, kind, self.folder)
        return [(f"{name}, exported and read", wrong)]

    def check_made(self, seed):
        """The same samples in three formats have the same stacks and weights."""
        stacks = {}
        for form in "perf", "simpleperf", "folded":
            path = self.folder / f"made-{seed}.{form}"
            subprocess.run([self.make_trace, "--form", form, "--records", "2000", "--depth", "9", "--methods", "60",
                            "--seed", str(seed), "-o", path], check=True)
            stacks[form] = read_stacks(self.tracedump, path, read_kinds(self.tracedump, path)[0])
        wrong = [f"{form}: {len(found)} stacks, folded {len(stacks['folded'])}" for form, found in stacks.items()
                 if found != stacks["folded"]]
        if sum(stacks["folded"].values()) != 2000 * 250_000:
            wrong.append(f"all weigh {sum(stacks['folded'].values())}")
        return [(f"made by make-trace, seed {seed}", wrong)]

    def check_real(self, name, truth):
        path = REAL / "profiles" / name
        return [(name, compare_truth(read_profile(self.tracedump, path), name, truth))]


    def check_public(self, name):
        found = collections.defaultdict(lambda: [0, 0])
        for _, _, event, weight, _ in read_profile(self.tracedump, REAL / "public-reports" / name):
            found[event][0] += 1
            found[event][1] += weight
        return [(name, [] if found == PUBLIC[name] else [f"found {dict(found)}"])]

    def check_lines(self, name):
        path = REAL / "profiles" / name
        return [(f"{name}, lines of the source", compare_lines(self.tracedump, path))]


# ---- Source lines ----


def compare_lines(tracedump, path):
    """Compares totals by line with the lines in the file, including all inlined frames."""
    wrong = []
    for column, kind in enumerate(("samples", "cpu")):
        expected, n_inlined = pprof_lines.count_lines(path, column)
        found = {}
        for row in read_table(tracedump, "source_line", path, "--samples", kind, "--raw-names"):
            found[row["name"], row["source_file"], int(row["line_number"] or 0)] = [
                int(row["incl_weight"]), int(row["excl_weight"]), int(row["excl_count"]), row["inlined"] == "1"]
        if found != expected:
            other = [key for key in set(found) | set(expected) if found.get(key) != expected.get(key)]
            wrong.append(f"{kind}: {len(other)} of {len(expected)} lines differ, as {other[0]}: "
                         f"{found.get(other[0])}, expected {expected.get(other[0])}")
    frames = {row["id"] for row in read_table(tracedump, "stack_profile_frame", path) if row["inlined"] == "1"}
    sites = {row["id"]: row for row in read_table(tracedump, "stack_profile_callsite", path)}
    n = 0
    for sample in read_table(tracedump, "perf_sample", path):
        site = sample["callsite_id"] if sample["event"] == "cpu" else ""
        while site:
            n += sites[site]["frame_id"] in frames
            site = sites[site]["parent_id"]
    if n != n_inlined or n == 0:
        wrong.append(f"{n} inlined frames on stacks, expected {n_inlined}")
    return wrong


# ---- Export and import ----


def read_stacks(tracedump, path, kind):
    """Returns {stack: weight} of one kind."""
    paths, stacks = {"": ()}, collections.Counter()
    for row in read_table(tracedump, "call_tree", path, "--samples", kind, "--raw-names"):
        stack = paths[row["id"]] = paths[row["parent_id"]] + (row["name"],)
        stacks[stack] += int(row["excl_weight"])
    return collections.Counter({stack: weight for stack, weight in stacks.items() if weight})


def read_kinds(tracedump, path):
    return list(dict.fromkeys(row["event"] for row in read_table(tracedump, "sample", path)))


def as_written(stacks, suffix):
    """Returns the stacks as folded stacks can represent them: without semicolons and line breaks in names."""
    if suffix != ".folded":
        return stacks
    changed = collections.Counter()
    for stack, weight in stacks.items():
        changed[tuple(name.replace(";", ":").replace("\n", " ").strip() for name in stack)] += weight
    return changed


def compare_round(tracedump, path, kind, folder):
    """Checks that an exported file still contains every stack with its full weight."""
    wrong = []
    stacks = read_stacks(tracedump, path, kind)
    for suffix in ".folded", ".pb.gz", ".speedscope.json":
        out = pathlib.Path(folder, f"round-{path.name}{suffix}")
        subprocess.run([tracedump, "export", "--raw-names", "--samples", kind, "-o", out, path],
                       check=True, stderr=subprocess.DEVNULL)
        read = read_stacks(tracedump, out, read_kinds(tracedump, out)[-1])
        if suffix == ".folded":
            threads = read
            read = collections.Counter()
            for stack, weight in threads.items():
                read[stack[1:]] += weight
        expected = as_written(stacks, suffix)
        if read != expected:
            other = [stack for stack in set(read) | set(expected) if read[stack] != expected[stack]]
            wrong.append(f"{kind} as {suffix}: {len(other)} of {len(expected)} stacks differ, as {str(other[0])[:200]}")
        out.unlink()
    return wrong


# ---- Files of real devices ----


def read_truth():
    """Returns {file name: [(key, value)]}."""
    path = REAL / "profiles" / "TRUTH.tsv"
    truth = collections.defaultdict(list)
    if path.exists():
        for line in path.read_text("utf-8").splitlines():
            words = line.split("\t")
            if len(words) == 3:
                truth[words[0]].append((words[1], words[2]))
    return truth


def shown(name):
    """Returns our name for a function of the true counts, without the suffix for the kind of frame."""
    for suffix in SUFFIXES:
        name = name.removesuffix(suffix)
    return name


def compare_truth(profile, name, truth):
    wrong, compared = [], 0
    samples = [sample for sample in profile if sample[2] != OFF_CPU]
    stacks = [sample[4] for sample in samples]
    times = [sample[0] for sample in samples if sample[0] is not None]
    merged = collections.Counter()
    for _, who, kind, weight, _ in profile:
        merged[kind, who] += weight
    numbers = {
        "samples": len(samples), "threads": len({sample[1] for sample in samples}),
        "frames": sum(map(len, stacks)), "max depth": max(map(len, stacks)),
        "distinct symbols": len({name for stack in stacks for name in stack}),
        "distinct stacks": len(set(stacks)), "call-tree nodes (threads merged)": count_nodes(stacks),
        "empty stacks": sum(not stack for stack in stacks),
    }
    if times and "speedscope" not in name:
        numbers |= {"first time": min(times), "last time": max(times)}
    off_cpu = [sample for sample in profile if sample[2] == OFF_CPU]
    if off_cpu:
        numbers["off-cpu ns by samples"] = sum(sample[3] for sample in off_cpu)
    for what, value in truth:
        kind, _, rest = what.rpartition(": ")
        if what in numbers:
            found, value = numbers[what], int(value)
        elif kind and what != rest:
            found, value = count_of_kind(profile, kind, rest, value.replace(
                "[unknown]", KERNEL_WITHOUT_MAP.get(name, "[unknown]")))
        else:
            continue
        if found is None:
            continue
        compared += 1
        if found != value:
            wrong.append(f"{what}: {found}, expected {value}")
    if compared < 8:
        wrong.append(f"only {compared} numbers could be compared")
    return wrong


def count_of_kind(profile, kind, rest, value):
    kind, factor = KINDS.get(kind, (kind, 1))
    numbers = count([sample for sample in profile if sample[2] == kind])
    what, _, _ = rest.partition(" #")
    if rest in ("samples", "weight sum"):
        return numbers[rest], int(value) * (factor if rest == "weight sum" else 1)
    if what in ("self by count", "self by weight", "total by count", "total by weight"):
        number, _, name = value.partition(" ")
        return numbers[what, shown(name)], int(number) * (factor if "weight" in what else 1)
    if what == "thread" and " count " in value and "/" in value.rpartition(" count ")[0]:
        who, _, counts = value.rpartition(" count ")
        name, _, ids = who.rpartition(" ")
        pid, _, tid = ids.partition("/")
        who = (pid, tid, "" if name == "?" else name)
        mine = [sample for sample in profile if sample[2] == kind and sample[1] == who]
        return f"{len(mine)} weight {sum(sample[3] for sample in mine)}", counts
    return None, None


def main():
    tracedump, make_trace = sys.argv[1:3]
    readable = [name for name in read_truth() if not name.startswith(("mapping", "ohos"))
                and ".mapping." not in name]
    jobs = [("check_form", form, seed) for form in sample_files.FORMS for seed in range(1, 4)]
    jobs += [("check_folder", seed) for seed in range(1, 3)]
    jobs += [("check_made", seed) for seed in range(1, 4)]
    jobs += [("check_real", name, read_truth()[name]) for name in readable]
    jobs += [("check_round", name) for name in [*sample_files.FORMS, *readable]]
    jobs += [("check_public", name) for name in PUBLIC if (REAL / "public-reports" / name).exists()]
    jobs += [("check_lines", name) for name in readable if name.startswith("pprof")]
    return tap_checks.run(Checker, [tracedump, make_trace], jobs, ["profiles/TRUTH.tsv"])


if __name__ == "__main__":
    sys.exit(main())

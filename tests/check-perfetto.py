#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Compares the tables of Perfetto traces with the rows of Perfetto's own trace processor.

check-perfetto.py TRACEDUMP MAKE_TRACE COUNT_PERFETTO [--list] [NAME…]

Also compares the output of make-trace with an independent count. The traces and their rows are in the folder "perfetto"
of TV_SAMPLES (default: ../shared/samples). Rows that differ on purpose are counted in perfetto_exceptions.py, with the
reason. The output is TAP; --list shows the rows.
"""

import collections
import concurrent.futures
import csv
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from perfetto_exceptions import get_exceptions
from tap_checks import REAL

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "tools"))
import perfetto_columns  # noqa: E402

# Counters that the ftrace reader names differently from trace processor.
COUNTERS = {
    "rss: MM_ANONPAGES": "mem.rss.anon", "rss: MM_FILEPAGES": "mem.rss.file",
    "rss: MM_SHMEMPAGES": "mem.rss.shmem", "rss: MM_SWAPENTS": "mem.swap",
    "mem.smaps.pss.shmem": "mem.smaps.pss.smem",
    "GPU 1 Memory": "GPU Memory",
    "cpuidle.C8": "cpuidle{cpu}.C8",
    "cpufreq max limit": "Cpu {cpu} Max Freq Limit", "cpufreq min limit": "Cpu {cpu} Min Freq Limit",
}
SAME_ROWS = {"wrap-zlib": "own-track", "wrap-zstd": "own-track", "wrap-gzip2": "own-track",
             "wrap-zip": "own-track"}

NAMES = {"BLOCK_IOPOLL": "IRQ_POLL", "[empty slice name]": "(empty)", "binder transaction async": "binder one-way",
         "binder async rcv": "binder one-way received", "": "[no name]"}
NOT_IDLE = 4294967295  # value of cpuidle that is shown as -1
UNTOLD = "?"  # state that no event reports


def slice_name(name):
    """Returns our name for a slice of trace processor."""
    if name.startswith("IRQ (") and name.endswith(")"):
        return name[5:-1]
    return NAMES.get(name, name)


def read_rows(path):
    """Returns the tables of a .tsv file: {name: list of rows as dicts}."""
    tables, columns = collections.defaultdict(list), {}
    for line in path.read_text("utf-8").splitlines():
        cells = line.split("\t")
        if cells[0].startswith("#"):
            columns[cells[0][1:]] = cells[1:]
        else:
            cells += [""] * (len(columns[cells[0]]) + 1 - len(cells))
            tables[cells[0]].append(dict(zip(columns[cells[0]], cells[1:])))
    return tables


class Trace:
    def __init__(self, tracedump, path, rows=None):
        self.tracedump, self.path = tracedump, path
        self.rows = rows  # expected rows
        self.tables = {}

    def table(self, name):
        if name not in self.tables:
            run = subprocess.run([self.tracedump, "table", "--native", name, self.path, "--format", "json", "--raw-names"],
                                 capture_output=True, text=True, check=False, timeout=120,
                                 env={**os.environ, "G_DEBUG": "fatal-criticals"})
            if run.returncode != 0:
                raise RuntimeError(run.stderr.strip())
            self.tables[name] = json.loads(run.stdout)
        return self.tables[name]

    def tid(self, utid):
        return "" if utid is None else str(self.table("thread")[utid]["tid"])

    def pid(self, upid):
        return "" if upid is None else str(self.table("process")[upid]["pid"])

    def track(self, track):
        """Returns (name, tid, pid) of a track."""
        if "owners" not in self.tables:
            owners = {}
            for row in self.table("thread_track"):
                owners[row["id"]] = (row["kind"], self.tid(row["utid"]), "")
            for row in self.table("process_track"):
                owners[row["id"]] = (row["name"], "", self.pid(row["upid"]))
            for row in self.table("cpu_track"):
                owners[row["id"]] = (row["name"], "", "")
            self.tables["owners"] = owners
        return self.tables["owners"][track]


def number(value):
    """Rounds a number, so that rounding errors do not count as differences."""
    return float(f"{float(value):.7g}")


def get_sched(trace):
    return [(str(row["ts"]), "-1" if row["dur"] is None else str(row["dur"]), str(row["cpu"]),
             trace.tid(row["utid"]), (row["end_state"] or "").replace(UNTOLD, ""), str(row["priority"]))
            for row in trace.table("sched_slice")]


def expect_sched(rows):
    return [(row["ts"], row["dur"], row["cpu"], row["tid"], row["end_state"], row["prio"])
            for row in rows["sched"] if row["tid"] != "0"]


def get_state(trace):
    return [(str(row["ts"]), trace.tid(row["utid"]), row["state"].replace(UNTOLD, ""))
            for row in trace.table("thread_state")]


def expect_state(rows):
    return [(row["ts"], row["tid"], row["state"]) for row in rows["thread_state"]]


def get_waker(trace):
    """Lists wakers; a recorded state at the wakeup belongs to the waker."""
    states = {row["id"]: row for row in trace.table("thread_state")}
    idle = {row["utid"] for row in trace.table("thread") if row["is_idle"]}
    found = []
    for row in states.values():
        waker = states.get(row["waker_id"])
        if waker is not None and (
                waker["utid"] != row["waker_utid"] or waker["ts"] > row["ts"] or (
                    waker["dur"] >= 0 and waker["ts"] + waker["dur"] < row["ts"])):
            raise ValueError(f"state {row['id']} does not match its waker, state {waker['id']}")
        if row["waker_utid"] is not None and row["waker_utid"] not in idle:
            found.append((str(row["ts"]), trace.tid(row["utid"]), trace.tid(row["waker_utid"])))
    return found


def expect_waker(rows):
    return [(row["ts"], row["tid"], row["waker"]) for row in rows["thread_state"]
            if row["waker"] not in ("", "0")]


POINTS = {"events", "function", "Heap dumps", "Java heap dumps"}  # tracks of events that have no other meaning


def get_slice(trace):
    runs = {row["id"] for row in trace.table("sched_slice")} | {row["id"] for row in trace.table("thread_state")}
    states = {(row["ts"], row["value"]) for row in trace.rows["state"]}  # states without a thread
    found = []
    for row in trace.table("slice"):
        if row["id"] in runs or trace.track(row["track_id"])[0] in POINTS:
            continue
        dur = "-1" if row["is_open"] else str(row["dur"])
        is_state = (str(row["ts"]), row["name"]) in states
        found.append((str(row["ts"]), dur, row["name"] or "", "" if is_state else trace.track(row["track_id"])[1]))
    return found


def get_thread_clock(trace):
    """Lists thread times that programs emit; thread times derived from scheduling are excluded."""
    if trace.table("sched_slice"):
        return []
    return [(str(row["ts"]), row["name"] or "", str(row["thread_ts"]),
             "" if row["thread_dur"] is None else str(row["thread_dur"]))
            for row in trace.table("slice") if row["thread_ts"] is not None]


def expect_thread_clock(rows):
    return [(row["ts"], slice_name(row["name"]), row["thread_ts"], row["thread_dur"]) for row in rows["slice"]
            if row["thread_ts"]]


def expect_slice(rows):
    return [(row["ts"], row["dur"], slice_name(row["name"]), row["tid"]) for row in rows["slice"]] + [
        (row["ts"], row["dur"], row["value"], "") for row in rows["state"] if row["value"]]


def get_counter(trace):
    names = {row["id"]: COUNTERS.get(row["name"], row["name"]).replace("{cpu}", str(row["cpu"]))
             for row in trace.table("counter_track")}
    return [(names[row["track_id"]], str(row["ts"]), number(row["value"])) for row in trace.table("counter")]


def expect_counter(rows):
    return [(row["track"], row["ts"], -1.0 if row["track"] == "cpuidle" and float(row["value"]) == NOT_IDLE
             else number(row["value"])) for row in rows["counter"]]


def get_flow(trace):
    slices = {row["id"]: row for row in trace.table("slice")}
    return [(str(slices[row["slice_out"]]["ts"]), slices[row["slice_out"]]["name"] or "",
             str(slices[row["slice_in"]]["ts"]), slices[row["slice_in"]]["name"] or "")
            for row in trace.table("flow")]


def expect_flow(rows):
    return [(row["from_ts"], slice_name(row["from"]), row["to_ts"], slice_name(row["to"]))
            for row in rows["flow"]]


def get_process(trace):
    """Lists processes, except the process of the idle threads."""
    return [(str(row["pid"]), row["name"] or "") for row in trace.table("process") if row["pid"] != 0]


def expect_process(rows):
    """Processes without a name have the name of their main thread."""
    mains = {row["pid"]: row["name"] for row in rows["thread"] if row["main"] == "1"}
    return [(row["pid"], row["name"] or mains.get(row["pid"], "")) for row in rows["process"]]


def get_thread(trace):
    return [(str(row["tid"]), trace.pid(row["upid"]), row["name"] or "") for row in trace.table("thread")
            if not row["is_idle"]]


def expect_thread(rows):
    return [(row["tid"], row["pid"], row["name"]) for row in rows["thread"]]


def get_log(trace):
    return [(str(row["ts"]), str(row["tid"] or ""), str(row["prio"]), row["tag"] or "", row["msg"] or "")
            for row in trace.table("android_logs")]


def expect_log(rows):
    return [(row["ts"], row["tid"], row["prio"], row["tag"], row["msg"]) for row in rows["android_log"]]


def get_event(trace):
    """Lists events; all CPUs must be on one machine."""
    for table in ("cpu", "sched_slice", "ftrace_event"):
        for row in trace.table(table):
            if row["ucpu"] != row["cpu"]:
                raise ValueError(f"{table} {row['id']} has different cpu and ucpu")
    return [(str(row["ts"]), row["name"], str(row["cpu"])) for row in trace.table("ftrace_event")]


def expect_event(rows):
    return [(row["ts"], row["name"], row["cpu"]) for row in rows["ftrace_event"]]


def get_stacks(trace):
    """Returns the frames per callsite, outermost first, joined by ";"."""
    if "stacks" not in trace.tables:
        frames = trace.table("stack_profile_frame")
        mappings = {row["id"]: row["name"] or "" for row in trace.table("stack_profile_mapping")}
        names, stacks = [], {None: ""}
        for row in frames:
            base = mappings.get(row["mapping"], "").rpartition("/")[2]
            name = row["deobfuscated_name"] or row["name"] or ""
            unnamed = {f"{base}+0x{row['rel_pc']:x}", "[unknown]"}
            names.append(f"0x{row['rel_pc']:x}" if name in unnamed else name)
        for row in trace.table("stack_profile_callsite"):
            before = stacks[row["parent_id"]]
            stacks[row["id"]] = (before + ";" if row["parent_id"] is not None else "") + names[row["frame_id"]]
        trace.tables["stacks"] = stacks
    return trace.tables["stacks"]


def get_perf(trace):
    """Lists the samples of the leading event; follower events have separate rows with the same stacks."""
    stacks, seen, found = get_stacks(trace), set(), []
    for row in trace.table("perf_sample"):
        key = (row["ts"], row["utid"], row["cpu"])
        if key not in seen:
            cpu = "" if row["cpu"] is None else str(row["cpu"])
            found.append((str(row["ts"]), cpu, row["cpu_mode"] or "", trace.tid(row["utid"]),
                          row["unwind_error"] or "", stacks[row["callsite_id"]]))
        seen.add(key)
    return found


def expect_perf(rows):
    return [(row["ts"], row["cpu"], row["cpu_mode"], row["tid"], row["unwind_error"], row["stack"])
            for row in rows["perf_sample"]] + [
        (row["ts"], row["ucpu"], row["mode"], row["tid"], "" if row["unwind_error"] == "0" else row["unwind_error"],
         row["stack"]) for row in rows["stack_sample"]]


def get_weight(trace):
    return [(str(row["ts"]), trace.tid(row["utid"]), row["event"], row["weight"]) for row in trace.table("perf_sample")]


def expect_weight(rows):
    """Lists the recorded weights of each sample by event."""
    return [(row["ts"], row["tid"], event, int(float(value))) for row in rows["stack_sample"]
            for event, _, value in (weight.partition("=") for weight in row["weights"].split("; "))]


def get_heap(trace):
    stacks = get_stacks(trace)
    return [(str(row["ts"]), trace.pid(row["upid"]) or "0", row["heap_name"], str(row["count"]), str(row["size"]),
             stacks[row["callsite_id"]]) for row in trace.table("heap_profile_allocation")]


def expect_heap(rows):
    return [(row["ts"], row["pid"], row["heap"], row["count"], row["size"], row["stack"])
            for row in rows["heap_allocation"]]


def get_mapping(trace):
    """Returns the set of mappings, without duplicates."""
    numbers = ("start", "end", "exact_offset", "start_offset", "load_bias")
    return {(row["name"], row["build_id"] or "", *(str(row[name]) for name in numbers))
            for row in trace.table("stack_profile_mapping") if row["name"]}


def expect_mapping(rows):
    numbers = ("start", "end", "exact_offset", "start_offset", "load_bias")
    return {(row["name"], row["build_id"], *(row[name] for name in numbers)) for row in rows["mapping"] if row["name"]}


def get_heap_objects(trace):
    """Lists objects with their references, with the names in the file."""
    classes = {row["id"]: row["name"] for row in trace.table("heap_graph_class")}
    objects = {row["id"]: classes.get(row["type_id"], "") for row in trace.table("heap_graph_object")}
    refs = collections.defaultdict(list)
    for row in trace.table("heap_graph_reference"):
        owned = "null" if row["owned_id"] is None else objects[row["owned_id"]]
        refs[row["owner_id"]].append(f"{row['field_name'] or ''}->{owned}")
    return [(str(row["graph_sample_ts"]), objects[row["id"]], str(row["self_size"]), row["heap_type"] or "",
             row["root_type"] or "", str(row["reachable"]), tuple(sorted(refs[row["id"]])))
            for row in trace.table("heap_graph_object")]


def expect_heap_objects(rows):
    return [(row["ts"], row["class"], row["self_size"], row["heap"], row["root"], row["reachable"],
             tuple(sorted(row["refs"].split()))) for row in rows["heap_object"]]


SMAPS = ("size_kb", "private_dirty_kb", "swap_kb", "proportional_resident_kb")


def get_smaps(trace):
    return [(str(row["ts"]), trace.pid(row["upid"]) or "0", row["path"], *(str(row[key]) for key in SMAPS))
            for row in trace.table("profiler_smaps")]


def expect_smaps(rows):
    return [(row["ts"], row["pid"], row["path"],
             *(row[key] for key in ("size_kb", "private_dirty_kb", "swap_kb", "pss_kb"))) for row in rows["smaps"]]


def get_heap_classes(trace):
    """Sums up objects by class name; classes without objects have no row."""
    sums = collections.defaultdict(lambda: [0, 0, 0, 0, 0])
    classes = {row["id"]: (str(row["graph_sample_ts"]), trace.pid(row["upid"]),
                           row["deobfuscated_name"] or row["name"], row["kind"])
               for row in trace.table("heap_graph_class")}
    for row in trace.table("heap_graph_object"):
        if row["type_id"] is not None:
            values = (1, row["self_size"], row["native_size"], row["reachable"], row["root_type"] is not None)
            sums[classes[row["type_id"]]] = [a + b for a, b in zip(sums[classes[row["type_id"]]], values)]
    return [(*key, *values) for key, values in sums.items()]


def expect_heap_classes(rows):
    return [(row["ts"], row["pid"], row["class"], row["kind"],
             *(int(row[key]) for key in ("objects", "self_size", "native_size", "reachable", "roots")))
            for row in rows["heap_class"]]


def get_frames(kind, *columns):
    """Returns a function that lists frames with their columns; display frames also contain the tokens of other frames
    as text."""
    def get(trace):
        return [("-1" if row["dur"] is None else str(row["dur"]), str(row["ts"]), trace.pid(row["upid"]),
                 *("" if row[name] is None else str(row[name]) for name in columns))
                for row in trace.table(kind)]
    return get


def expect_frames(kind, *columns):
    def get(rows):
        return [(row["dur"], row["ts"], row["pid"], *(row[name] for name in columns)) for row in rows[kind]]
    return get


GPU_ARGS = ("context_id", "render_target", "render_target_name", "render_pass", "render_pass_name", "command_buffer",
            "command_buffer_name", "submission_id", "hw_queue_id", "render_subpasses")


def get_gpu(trace):
    """Lists GPU slices. A missing value is empty here, but 0 or NULL in trace processor."""
    return [(str(row["ts"]), str(row["dur"]), row["name"],
             *("" if row[name] is None else str(row[name]) for name in GPU_ARGS), trace.pid(row["upid"]))
            for row in trace.table("gpu_slice")]


def expect_gpu(rows):
    """Lists GPU slices in the order of process ids, after the slices of the idle threads' process, which has id 0."""
    found = []
    for row in rows["slice"]:
        if row["track_type"] not in ("gpu_render_stage", "vulkan_events", "gpu_log"):
            continue
        args = dict(arg.split("=", 1) for arg in row["args"].split("; "))
        pids = ["", *(process["pid"] for process in rows["process"])]
        found.append((row["ts"], row["dur"], row["name"],
                      *(args[name].replace("NULL", "") if name.endswith(("name", "queue_id", "subpasses"))
                        else args[name].replace("NULL", "") if args[name] != "0" else "" for name in GPU_ARGS),
                      pids[int(args["upid"])]))
    return found


def get_package(trace):
    return [(row["package_name"], *(str(row[name]) for name in ("uid", "debuggable", "profileable_from_shell",
                                                                "version_code")))
            for row in trace.table("package_list")]


def expect_package(rows):
    return [(row["name"], row["uid"], row["debuggable"], row["profileable"], row["version"]) for row in rows["package"]]


# Clocks and statistics that only trace processor provides.
TRACE_FILE_CLOCK = "11"
OWN_STATS = {"interned_data_tokenizer_errors", "unknown_extension_fields"}
USUAL_STATS = ("traced_flushes_requested", "traced_flushes_succeeded", "traced_producers_connected",
               "traced_producers_seen", "traced_data_sources", "traced_tracing_sessions", "traced_total_buffers")


def get_clock(trace):
    return [(str(row["ts"]), str(row["snapshot_id"]), str(row["clock_id"]), str(row["clock_value"]))
            for row in trace.table("clock_snapshot")]


def expect_clock(rows):
    """If nothing synchronizes the clocks, trace processor invents a snapshot."""
    made_up = {row["snapshot"] for row in rows["clock"] if row["clock"] == TRACE_FILE_CLOCK}
    return [(row["ts"], row["snapshot"], row["clock"], row["value"]) for row in rows["clock"]
            if row["snapshot"] not in made_up]


def get_symbol(trace):
    sets = {row["symbol_set_id"]: row for row in trace.table("stack_profile_symbol")}
    for row in trace.table("stack_profile_frame"):
        if row["symbol_set_id"] is not None and row["symbol_set_id"] not in sets:
            raise ValueError(f"frame {row['id']} has an unknown symbol_set_id")
    return [(row["name"], row["source_file"] or "", str(row["line_number"] or ""))
            for row in trace.table("stack_profile_symbol")]


def expect_symbol(rows):
    return [(row["function"], row["file"], row["line"]) for row in rows["symbol"]]


def get_stat(trace):
    """Lists statistics, except common statistics of the recorder, which the expected rows omit, apart from some buffer
    sizes."""
    return [(row["name"], "" if row["idx"] is None else str(row["idx"]), row["severity"], str(row["value"]))
            for row in trace.table("stats")
            if not row["name"].endswith(("_begin", "_end")) and not row["name"].startswith(USUAL_STATS)]


def expect_stat(rows):
    return [(row["name"], row["idx"], row["severity"], row["value"]) for row in rows["stat"]
            if row["name"] not in OWN_STATS]


def get_user(trace):
    return [(str(row["pid"]), "" if row["uid"] is None else str(row["uid"]), row["cmdline"] or "")
            for row in trace.table("process") if row["uid"] is not None or row["cmdline"] is not None]


def expect_user(rows):
    return [(row["pid"], row["uid"], row["cmdline"]) for row in rows["process"] if row["uid"] or row["cmdline"]]


def get_source_field(trace):
    return {(row["field_name"], row["deobfuscated_field_name"] or row["field_name"])
            for row in trace.table("heap_graph_reference") if row["field_name"]}


EXPECTED = ("surface_frame_token", "display_frame_token", "layer_name")
ACTUAL = (*EXPECTED, "present_type", "on_time_finish", "gpu_composition", "jank_type", "jank_severity_type",
          "prediction_type", "jank_tag")
EXPECTED_TSV = ("surface_token", "display_token", "layer")
ACTUAL_TSV = (*EXPECTED_TSV, "present_type", "on_time", "gpu", "jank_type", "severity", "prediction", "jank_tag")

KINDS = {
    "expected": (get_frames("expected_frame_timeline_slice", *EXPECTED), expect_frames("expected_frame", *EXPECTED_TSV)),
    "actual": (get_frames("actual_frame_timeline_slice", *ACTUAL), expect_frames("actual_frame", *ACTUAL_TSV)),
    "gpu": (get_gpu, expect_gpu),
    "package": (get_package, expect_package), "clock": (get_clock, expect_clock),
    "symbol": (get_symbol, expect_symbol), "stat": (get_stat, expect_stat), "user": (get_user, expect_user),
    "heap object": (get_heap_objects, expect_heap_objects), "heap class": (get_heap_classes, expect_heap_classes),
    "smaps": (get_smaps, expect_smaps),
    "mapping": (get_mapping, expect_mapping),
    "perf": (get_perf, expect_perf), "weight": (get_weight, expect_weight), "heap": (get_heap, expect_heap),
    "sched": (get_sched, expect_sched), "state": (get_state, expect_state),
    "waker": (get_waker, expect_waker),
    "slice": (get_slice, expect_slice), "thread clock": (get_thread_clock, expect_thread_clock), "counter": (get_counter, expect_counter),
    "flow": (get_flow, expect_flow), "process": (get_process, expect_process),
    "thread": (get_thread, expect_thread), "log": (get_log, expect_log),
    "event": (get_event, expect_event),
}
# Columns that the expected rows lack, compared with the packets themselves.
COUNTED = {"source field": (get_source_field, perfetto_columns.list_source_fields)}
NEEDS = {"event": "ftrace_event", "weight": "stack_sample"}  # tables that are missing in the rows of some traces


def unescape(rows):
    for table in rows.values():
        for row in table:
            for key, value in row.items():
                if "\\" in value:
                    row[key] = value.replace("\\n", "\n").replace("\\t", "\t")
    return rows


def check(tracedump, path, shows):
    name = path.name.split(".")[0]
    rows = unescape(read_rows(path.with_name(SAME_ROWS.get(name, name) + ".tsv")))
    trace = Trace(tracedump, path, rows)
    wrong = []
    for kind, (get, expect) in {**KINDS, **COUNTED}.items():
        if kind in NEEDS and not rows.get(NEEDS[kind]):
            continue
        told = path if kind in COUNTED else rows
        expected, found = collections.Counter(expect(told)), collections.Counter(get(trace))
        missing, more = expected - found, found - expected
        counts = (sum(missing.values()), sum(more.values()))
        if counts != get_exceptions(name).get(kind, (0, 0)) or (shows and counts != (0, 0)):
            wrong.append(f"{kind}: {counts[0]} of {sum(expected.values())} missing, {counts[1]} more")
            limit = 1000 if shows else 3
            wrong += [f"  missing {row}" for row in list(missing)[:limit]]
            wrong += [f"  more    {row}" for row in list(more)[:limit]]
    return name, wrong


MADE = [[line, "--bytes", size, *more] for line in ("sched", "tracks", "mixed")
        for size, more in (("200000", []), ("60000", ["--cpus", "2", "--seed", "7"]))]


def check_made(tracedump, make_trace, count, arguments):
    """Compares the figures of a trace that make-trace writes with an independent count."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "made.pftrace")
        subprocess.run([make_trace, "--form", "perfetto", "--line", *arguments, "-o", path], check=True)
        expected = json.loads(subprocess.run([sys.executable, count, path], capture_output=True, check=True).stdout)
        trace = Trace(tracedump, path)
        runs, states = trace.table("sched_slice"), {row["id"] for row in trace.table("thread_state")}
        other = {row["id"] for row in runs} | states
        slices = [row for row in trace.table("slice") if row["id"] not in other]
        closed = [row for row in slices if not row["is_open"]]
        values = [row["value"] for row in trace.table("counter")]
        found = {
            "runs": len(runs),
            "closed_run_ns": sum(row["dur"] for row in runs if row["end_state"]),
            "closed": sum(row["dur"] > 0 for row in closed), "closed_ns": sum(row["dur"] for row in closed),
            "points": sum(row["dur"] == 0 for row in closed), "open": len(slices) - len(closed),
            "samples": len(values), "sample_sum": sum(values),
        }
        wrong = [f"{key}: {found[key]}, expected {expected[key]}" for key in found if found[key] != expected[key]]
        return "made " + " ".join(arguments), wrong + [problem["kind"] for problem in trace.table("problem")
                                                       if problem["severity"] != "note"]


def list_traces():
    folder = REAL / "perfetto"
    paths = [path for path in [*folder.glob("*.pftrace*"), *folder.glob("*.zip"), *folder.glob("more/*.pftrace")]
             if path.with_name(SAME_ROWS.get(path.name.split(".")[0], path.name.split(".")[0]) + ".tsv").exists()]
    return sorted(paths)


def main():
    tracedump, make_trace, count = sys.argv[1:4]
    shows = "--list" in sys.argv
    names = [argument for argument in sys.argv[4:] if argument != "--list"]
    paths = [path for path in list_traces() if not names or path.name.split(".")[0] in names]
    made = [] if names else MADE
    skipped = not paths and not names
    print(f"1..{len(paths) + len(made) + skipped}")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(check, tracedump, path, shows) for path in paths]
        jobs += [pool.submit(check_made, tracedump, make_trace, count, arguments) for arguments in made]
        for i, (path, job) in enumerate(zip(paths + [pathlib.Path("made")] * len(made), jobs), 1):
            try:
                name, wrong = job.result()
            except (RuntimeError, KeyError, ValueError) as error:
                name, wrong = path.name, [f"{type(error).__name__}: {error}"]
            failed += bool(wrong)
            print(f"{'not ok' if wrong else 'ok'} {i} - {name}")
            for line in wrong:
                print(f"# {line}")
    if skipped:
        print(f"ok {len(jobs) + 1} - traces of devices # SKIP none in {REAL / 'perfetto'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

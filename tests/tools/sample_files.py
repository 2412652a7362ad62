# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes sampled profiles of every form from stacks that are known, for checks and as seeds of fuzzers.

    sample_files.py FOLDER      writes one of each form
"""

import gzip
import json
import pathlib
import random
import struct
import sys

NAMES = ["main", "draw(int, char const*)", "measure", "operator<< <a; b>", "_ZN4shop4Cart3addEi", "läuft", "x y z",
         "run (inner)", "epoll_wait", "Java_com_example_Shop_load", "decode", "recurse"]
LIBRARIES = ["/system/lib64/libshop.so", "/data/app/a b/base.apk", "[kernel.kallsyms]", "/usr/bin/shop (deleted)"]
COMMS = ["main", "Binder:12_3", "pool [2] 1", "RenderThread"]
EVENTS = ["cpu-clock", "cpu-cycles"]
OFF_CPU = "sched:sched_switch"


class Sample:
    def __init__(self, ts, thread, cpu, event, weight, stack):
        self.ts, self.thread, self.cpu, self.event, self.weight = ts, thread, cpu, event, weight
        self.stack = stack  # (name, library), the outermost first


class Model:
    """Samples in the order of their times; threads are (pid, tid, name)."""

    def __init__(self, seed, n=200, deepest=12, events=tuple(EVENTS), has_off_cpu=False):
        self.random = random.Random(seed)
        self.threads = [(100, 100, "main"), (100, 101, COMMS[1]), (100, 102, COMMS[2]), (200, 200, "main")]
        self.has_off_cpu = has_off_cpu
        self.events = list(events) + ([OFF_CPU] if has_off_cpu else [])
        self.switches = []  # (ts, tid): a thread came back
        self.samples = []
        ts = 5_000_000_000
        for _ in range(n):
            ts += self.random.randrange(1, 2_000_000)
            self.samples.append(Sample(ts, self.random.choice(self.threads), self.random.randrange(4),
                                       self.random.choice(self.events), 0, self.make_stack(deepest)))
        for sample in self.samples:
            sample.weight = 1 if sample.event == OFF_CPU else self.random.randrange(1, 3_000_000)
            if sample.event == OFF_CPU and self.random.random() < 0.5:
                self.switches.append((sample.ts + self.random.randrange(1, 4_000_000), sample.thread[1]))

    def make_stack(self, deepest):
        if self.random.random() < 0.02:
            deepest *= 20
        stack = []
        for _ in range(self.random.randrange(1, deepest + 1)):
            name = self.random.randrange(len(NAMES))
            stack.append((NAMES[name], LIBRARIES[name % len(LIBRARIES)]))
        return stack

    def find_off_cpu(self):
        """[(ts, thread, stack, ns)]: until the thread is seen again."""
        found = []
        for sample in self.samples:
            if sample.event != OFF_CPU:
                continue
            tid = sample.thread[1]
            ends = [ts for ts, switched in self.switches if switched == tid and ts > sample.ts]
            ends += [other.ts for other in self.samples if other.thread[1] == tid and other.ts > sample.ts]
            if ends:
                found.append((sample.ts, sample.thread, sample.stack, max(min(ends) - sample.ts, 1)))
        return found


# ---- Text ----


def write_folded(model):
    lines = ["# made by sample_files.py"]
    for sample in model.samples:
        stack = ";".join(name.replace(";", ":") for name, _ in sample.stack)
        lines.append(f"{stack} {sample.weight}")
    return ("\n".join(lines) + "\n").encode()


def write_script(model, has_pid=True):
    out = []
    for sample in model.samples:
        pid, tid, comm = sample.thread
        ids = f"{pid}/{tid}" if has_pid else str(tid)
        out.append(f"{comm:>16} {ids} [{sample.cpu:03}] {sample.ts // 10**9}.{sample.ts % 10**9:09}: "
                   f"{sample.weight:10} {sample.event}: ")
        for number, (name, library) in enumerate(reversed(sample.stack)):
            offset = "+0x1f" if number % 2 else ""
            out.append(f"\t{0x7f00000000 + number:16x} {name}{offset} ({library})")
        out.append("")
    return "\n".join(out[:-1]).encode()  # the last without its empty line


def write_report_text(model):
    out = ["meta_info:", f"  trace_offcpu: {str(model.has_off_cpu).lower()}"]
    out += [f"  event_type: {event}" for event in model.events]
    for sample in model.samples:
        out += ["sample:", f"  event_type: {sample.event}", f"  time: {sample.ts}", f"  event_count: {sample.weight}",
                f"  thread_id: {sample.thread[1]}", f"  thread_name: {sample.thread[2]}"]
        for number, (name, library) in enumerate(reversed(sample.stack)):
            indent = "    " if number else "  "
            if number == 1:
                out.append("  callchain:")
            out += [f"{indent}vaddr_in_file: {number:x}", f"{indent}file: {library}", f"{indent}symbol: {name}"]
    for ts, tid in model.switches:
        out += ["context_switch:", "  switch_on: true", f"  time: {ts}", f"  thread_id: {tid}"]
    out += ["lost_situation:", f"  sample_count: {len(model.samples)}", "  lost_count: 3", ""]
    return "\n".join(out).encode()


def write_speedscope(model, event=None, unit="nanoseconds"):
    numbers = {}
    profiles = []
    for thread in model.threads:
        samples = [s for s in model.samples if s.thread == thread and s.event == (event or model.events[0])]
        profiles.append({
            "type": "sampled", "name": f"[{thread[1]}] {thread[2]}", "unit": unit, "startValue": 0,
            "endValue": sum(s.weight for s in samples),
            "samples": [[numbers.setdefault(name, len(numbers)) for name, _ in s.stack] for s in samples],
            "weights": [s.weight for s in samples],
        })
    return json.dumps({
        "profiles": profiles, "$schema": "https://www.speedscope.app/file-format-schema.json",
        "shared": {"frames": [{"name": name, "line": 3, "file": "a.c"} for name in numbers]},
    }).encode()


# ---- Protocol Buffers ----


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes([value])


def field(number, value):
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, bytes):
        return varint(number << 3 | 2) + varint(len(value)) + value
    return varint(number << 3) + varint(value)


def packed(number, values):
    return field(number, b"".join(varint(value) for value in values))


def write_pprof(model, is_packed=True):
    texts = {"": 0}

    def text(word):
        return texts.setdefault(word, len(texts))

    out = bytearray()
    functions, mappings = {}, {}
    for event in model.events:
        unit = "nanoseconds" if event == "cpu-clock" else "count"
        out += field(1, field(1, text(event)) + field(2, text(unit)))
    for sample in model.samples:
        ids = [functions.setdefault(frame, len(functions) + 1) for frame in reversed(sample.stack)]
        values = [sample.weight if event == sample.event else 0 for event in model.events]
        one = packed(1, ids) + packed(2, values) if is_packed else b"".join(
            field(1, n) for n in ids) + b"".join(field(2, n) for n in values)
        one += field(3, field(1, text("thread")) + field(2, text(sample.thread[2])))
        one += field(3, field(1, text("tid")) + field(3, sample.thread[1]))
        one += field(3, field(1, text("pid")) + field(3, sample.thread[0]))
        out += field(2, one)
    for (name, library), number in functions.items():
        mapping = mappings.setdefault(library, len(mappings) + 1)
        out += field(4, field(1, number) + field(2, mapping) + field(3, 0x1000 + number)
                     + field(4, field(1, number) + field(2, 7)))
        out += field(5, field(1, number) + field(2, text(name)) + field(4, text("shop.c")))
    for library, number in mappings.items():
        out += field(3, field(1, number) + field(5, text(library)))
    out += field(14, text(model.events[0]))
    for word in texts:
        out += field(6, word)
    return gzip.compress(bytes(out), mtime=0)


def record(*fields):
    message = b"".join(fields)
    return struct.pack("<I", len(message)) + message


def write_report_proto(model, magic=b"SIMPLEPERF", unnamed=()):
    """Frames of the functions @unnamed have no symbol."""
    is_hiperf = magic != b"SIMPLEPERF"
    files, symbols = {}, {}
    info = b"".join(field(1, event) for event in model.events)
    if not is_hiperf:
        info += field(2, "com.example.shop") + field(6, int(model.has_off_cpu))
    samples = [record(field(5, info))]
    for sample in model.samples:
        out = field(1, sample.ts) + field(2, sample.thread[1])
        for number, (name, library) in enumerate(reversed(sample.stack)):
            file = files.setdefault(library, len(files))
            known = symbols.setdefault(library, {})
            symbol = -1 if name in unnamed else known.setdefault(name, len(known))
            out += field(3, field(1, 0x1000 + number) + field(2, file) + field(3, symbol))
        out += field(4, sample.weight) + field(5, model.events.index(sample.event))
        samples.append(record(field(1, out)))
    samples += [record(field(6, field(1, 1) + field(2, ts) + field(3, tid))) for ts, tid in model.switches]
    tail = [record(field(2, field(1, len(model.samples)) + field(2, 3)))]
    for library, number in files.items():
        names = b"".join(field(3, name) for name in symbols[library])
        tail.append(record(field(3, field(1, number) + field(2, library) + names)))
    for pid, tid, name in model.threads:
        tail.append(record(field(4, field(1, tid) + field(2, pid) + field(3, name))))
    return magic + struct.pack("<H", 1) + b"".join(samples + tail) + struct.pack("<I", 0)


FORMS = {
    "simpleperf-report": write_report_proto,
    "hiperf-report": lambda model: write_report_proto(model, b"HIPERF_PB_"),
    "simpleperf-text": write_report_text,
    "folded": write_folded,
    "perf-script": write_script,
    "perf-script-tid": lambda model: write_script(model, False),
    "speedscope": write_speedscope,
    "pprof": write_pprof,
    "pprof-unpacked": lambda model: write_pprof(model, False),
}


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, write in FORMS.items():
        data = write(Model(5, 12, 4, has_off_cpu=name.startswith("simpleperf")))
        (folder / name).write_bytes(gzip.decompress(data) if name.startswith("pprof") else data)


if __name__ == "__main__":
    main()

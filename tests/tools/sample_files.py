# SPDX-License-Identifier: GPL-3.0-or-later
"""Creates sampled profiles in every format from known stacks, for checks and as seeds for fuzzers.

make-trace writes large files in three of these formats for loading tests, but it is only known that their
stacks are equal. Here, a model contains the expected data: each sample with its time, thread, event, weight
and stack, and the off-CPU time, computed from the samples in the simplest way. All writers write the same model.
They share no code with the tested programs, which have their own writers for exports.

sample_files.py FOLDER writes one file in each format.
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
        self.stack = stack  # [(name, library)], outermost frame first


class Model:
    """Samples in time order. Threads are (pid, tid, name)."""

    def __init__(self, seed, n=200, deepest=12, events=tuple(EVENTS), has_off_cpu=False):
        self.random = random.Random(seed)
        self.threads = [(100, 100, "main"), (100, 101, COMMS[1]), (100, 102, COMMS[2]), (200, 200, "main")]
        self.has_off_cpu = has_off_cpu
        self.events = list(events) + ([OFF_CPU] if has_off_cpu else [])
        self.switches = []  # (ts, tid): the thread runs again
        self.samples = []
        self.last = {}
        ts = 5_000_000_000
        for _ in range(n):
            ts += self.random.randrange(1, 2_000_000)
            thread = self.random.choice(self.threads)
            self.last[thread] = self.make_stack(deepest, self.last.get(thread, []))
            self.samples.append(Sample(ts, thread, self.random.randrange(4), self.random.choice(self.events), 0,
                                       self.last[thread]))
        for sample in self.samples:
            sample.weight = 1 if sample.event == OFF_CPU else self.random.randrange(1, 3_000_000)
            if sample.event == OFF_CPU and self.random.random() < 0.5:
                self.switches.append((sample.ts + self.random.randrange(1, 4_000_000), sample.thread[1]))

    def make_stack(self, deepest, last):
        """Returns a random stack, which often shares its outer frames with the previous stack of the thread."""
        if self.random.random() < 0.02:
            deepest *= 20
        stack = last[:self.random.randrange(len(last) + 1)] if self.random.random() < 0.7 else []
        for _ in range(self.random.randrange(0 if stack else 1, deepest + 1)):
            name = self.random.randrange(len(NAMES))
            stack.append((NAMES[name], LIBRARIES[name % len(LIBRARIES)]))
        return stack

    def find_off_cpu(self):
        """Returns [(ts, thread, stack, ns)]: the off-CPU times until the next sample or switch of the thread."""
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
    return "\n".join(out[:-1]).encode()  # without the empty line after the last sample


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
    """Frames of the functions in unnamed have no symbol."""
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


# ---- perf.data ----

SAMPLE_TYPE = 0x1 | 0x2 | 0x4 | 0x20 | 0x40 | 0x80 | 0x100  # ip, tid, time, callchain, id, cpu, period
SAMPLE_ID_ALL = 1 << 18
TYPES = {"cpu-clock": (1, 0), "cpu-cycles": (0, 0), OFF_CPU: (2, 99)}
USER, KERNEL = 2, 1
MARKS = {USER: 2**64 - 512, KERNEL: 2**64 - 128}
PAGE = 0x1000


def padded(text, to=8):
    data = text.encode() + b"\0"
    return data + b"\0" * (-len(data) % to)


def perf_record(kind, misc, body):
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


class PerfData:
    """A recording in which each function occupies one page of its library. The writer is linux, simpleperf or
    hiperf."""

    def __init__(self, model, writer, attr_size=128, is_pipe=False, frame_bias=1, is_group=False,
                 is_in_parts=False):
        self.model, self.writer, self.attr_size, self.is_pipe = model, writer, attr_size, is_pipe
        self.is_group, self.is_in_parts = is_group, is_in_parts
        self.counters = dict.fromkeys(model.events, 0)
        self.frame_bias = frame_bias if writer == "linux" else 0  # offset of return addresses in callers
        self.functions = {}
        for library in LIBRARIES:
            names = [name for number, name in enumerate(NAMES) if LIBRARIES[number % len(LIBRARIES)] == library]
            self.functions[library] = {name: number for number, name in enumerate(names)}

    def base(self, library):
        number = LIBRARIES.index(library)
        return 0xFFFF800000000000 if library.startswith("[kernel") else 0x7000000000 + number * 0x10000000

    def address(self, frame):
        name, library = frame
        return self.base(library) + (self.functions[library][name] + 1) * PAGE + 0x10

    def id_of(self, event):
        return 1000 + self.model.events.index(event)

    def trailer(self, thread, ts):
        pid, tid, _ = thread
        return struct.pack("<IIQQII", pid, tid, ts, self.id_of(self.model.events[0]), 0, 0)

    def maps(self):
        out = []
        for pid in sorted({pid for pid, _, _ in self.model.threads}):
            for library in LIBRARIES:
                is_kernel = library.startswith("[kernel")
                if is_kernel and pid != self.model.threads[0][0]:
                    continue
                start = 0 if is_kernel else self.base(library)
                size = 2**64 - 1 if is_kernel else len(NAMES) * PAGE + 2 * PAGE
                body = struct.pack("<IIQQQ", pid, pid, start, size, 0) + padded(library)
                out.append(perf_record(1, KERNEL if is_kernel else USER, body + self.trailer((pid, pid, ""), 0)))
        for thread in self.model.threads:
            body = struct.pack("<II", thread[0], thread[1]) + padded(thread[2])
            out.append(perf_record(3, 0, body + self.trailer(thread, 0)))
        return out

    def sample(self, sample):
        chain, mode = [], None
        for number, frame in enumerate(reversed(sample.stack)):
            frame_mode = KERNEL if frame[1].startswith("[kernel") else USER
            if frame_mode != mode:
                chain.append(MARKS[frame_mode])
                mode = frame_mode
            chain.append(self.address(frame) + (self.frame_bias if number else 0))
        leaf = sample.stack[-1]
        event = self.model.events[0] if self.is_group else sample.event
        body = struct.pack("<QIIQQIIQ", self.address(leaf), sample.thread[0], sample.thread[1], sample.ts,
                           self.id_of(event), sample.cpu, 0, sample.weight)
        if self.is_group:
            for member, weight in weigh_group(self.model, sample):
                self.counters[member] += weight
            body += struct.pack("<QQ", len(self.counters), 12345)
            for member, value in self.counters.items():
                body += struct.pack("<QQ", value, self.id_of(member))
        body += struct.pack("<Q", len(chain))
        body += struct.pack(f"<{len(chain)}Q", *chain)
        return perf_record(9, KERNEL if leaf[1].startswith("[kernel") else USER, body)

    def records(self):
        """Returns all records. The second half of the samples precedes the first, as with two CPUs."""
        samples = [self.sample(sample) for sample in self.model.samples]
        half = len(samples) // 2
        switches = [perf_record(14, 0, self.trailer((0, tid, ""), ts)) for ts, tid in self.model.switches]
        lost = [perf_record(2, 0, struct.pack("<QQ", 1, 7) + self.trailer((0, 0, ""), 1))]
        if self.is_in_parts:
            self.parts = [b"".join(samples[half:]), b"", b"".join(samples[:half])]
            return self.maps() + switches + lost
        return self.maps() + samples[half:] + samples[:half] + switches + lost

    def attr(self, event):
        kind, config = TYPES[event]
        flags = SAMPLE_ID_ALL | 1 << 10
        sample_type, read_format = (SAMPLE_TYPE | 0x10, 0xd) if self.is_group else (SAMPLE_TYPE, 0)  # time, id, group
        attr = struct.pack("<IIQQQQQ", kind, self.attr_size, config, 4000, sample_type, read_format, flags)
        return attr.ljust(self.attr_size, b"\0")

    def event_desc(self):
        pad = 64 if self.writer == "linux" else 1
        out = struct.pack("<II", len(self.model.events), self.attr_size)
        for event in self.model.events:
            name = padded(event, pad)
            out += self.attr(event) + struct.pack("<II", 1, len(name)) + name + struct.pack("<Q", self.id_of(event))
        return out

    def features(self):
        """Returns the feature sections: {number: section}."""
        if self.writer == "hiperf":
            files = struct.pack("<I", len(LIBRARIES))
            for library, names in self.functions.items():
                is_kernel = library.startswith("[kernel")
                path, identity = padded(library, 1), padded("ab12", 1)
                files += struct.pack("<I", len(path)) + path + struct.pack("<IQQ", 3, 0x500, 0x100)
                files += struct.pack("<I", len(identity)) + identity + struct.pack("<I", len(names))
                for name, number in names.items():
                    start = self.base(library) if is_kernel else 0x400
                    text = padded(name, 1)
                    files += struct.pack("<QII", start + (number + 1) * PAGE, 0 if is_kernel else PAGE, len(text)) + text
            return {12: self.event_desc(), 192: files}
        if self.writer == "simpleperf":
            meta = {"simpleperf_version": "1.build.7", "trace_offcpu": str(self.model.has_off_cpu).lower(),
                    "event_type_info": "\n".join(f"{e},{TYPES[e][0]},{TYPES[e][1]}" for e in self.model.events)}
            files = b""
            for library, names in self.functions.items():
                is_kernel = library.startswith("[kernel")
                message = field(1, library) + field(2, 0 if is_kernel else 2) + field(3, 0x400)
                for name, number in names.items():
                    start = self.base(library) if is_kernel else 0x300
                    message += field(4, field(1, start + (number + 1) * PAGE) + field(2, PAGE) + field(3, name))
                message += field(6, field(1, 0x100))
                files += struct.pack("<I", len(message)) + message
            return {129: b"".join(f"{key}\0{value}\0".encode() for key, value in meta.items()), 132: files}
        parts = {24: struct.pack("<Q", 1)} if self.is_in_parts else {}
        return {3: struct.pack("<I", 8) + b"machine\0", 12: self.event_desc(), **parts}

    def write(self):
        records = b"".join(self.records())
        if self.is_pipe:
            out = b"PERFILE2" + struct.pack("<Q", 16)
            for event in self.model.events:
                out += perf_record(64, 0, self.attr(event) + struct.pack("<Q", self.id_of(event)))
            for number, section in self.features().items():
                section += b"\0" * (-len(section) % 8)
                out += perf_record(80, 0, struct.pack("<Q", number) + section)
            return out + records
        ids = b"".join(struct.pack("<Q", self.id_of(event)) for event in self.model.events)
        attrs = b"".join(self.attr(event) + struct.pack("<QQ", 104 + 8 * number, 8)
                         for number, event in enumerate(self.model.events))
        data_at = 104 + len(ids) + len(attrs)
        features = self.features()
        bits = bytearray(32)
        for number in features:
            bits[number // 8] |= 1 << number % 8
        header = b"PERFILE2" + struct.pack("<QQQQQQQQ", 104, self.attr_size + 16, 104 + len(ids), len(attrs), data_at,
                                           len(records), 0, 0) + bytes(bits)
        at = data_at + len(records) + 16 * len(features)
        index, sections = b"", b""
        for number in sorted(features):
            index += struct.pack("<QQ", at + len(sections), len(features[number]))
            sections += features[number]
        return header + ids + attrs + records + index + sections


def weigh_group(model, sample):
    """Returns [(event, increase of its counter)], as for perf record -e '{first,others}:S'."""
    return [(event, sample.weight if event == model.events[0] else sample.weight % 3) for event in model.events]


def write_perf_data(model, writer, **options):
    return PerfData(model, writer, **options).write()


def write_perf_folder(model, folder):
    """Writes a folder as perf record --threads does, with one file per recording thread."""
    data = PerfData(model, "linux", is_in_parts=True)
    folder.mkdir()
    (folder / "data").write_bytes(data.write())
    for number, part in enumerate(data.parts):
        (folder / f"data.{number}").write_bytes(part)


def name_in_linux(stack):
    """Returns names for frames without symbols: library and offset, or the address for the kernel."""
    data = PerfData(Model(0, 0), "linux")
    names = []
    for number, frame in enumerate(stack):
        is_leaf, library = number == len(stack) - 1, frame[1]
        address = data.address(frame) + (0 if is_leaf else data.frame_bias)
        if not library.startswith("[kernel"):
            address -= data.base(library)
        names.append(f"{library.rpartition('/')[2]}+0x{address:x}")
    return tuple(names)


FORMS = {
    "perf-data-linux": lambda model: write_perf_data(model, "linux", attr_size=136),
    "perf-data-group": lambda model: write_perf_data(model, "linux", is_group=True),
    "perf-data-pipe": lambda model: write_perf_data(model, "linux", attr_size=112, is_pipe=True),
    "perf-data-simpleperf": lambda model: write_perf_data(model, "simpleperf"),
    "perf-data-hiperf": lambda model: write_perf_data(model, "hiperf"),
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
        data = write(Model(5, 12, 4, has_off_cpu="simpleperf" in name))
        (folder / name).write_bytes(gzip.decompress(data) if name.startswith("pprof") else data)


if __name__ == "__main__":
    main()

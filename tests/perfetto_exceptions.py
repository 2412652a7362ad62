# SPDX-License-Identifier: GPL-3.0-or-later
"""Intended differences between rows of Perfetto traces and the rows of trace processor, for check-perfetto.py."""

# Each entry maps a sample to {kind: (missing rows, additional rows)}; the comment above it gives the reason.
EXCEPT = [
    # The weight is part of the sample, and does not accumulate in a counter. A stack of inline names has no
    # mapping, and none is added.
    {
        "frame-types": {"counter": (1, 0)},
        "stack-sample": {"counter": (5, 0), "mapping": (1, 0)},
    },
    # Mapping of stacks whose dump has a time that cannot be converted
    {
        "heap-jit": {"mapping": (1, 0)},
    },
    # Stacks of track events are not supported, so their functions and files are also missing.
    {
        "track-callstacks": {"mapping": (2, 0), "symbol": (2, 0)},
    },
    # Slices that are open inside a slice that ends are ended at that time, and marked as forced.
    {
        "relationships": {"slice": (1, 1)},
    },
    # Switches are also derived from the thread that wrote the next event, so runs end there.
    {
        "cuj": {"sched": (2, 73), "state": (0, 71)},
        "sched-blocked-raw": {"sched": (1, 3), "state": (0, 2)},
        "startup-slow": {"sched": (3, 19), "state": (0, 16)},
        "startup": {"sched": (1, 5), "state": (0, 4)},
        "own-sched-old": {"sched": (9, 13), "state": (0, 4)},
        "sched-blocked": {"sched": (4, 4)},
        "sched-synth": {"sched": (2, 2)},
    },
    # Runs end at derived switches, as above. In addition, a thread that ran on two CPUs at the same time is on the CPU
    # that switched to it last; it does not sleep when it leaves the other CPU, and no wakeup follows.
    {
        "own-sched": {"sched": (16, 29), "state": (1, 13), "waker": (1, 0)},
    },
    # Graphics buffer events that trace processor counts as errors, in addition to events without a buffer; in
    # Traceview, a note describes them.
    {
        "frame-graphics": {"stat": (1, 0)},
    },
    # A missing packet belongs to the process of the next packet, even if that is the first of its sequence; trace
    # processor does not know its process.
    {
        "heap-graph-interleaved": {"stat": (2, 1)},
    },
    # A time that could not be converted to another clock is only counted once, and not also as a time of an unknown
    # clock.
    {
        "streaming-profile": {"stat": (1, 0)},
    },
    # Processes that only a marker mentions, and a thread whose ids contradict each other. A process that is listed
    # again after its id was freed counts as the former process, because lists have no timestamps.
    {
        "process-parent": {"process": (1, 0), "thread": (1, 0), "user": (1, 0)},
        "machine-id": {"thread": (1, 0)},
        "rss-reuse": {"thread": (1, 1)},
        "thread-print-reuse": {"thread": (1, 1)},
        "own-sched": {"thread": (2, 2)},
        "process-tracking": {"thread": (4, 4)},
        "track-events": {"thread": (1, 0)},
    },
    # Binder calls are on a separate track: unlike in trace processor, the end of a slice does not end a call that began
    # inside it, and the end of a call does not end a slice.
    {
        "own-sched-old": {"slice": (25, 25)},
        "own-sched": {"slice": (81, 81)},
    },
    # A system call that writes a slice ends when it returns, not when it writes the slice.
    {
        "syscall-atrace": {"slice": (2, 2)},
    },
]


def get_exceptions(name):
    found = {}
    for group in EXCEPT:
        found.update(group.get(name, {}))
    return found

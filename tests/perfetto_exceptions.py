# SPDX-License-Identifier: GPL-3.0-or-later
"""Where rows of Perfetto traces are otherwise than trace processor's on purpose, for check-perfetto.py."""

# Sample: {kind: (rows that are missing, rows that are more)}, and above them why.
EXCEPT = [
    # The weight of a sample comes with it, and does not accumulate in a counter. A stack of inline names has
    # no mapping, not even an invented one.
    {
        "frame-types": {"counter": (1, 0)},
        "stack-sample": {"counter": (5, 0), "mapping": (1, 0)},
    },
    # A mapping of stacks whose dump has a time that cannot be converted.
    {
        "heap-jit": {"mapping": (1, 0)},
    },
    # Stacks of track events are not supported, and neither are their functions and files.
    {
        "track-callstacks": {"mapping": (2, 0), "symbol": (2, 0)},
    },
    # Of two frames of one cookie, both with an end, each ends here; trace processor takes the second end for one
    # without a frame, so that the first goes on.
    {
        "frame-timeline": {"slice": (2, 2), "expected": (1, 1), "actual": (1, 1), "stat": (1, 1)},
    },
    # Slices that are open inside an ending slice end there, marked as forced.
    {
        "relationships": {"slice": (1, 1)},
    },
    # Switches derived from the author of the next event are inferred, so that runs end there.
    {
        "cuj": {"sched": (2, 73), "state": (0, 71)},
        "sched-blocked-raw": {"sched": (1, 3), "state": (0, 2)},
        "startup-slow": {"sched": (3, 19), "state": (0, 16)},
        "startup": {"sched": (1, 5), "state": (0, 4)},
        "own-sched-old": {"sched": (9, 13), "state": (0, 4)},
        "sched-blocked": {"sched": (4, 4)},
        "sched-synth": {"sched": (2, 2)},
    },
    # The same; and a thread that two CPUs ran at a time ran on the one that was switched to it last, so that it does
    # not sleep where it leaves the other, and is not woken from that.
    {
        "own-sched": {"sched": (16, 29), "state": (1, 13), "waker": (1, 0)},
    },
    # Steps of buffers that trace processor takes for errors beside those of no buffer, which a note has here.
    {
        "frame-graphics": {"stat": (1, 0)},
    },
    # A missing packet belongs to the process of the next one, even if that is the first of its sequence;
    # trace processor does not know its process.
    {
        "heap-graph-interleaved": {"stat": (2, 1)},
    },
    # A time that led out of the clock is counted once, and not as one of a clock that nothing ties, too.
    {
        "streaming-profile": {"stat": (1, 0)},
    },
    # A process that only a marker names; a thread whose ids contradict each other. A process that is listed
    # again after its id was freed counts as the former one, because lists have no timestamps of their own.
    {
        "process-parent": {"process": (1, 0), "thread": (1, 0), "user": (1, 0)},
        "machine-id": {"thread": (1, 0)},
        "rss-reuse": {"thread": (1, 1)},
        "thread-print-reuse": {"thread": (1, 1)},
        "own-sched": {"thread": (2, 2)},
        "process-tracking": {"thread": (4, 4)},
        "track-events": {"thread": (1, 0)},
    },
    # Binder calls have a lane of their own: the end of a mark ends no call that began within it, as it does in trace
    # processor, and the end of a call no mark.
    {
        "own-sched-old": {"slice": (25, 25)},
        "own-sched": {"slice": (81, 81)},
    },
    # A call of the system that writes a mark ends when it returns, and not at the mark.
    {
        "syscall-atrace": {"slice": (2, 2)},
    },
]


def get_exceptions(name):
    found = {}
    for group in EXCEPT:
        found.update(group.get(name, {}))
    return found

# SPDX-License-Identifier: GPL-3.0-or-later
"""Where rows of Perfetto traces are otherwise than trace processor's on purpose, for check-perfetto.py."""

# Sample: {kind: (rows that are missing, rows that are more)}, and above them why.
EXCEPT = [
    # What a sample weighs is told with the sample, and adds up over time to no counter; a stack that is told with its
    # names is of no file, also not of a made up one.
    {
        "frame-types": {"counter": (1, 0)},
        "stack-sample": {"counter": (5, 0), "mapping": (1, 0)},
    },
    # A mapping of stacks whose dump has a time that cannot be converted.
    {
        "heap-jit": {"mapping": (1, 0)},
    },
    # Stacks that track events tell are not shown, and so neither are their functions and files.
    {
        "track-callstacks": {"mapping": (2, 0), "symbol": (2, 0)},
    },
    # Of two frames of one cookie, both with an end, each ends here; trace processor takes the second end for one
    # without a frame, so that the first goes on.
    {
        "frame-timeline": {"slice": (2, 2), "expected": (1, 1), "actual": (1, 1), "stat": (1, 1)},
    },
    # What is open in a slice that ends does not go on behind that: it ends there, marked as forced.
    {
        "relationships": {"slice": (1, 1)},
    },
    # Switches that follow from who wrote the next event are inferred, so that runs end there.
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
    # A packet that is missing is of the process that the next one tells, also if that is the first of its sequence,
    # of which trace processor does not know whose it is.
    {
        "heap-graph-interleaved": {"stat": (2, 1)},
    },
    # A time that led out of the clock is counted once, and not as one of a clock that nothing ties, too.
    {
        "streaming-profile": {"stat": (1, 0)},
    },
    # A process that only a mark names; a thread whose ids contradict each other. A process that a list tells anew
    # after its id was freed is taken for the one before: lists have no times of their own that tell which was meant.
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

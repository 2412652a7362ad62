# SPDX-License-Identifier: GPL-3.0-or-later
"""Queries of perfetto-sql that do not give trace processor's rows yet, and why. The test fails for one that does."""

KNOWN = {
    "009-chapter-allocations-by-frame-meant": "names of frames are demangled",
    "022-tracks-dimensions": "order of tracks; session of power rails",
    "028-frames-jank-by-process": "a frame without an end",
    "031-metadata": "size, kind and start of the recording are not kept",
    "043-debug-annotations": "types of arguments: uint and pointer",
    "115-graph-reachable": "order of objects",
    "117-heap-dominators": "order of objects",
    "118-heap-summary-tree-docs": "callsites are merged by name",
    "120-perf-summary-tree": "callsites are merged by name",
    "124-pprof-profile-of-samples-with-stack": "profiles as pprof",
    "134-oom-scores": "a score that repeats the one before",
    "138-oom-adjuster": "a score that repeats the one before",
    "147-ftrace-text-long-slices": "names of hitrace as they were written",
    "149-bytrace-all-slices": "interrupts of logs",
    "158-rail-and-json": "the expected rows are cut at a comma",
    "197-mod-executing-span-critical-path-of-slice": "module is missing",
}

# SPDX-License-Identifier: GPL-3.0-or-later
"""Queries of perfetto-sql that do not return trace processor's rows yet, each with the reason. The test fails if one
does."""

KNOWN = {
    "043-debug-annotations": "arguments that trace processor adds to legacy events",
    "147-ftrace-text-long-slices": "names of hitrace as they were written",
    "149-bytrace-all-slices": "interrupts of logs",
    "158-rail-and-json": "the expected rows are cut at a comma",
    "197-mod-executing-span-critical-path-of-slice": "three more pieces of runnable states",
}

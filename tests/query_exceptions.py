# SPDX-License-Identifier: GPL-3.0-or-later
"""Queries of perfetto-sql that do not yet return trace processor's rows, each with the reason. The test fails if a
query returns them."""

KNOWN = {
    "149-bytrace-all-slices": "interrupts of logs",
    "197-mod-executing-span-critical-path-of-slice": "three more pieces of runnable states",
}

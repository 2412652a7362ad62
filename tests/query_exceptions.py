# SPDX-License-Identifier: GPL-3.0-or-later
"""Queries of perfetto-sql that do not yet return trace processor's rows, each with the reason. The test fails if a
query returns them."""

KNOWN = {}

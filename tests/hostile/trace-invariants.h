/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Checks the invariants of every trace from any file: ids are existing rows, slices nest, ends
 * are not before starts, exclusive times add up to the whole, all text is UTF-8. */
char *tv_trace_dup_violation (TvTrace *trace);

/* Uses a trace as the programs do: profiles, all tables in all formats, searches, ranges.
 * Returns: (transfer full) (nullable): an error in the results */
char *tv_trace_dup_misuse    (TvTrace *trace);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* What holds of every trace, whatever file it came from: ids are rows that there are, slices nest,
 * ends are not before starts, times of their own add up to the whole, all text is UTF-8. */
char *tv_trace_dup_violation (TvTrace *trace);

/* Does with a trace what the programs do: profiles, all tables in all formats, searches, ranges.
 * Returns: (transfer full) (nullable): what is wrong with what came out */
char *tv_trace_dup_misuse    (TvTrace *trace);

G_END_DECLS

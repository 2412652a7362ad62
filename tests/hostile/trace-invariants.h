/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Checks the invariants that must hold for a trace of any file; for example, ids are existing rows, slices are
 * nested, no end precedes its start, exclusive times add up to the whole, and all text is UTF-8. */
char *tv_trace_dup_violation (TvTrace *trace);

/* Uses a trace like the programs: profiles, all tables in all formats, searches, ranges. Returns (transfer full)
 * (nullable): an error in the results. */
char *tv_trace_dup_misuse    (TvTrace *trace);

G_END_DECLS

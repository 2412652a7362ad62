/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/sparse-column.h"
#include "core/memory/string-pool.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* Gives the builder write access to the columns of a trace under construction. Each part of the builder writes
 * only its own columns, and reads other columns with the getters of core/trace.h. A finished trace does not
 * change. */

/* Return: (transfer none): writable columns, initially zero */
TvSlices     *tv_trace_edit_slices      (TvTrace *self);
TvRuns       *tv_trace_edit_runs        (TvTrace *self);
TvStates     *tv_trace_edit_states      (TvTrace *self);
TvEvents     *tv_trace_edit_events      (TvTrace *self);
TvStacks     *tv_trace_edit_stacks      (TvTrace *self);
TvDumps      *tv_trace_edit_dumps       (TvTrace *self);
TvFaults     *tv_trace_edit_faults      (TvTrace *self);
TvHeapGraphs *tv_trace_edit_heap_graphs (TvTrace *self);
TvLogLines   *tv_trace_edit_log_lines   (TvTrace *self);
TvRecording  *tv_trace_edit_recording   (TvTrace *self);
TvTrack      *tv_trace_edit_tracks      (TvTrace *self);

/* Columns in which few rows have a value. */
TvSparseColumn *tv_trace_edit_flow_ids     (TvTrace      *self);
TvSparseColumn *tv_trace_edit_thread_clock (TvTrace      *self,
                                            TvThreadClock clock);

/* Take ownership of rows (transfer full). The address of a GArray does not change, so its former owner can still add
 * rows. */
void tv_trace_take_strings        (TvTrace *self, TvStringPool *strings);
void tv_trace_take_metadata       (TvTrace *self, GArray *metadata);
void tv_trace_take_problems       (TvTrace *self, GArray *problems);
void tv_trace_take_processes      (TvTrace *self, GArray *processes);
void tv_trace_take_threads        (TvTrace *self, GArray *threads);
void tv_trace_take_symbols        (TvTrace *self, GArray *symbols);
void tv_trace_take_texts          (TvTrace *self, GArray *texts);
void tv_trace_take_args           (TvTrace *self, GArray *args, GArray *sets, GArray *numbers);
void tv_trace_take_state_names    (TvTrace *self, GArray *names);
void tv_trace_take_log_events     (TvTrace *self, GArray *events);
void tv_trace_take_slice_events   (TvTrace *self, GArray *rows);
void tv_trace_take_event_texts    (TvTrace *self, guint64 *ends, char *bytes);
void tv_trace_take_event_renderers (TvTrace *self, GArray *renderers);
void tv_trace_take_machines       (TvTrace *self, TvMachine *machines, guint32 n);
void tv_trace_take_tracks         (TvTrace *self, TvTrack *tracks, guint32 n);
void tv_trace_take_gaps           (TvTrace *self, TvGap *gaps, guint32 n);
void tv_trace_take_bounds         (TvTrace *self, TvBound *bounds, guint32 n);
void tv_trace_take_flows          (TvTrace *self, TvFlow *flows, guint32 n);
void tv_trace_take_smaps          (TvTrace *self, TvSmapsEntry *entries, guint32 n);
void tv_trace_take_counters       (TvTrace *self, TvCounterTrack *tracks, guint32 n, TvSamples samples);
void tv_trace_take_counter_gaps   (TvTrace *self, TvCounterGap *gaps, guint32 n);

void tv_trace_set_format          (TvTrace *self, const char *format);
void tv_trace_set_rebuilt         (TvTrace *self, gboolean is_rebuilt);
void tv_trace_set_clock           (TvTrace *self, TvClock clock, gboolean has_clock);
void tv_trace_set_range           (TvTrace *self, gint64 start_ns, gint64 end_ns);
void tv_trace_add_parts           (TvTrace *self, TvTraceParts parts);

/* Returns: (transfer none): the payload in row @text; a message is returned as bytes */
const char *tv_trace_peek_text    (const TvTrace *self, guint32 text, gsize *len);

G_END_DECLS

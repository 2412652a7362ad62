/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"
#include "core/builder/heap-dominators.h"
#include "core/memory/id-map.h"
#include "core/builder/problem-list.h"
#include "core/memory/row-table.h"
#include "core/builder/slice-tracks.h"
#include "core/trace-builder.h"
#include "core/trace-private.h"

G_BEGIN_DECLS

/* Flag of handles that are numbers of complete slices. In other handles the high half is a track. */
#define TV_COMPLETE_HANDLE (G_GUINT64_CONSTANT (1) << 63)

/* Maximum number of rows that GLib can sort. */
#define TV_MAX_SORTED ((guint) G_MAXINT32 - 1)

/* Every part, in the order in which they are initialized. */
extern const TvBuilderPart *const tv_builder_parts[];
extern const guint tv_n_builder_parts;

struct _TvTraceBuilder
{
  TvTrace *trace;
  gint64 tick_ns;
  gint64 base;
  gint64 switch_ticks;
  gint64 max_ticks;       /* of times, so that their differences fit */
  guint64 seed;           /* of the hashes of all tables */
  TvRowTable symbols;     /* by class, name and signature */
  GArray *name_symbols;   /* guint32 by string: the symbol of no class that is called so */
  GArray *symbol_events;  /* guint32 by symbol: the event of a log that it was made for */
  guint32 *final_symbols; /* (nullable): by symbol before joining tracks: its final symbol */
  gboolean is_full;
  TvProblemList problems;

  gboolean is_file;                        /* an empty trace is a problem */
  const struct _TvLogDecoder *log_decoder; /* (nullable) */

  /* Each is private to its file, see builder-part.h. */
  TvSlicesPart *slices;
  TvSchedPart *sched;
  TvThreadsPart *threads;
  TvEventsPart *events;
  TvFilesPart *files;
  TvArgsPart *args;
  TvLogLinesPart *log_lines;
  TvDumpsPart *dumps;
  TvFaultsPart *faults;
  TvReportsPart *reports;
  TvStacksPart *stacks;
  TvHeapsPart *heaps;
  TvHeapGraphsPart *heap_graphs;
  TvSmapsPart *smaps;
  TvRecordingPart *recording;
  TvCountersPart *counters;
  TvLinksPart *links;
  TvCompletePart *complete;
  TvAsyncPart *async;
};

static inline gboolean
tv_owner_is_machine (guint32 owner)
{
  return owner > TV_NONE - TV_MAX_MACHINES;
}

const TvDump   *tv_trace_builder_get_dumps          (const TvTraceBuilder *self,
                                                     guint          *n);
guint           tv_trace_builder_get_n_dump_threads (const TvTraceBuilder *self);
const TvFault  *tv_trace_builder_get_faults         (const TvTraceBuilder *self,
                                                     guint          *n);
guint32         tv_trace_builder_get_n_callsites    (const TvTraceBuilder *self);
const TvCallsite *tv_trace_builder_get_callsite     (const TvTraceBuilder *self,
                                                     guint32         callsite);
guint32         tv_trace_builder_get_n_sample_kinds (const TvTraceBuilder *self);
void            tv_trace_builder_append_sample_kind (TvTraceBuilder *self,
                                                     const TvSampleKind *kind);
TvHeapClass    *tv_trace_builder_get_heap_classes   (TvTraceBuilder *self,
                                                     guint          *n);
gint64          tv_trace_builder_convert_time       (const TvTraceBuilder *self,
                                                     gint64          ticks);
gint64          tv_trace_builder_convert_place      (const TvTraceBuilder *self,
                                                     gint64          where);
void            tv_builder_shift_rows               (GArray         *rows,
                                                     guint           first,
                                                     gsize           offset,
                                                     gint64          by_ns);
guint32         tv_trace_builder_find_machine       (const TvTraceBuilder *self,
                                                     guint32         utid,
                                                     guint32         upid,
                                                     guint32         cpu,
                                                     guint32         machine);
void            tv_trace_builder_lay_out_machines   (TvTraceBuilder *self);
guint           tv_trace_builder_get_first_metadata (const TvTraceBuilder *self);
gboolean        tv_trace_builder_is_shared          (const TvTraceBuilder *self,
                                                     guint32         utid);
guint32         tv_trace_builder_find_shared        (TvTraceBuilder *self,
                                                     guint32         upid,
                                                     guint32         tid);
void            tv_trace_builder_settle_clocks      (TvTraceBuilder *self);
void            tv_trace_builder_set_tick           (TvTraceBuilder *self,
                                                     gint64          tick_ns,
                                                     gint64          base);
void            tv_trace_builder_name_inputs        (TvTraceBuilder *self,
                                                     GArray         *problems);
gpointer        tv_cache_lines_new                  (gsize           bytes);
void            tv_trace_builder_lay_out_parts      (TvTraceBuilder *self,
                                                     gboolean        has_time);
gboolean        tv_trace_builder_has_row            (TvTraceBuilder *self,
                                                     const GArray   *rows);
guint32        *tv_trace_builder_order_rows         (const GArray   *rows,
                                                     gsize           offset);
gpointer        tv_trace_builder_take_rows          (GArray         *rows,
                                                     guint32        *n);
void            tv_trace_builder_lay_out_dumps      (TvTraceBuilder *self);
void            tv_trace_builder_lay_out_faults     (TvTraceBuilder *self);
gboolean        tv_trace_builder_has_pending_args   (const TvTraceBuilder *self);
gboolean        tv_trace_builder_has_args           (const TvTraceBuilder *self);
gboolean        tv_trace_builder_find_log_jump      (const TvTraceBuilder *self,
                                                     guint32         row,
                                                     gint64         *step_ns);
void            tv_trace_builder_shift_log_lines    (TvTraceBuilder *self,
                                                     guint32         first,
                                                     gint64          by_ns,
                                                     gint64          uncertainty_ns);
gint64          tv_trace_builder_get_log_uncertainty (const TvTraceBuilder *self,
                                                     guint32         line);
void            tv_trace_builder_lay_out_log_lines  (TvTraceBuilder *self);
void            tv_trace_builder_mark_log_events    (TvTraceBuilder *self);
void            tv_trace_builder_tie_log_events     (TvTraceBuilder *self);
guint32         tv_trace_builder_drop_repeats       (TvTraceBuilder *self,
                                                     const GArray   *starts);
void            tv_trace_builder_lay_out_stacks     (TvTraceBuilder *self);
void            tv_trace_builder_lay_out_heaps      (TvTraceBuilder *self);
void            tv_trace_builder_lay_out_smaps      (TvTraceBuilder *self);
void            tv_trace_builder_lay_out_recording  (TvTraceBuilder *self);
gboolean        tv_trace_builder_lay_out_heap_graphs (TvTraceBuilder *self,
                                                     GCancellable   *cancellable,
                                                     GError        **error);
void            tv_trace_builder_name_heap_classes  (TvTraceBuilder *self);
gboolean        tv_trace_builder_find_heap_paths    (TvTraceBuilder *self,
                                                     TvHeapDominators *found,
                                                     GCancellable   *cancellable);
guint32         tv_trace_builder_add_graph_heap     (TvTraceBuilder *self,
                                                     guint32         name);
void            tv_trace_builder_put_complete       (TvTraceBuilder *self);
guint64         tv_trace_builder_resolve_slice      (const TvTraceBuilder *self,
                                                     guint64         slice);
void            tv_trace_builder_cut_spans          (TvTraceBuilder *self,
                                                     gint64          end);
void            tv_trace_builder_name_processes     (TvTraceBuilder *self);
void            tv_trace_builder_lay_out_async      (TvTraceBuilder *self);
void            tv_trace_builder_draw_reports       (TvTraceBuilder *self);
void            tv_trace_builder_join_sched         (TvTraceBuilder *self);
void            tv_trace_builder_allocate_sched     (TvTraceBuilder *self);
void            tv_trace_builder_copy_sched         (TvTrace        *trace,
                                                     const TvTrack  *track,
                                                     const struct _TvSliceChunk *chunk);
TvProblemList  *tv_trace_builder_get_sched_problems (TvTraceBuilder *self);
void            tv_trace_builder_lay_out_sched      (TvTraceBuilder *self);
void            tv_trace_builder_lay_out_bounds     (TvTraceBuilder *self);
guint32        *tv_string_rows_get                  (GArray         *rows,
                                                     guint32         string,
                                                     const TvStringPool *strings);
void            tv_trace_builder_find_flat_rows     (const TvTraceBuilder *self,
                                                     guint32        *first,
                                                     guint32        *n);
void            tv_trace_builder_measure_cpu        (TvTraceBuilder *self);
void            tv_trace_builder_lay_out_links      (TvTraceBuilder *self);
void            tv_trace_builder_end_counters       (TvTraceBuilder *self,
                                                     gint64          ts);
void            tv_trace_builder_lay_out_counters   (TvTraceBuilder *self);
void            tv_trace_builder_settle_counter_gaps (TvTraceBuilder *self);
void            tv_trace_builder_drop_unused_args   (TvTraceBuilder *self);
guint32         tv_trace_builder_get_owner          (const TvTraceBuilder *self,
                                                     guint32         upid);
guint64         tv_trace_builder_get_inputs_end     (const TvTraceBuilder *self);
gboolean        tv_trace_builder_counts_ns          (const TvTraceBuilder *self);
gboolean        tv_trace_builder_is_apart           (const TvTraceBuilder *self);
gboolean        tv_trace_builder_was_apart          (const TvTraceBuilder *self);
void            tv_trace_builder_look_at_event      (const TvTraceBuilder *self,
                                                     guint32         row,
                                                     TvLogEvent     *event);
void            tv_trace_builder_lay_out_events     (TvTraceBuilder *self);

G_END_DECLS

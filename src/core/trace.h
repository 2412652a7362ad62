/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "core/args.h"
#include "core/counters.h"
#include "core/dumps.h"
#include "core/events.h"
#include "core/faults.h"
#include "core/heap-graphs.h"
#include "core/log-events.h"
#include "core/log-lines.h"
#include "core/machines.h"
#include "core/problem.h"
#include "core/recording.h"
#include "core/role.h"
#include "core/scheduling.h"
#include "core/slices.h"
#include "core/smaps.h"
#include "core/stacks.h"
#include "core/texts.h"
#include "core/threads.h"
#include "core/tracks.h"
#include "core/types.h"

G_BEGIN_DECLS

/* The trace in memory: immutable columns that any thread may read without a lock. Created by #TvTraceBuilder. Ids
 * are row numbers: utid (threads), upid (processes), track, symbol, slice. Strings also have ids;
 * tv_trace_get_string() returns the string.
 *
 *   process ◀─ thread ◀─ track ◀─ slice ─▶ symbol */

#define TV_TYPE_TRACE (tv_trace_get_type ())
G_DECLARE_FINAL_TYPE (TvTrace, tv_trace, TV, TRACE, GObject)

/**
 * TvMetadata:
 *
 * A key and a value from the file, which describe the recording.
 */
typedef struct
{
  const char *key;
  const char *value;
} TvMetadata;

/* Functions for the trace as a whole. */

const char       *tv_trace_get_string     (TvTrace *self,
                                           guint32  string);
const char       *tv_trace_get_format     (TvTrace *self);
gint64            tv_trace_get_start_ns   (TvTrace *self);
gint64            tv_trace_get_end_ns     (TvTrace *self);
gint64            tv_trace_get_duration_ns (TvTrace *self);
gboolean          tv_trace_has_clock      (TvTrace *self,
                                           TvClock  clock);
TvClock           tv_trace_get_default_clock (TvTrace *self);
TvClock           tv_trace_get_main_clock (TvTrace *self);
gboolean          tv_trace_is_rebuilt     (TvTrace *self);
gboolean          tv_trace_has            (TvTrace     *self,
                                           TvTraceParts parts);
gboolean          tv_trace_names_methods  (TvTrace *self);
gboolean          tv_trace_has_tracks     (TvTrace *self);
gboolean          tv_trace_has_slices     (TvTrace *self);
gboolean          tv_trace_is_incident    (TvTrace *self);
gboolean          tv_trace_has_reports    (TvTrace *self);
const TvMetadata *tv_trace_get_metadata   (TvTrace *self,
                                           guint   *n);
const char       *tv_trace_find_metadata  (TvTrace *self,
                                           const char *key);
const TvProblem  *tv_trace_get_problems   (TvTrace *self,
                                           guint   *n);
guint             tv_trace_count_problems (TvTrace   *self,
                                           TvSeverity severity);

/* The recorded machines, usually one. */

const TvMachine *tv_trace_get_machines      (TvTrace *self,
                                             guint32 *n);
gboolean         tv_trace_has_machines      (TvTrace *self);
guint32          tv_trace_get_cpu_machine   (TvTrace *self,
                                             guint32  cpu);
guint32          tv_trace_get_line_machine  (TvTrace *self,
                                             guint32  line);
guint32          tv_trace_get_cpu_number    (TvTrace *self,
                                             guint32  cpu);
char            *tv_trace_dup_machine_name  (TvTrace *self,
                                             guint32  machine);
char            *tv_trace_add_machine       (TvTrace *self,
                                             guint32  machine,
                                             char    *label);
char            *tv_trace_dup_cpu_label     (TvTrace *self,
                                             guint32  cpu);
char            *tv_trace_dup_cpu_number    (TvTrace *self,
                                             guint32  cpu);

/* Processes, threads, tracks and symbols, and their names. */

const TvProcess *tv_trace_get_processes     (TvTrace *self,
                                             guint32 *n);
const TvThread  *tv_trace_get_threads       (TvTrace *self,
                                             guint32 *n);
const TvTrack   *tv_trace_get_tracks        (TvTrace *self,
                                             guint32 *n);
const TvSymbol  *tv_trace_get_symbols       (TvTrace *self,
                                             guint32 *n);
char            *tv_trace_dup_symbol_name   (TvTrace *self,
                                             guint32  symbol);
char            *tv_trace_dup_symbol_label  (TvTrace *self,
                                             guint32  symbol);
char            *tv_trace_dup_thread_label  (TvTrace *self,
                                             guint32  utid);
char            *tv_trace_dup_process_label (TvTrace *self,
                                             guint32  upid);
char            *tv_trace_dup_counter_owner (TvTrace *self,
                                             guint32  counter);

/* Slices, their optional attributes, and lookups. */

const TvSlices *tv_trace_get_slices      (TvTrace *self);
gint64          tv_trace_get_seen_end_ns (TvTrace *self);
const TvFlow   *tv_trace_get_flows       (TvTrace *self,
                                          guint32 *n);
gboolean        tv_trace_find_flow_id    (TvTrace *self,
                                          guint32  flow,
                                          guint64 *id);
gboolean        tv_trace_find_thread_clock (TvTrace *self,
                                          guint32  slice,
                                          TvThreadClock clock,
                                          gint64  *value);
const TvGap    *tv_trace_get_gaps        (TvTrace *self,
                                          guint32 *n);
guint32         tv_trace_find_track_at   (TvTrace *self,
                                          guint32  slice);
guint32         tv_trace_find_slice_from (TvTrace *self,
                                          guint32  track,
                                          gint64   ts_ns);
guint32         tv_trace_find_slice_at   (TvTrace *self,
                                          guint32  track,
                                          guint32  depth,
                                          gint64   ts_ns);
guint32         tv_trace_get_subtree_end (TvTrace *self,
                                          guint32  slice);
gint64         *tv_trace_dup_self_ns     (TvTrace *self,
                                          TvClock  clock);
gint64          tv_trace_get_self_ns     (TvTrace *self,
                                          guint32  slice,
                                          TvClock  clock);
const TvArg    *tv_trace_get_args        (TvTrace *self,
                                          guint32  arg_set,
                                          guint32 *n);
const TvArg    *tv_trace_find_arg        (TvTrace    *self,
                                          guint32     slice,
                                          const char *key);
guint32         tv_trace_get_n_arg_sets  (TvTrace *self);
gint64          tv_trace_get_arg_int     (TvTrace     *self,
                                          const TvArg *arg);
double          tv_trace_get_arg_double  (TvTrace     *self,
                                          const TvArg *arg);
const char     *tv_trace_get_arg_text    (TvTrace     *self,
                                          const TvArg *arg,
                                          char         buffer[TV_ARG_TEXT_BYTES]);

/* Scheduling. */

const TvRuns *tv_trace_get_runs          (TvTrace *self);
const TvStates *tv_trace_get_states      (TvTrace *self);
gboolean       tv_trace_get_run          (TvTrace *self,
                                          guint32  slice,
                                          TvRun   *run);
guint32        tv_trace_get_run_thread   (TvTrace *self,
                                          guint32  slice);
gboolean       tv_trace_get_state        (TvTrace *self,
                                          guint32  slice,
                                          TvState *state);
gint64         tv_trace_get_cpu_before   (TvTrace *self,
                                          const TvTrack *track,
                                          guint32  slice);
gint64         tv_trace_get_cpu_at       (TvTrace *self,
                                          guint32  utid,
                                          gint64   ts_ns);
const TvBound *tv_trace_get_bounds       (TvTrace *self,
                                          guint32 *n);
gint64         tv_trace_get_bound_ns     (TvTrace *self,
                                          guint32  slice);
TvInferred     tv_trace_get_inferred     (TvTrace *self,
                                          guint32  track,
                                          gint64   start_ns,
                                          gint64   end_ns);
TvInferred     tv_trace_get_inferred_cpu (TvTrace *self,
                                          guint32  slice);

/* The other parts. */

const TvCounterTrack *tv_trace_get_counter_tracks (TvTrace *self,
                                                   guint32 *n);
const TvSamples      *tv_trace_get_samples        (TvTrace *self);
const TvCounterGap   *tv_trace_get_counter_gaps   (TvTrace *self,
                                                   guint32 *n);
guint32               tv_trace_find_sample_from   (TvTrace *self,
                                                   guint32  counter,
                                                   gint64   ts_ns);
guint32               tv_trace_find_sample        (TvTrace *self,
                                                   guint32  counter,
                                                   gint64   start_ns,
                                                   gint64   end_ns);
gint64                tv_trace_get_sample_end     (TvTrace *self,
                                                   guint32  counter,
                                                   guint32  sample);
guint32               tv_trace_find_counter_gap   (TvTrace *self,
                                                   guint32  counter,
                                                   gint64   ts_ns);
const TvEvents       *tv_trace_get_events         (TvTrace *self);
gboolean              tv_trace_list_event_fields  (TvTrace *self,
                                                   guint32  event,
                                                   TvMessageFieldFunc func,
                                                   gpointer data);
const char           *tv_trace_get_event_args     (TvTrace *self,
                                                   guint32  event,
                                                   GString *buffer,
                                                   gsize   *len);
char                 *tv_trace_dup_event_args     (TvTrace *self,
                                                   guint32  event);
const TvLogLines     *tv_trace_get_log_lines      (TvTrace *self);
const char           *tv_trace_get_log_text       (TvTrace *self,
                                                   guint32  line,
                                                   gsize   *len);
char                 *tv_trace_dup_log_text       (TvTrace *self,
                                                   guint32  line);
char                 *tv_trace_dup_log_line       (TvTrace *self,
                                                   guint32  line);
const TvDecodedLogLine   *tv_trace_get_log_events     (TvTrace *self,
                                                   guint32 *n);
const TvDecodedLogLine   *tv_trace_find_log_event     (TvTrace *self,
                                                   guint32  line);
const TvDecodedLogLine   *tv_trace_get_slice_log_event (TvTrace *self,
                                                   guint32  slice);
const TvStacks       *tv_trace_get_stacks         (TvTrace *self);
const TvDumps        *tv_trace_get_dumps          (TvTrace *self);
const TvText         *tv_trace_get_texts          (TvTrace *self,
                                                   guint32 *n);
guint32               tv_trace_get_n_text_lines   (TvTrace *self);
guint32               tv_trace_find_text          (TvTrace *self,
                                                   guint32  line);
const char           *tv_trace_get_text_line      (TvTrace *self,
                                                   guint32  line,
                                                   gsize   *len);
char                 *tv_trace_dup_text_line      (TvTrace *self,
                                                   guint32  line);
const TvFaults       *tv_trace_get_faults         (TvTrace *self);
const TvHeapGraphs   *tv_trace_get_heap_graphs    (TvTrace *self);
const TvSmapsEntry   *tv_trace_get_smaps          (TvTrace *self,
                                                   guint32 *n);
const TvRecording    *tv_trace_get_recording      (TvTrace *self);

G_END_DECLS

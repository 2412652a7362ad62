/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/memory/string-pool.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* The only way to make a #TvTrace. A reader tells what it finds in the order of the file;
 * stacks, matching, closing, sorting and indexing are the builder's, whatever the format.
 * Nothing is allocated per event. One builder belongs to one thread at a time, but for what is said
 * below.
 */
typedef struct _TvTraceBuilder TvTraceBuilder;

TvTraceBuilder *tv_trace_builder_new           (gint64              tick_ns,
                                                gint64              base_ticks);
void            tv_trace_builder_free          (TvTraceBuilder     *self);

void            tv_trace_builder_set_unit      (TvTraceBuilder     *self,
                                                gint64              tick_ns,
                                                gint64              base_ticks);
void            tv_trace_builder_set_format    (TvTraceBuilder     *self,
                                                const char         *format);
void            tv_trace_builder_set_clocks    (TvTraceBuilder     *self,
                                                gboolean            has_wall,
                                                gboolean            has_cpu);
void            tv_trace_builder_declare       (TvTraceBuilder     *self,
                                                TvTraceParts        parts);
void            tv_trace_builder_set_rebuilt   (TvTraceBuilder     *self,
                                                gboolean            is_rebuilt);
void            tv_trace_builder_add_metadata  (TvTraceBuilder     *self,
                                                const char         *key,
                                                const char         *value,
                                                gssize              value_len);
const char     *tv_trace_builder_get_metadata  (TvTraceBuilder     *self,
                                                const char         *key);
void            tv_trace_builder_add_problem   (TvTraceBuilder     *self,
                                                TvProblemKind       kind,
                                                gint64              where,
                                                const char         *detail_format,
                                                ...) G_GNUC_PRINTF (4, 5);
void            tv_trace_builder_count_problem (TvTraceBuilder     *self,
                                                TvProblemKind       kind,
                                                gint64              where);

void            tv_trace_builder_count_problems (TvTraceBuilder    *self,
                                                TvProblemKind       kind,
                                                gint64              where,
                                                guint64             n);

guint32         tv_trace_builder_intern        (TvTraceBuilder     *self,
                                                const char         *text,
                                                gssize              len);
void            tv_trace_builder_intern_all    (TvTraceBuilder     *self,
                                                TvStringPool       *pool,
                                                guint32            *strings);
const TvStringPool *tv_trace_builder_get_strings (TvTraceBuilder   *self);
void            tv_trace_builder_add_fact      (TvTraceBuilder     *self,
                                                guint32             key,
                                                guint32             value);
const char     *tv_trace_builder_get_string    (TvTraceBuilder     *self,
                                                guint32             string);
guint32         tv_trace_builder_add_symbol    (TvTraceBuilder     *self,
                                                const TvSymbol     *symbol);
guint32         tv_trace_builder_get_process   (TvTraceBuilder     *self,
                                                guint32             pid);
guint32         tv_trace_builder_add_process   (TvTraceBuilder     *self,
                                                guint32             pid);
guint32         tv_trace_builder_add_thread    (TvTraceBuilder     *self,
                                                guint32             upid,
                                                guint32             tid);
guint32         tv_trace_builder_get_thread    (TvTraceBuilder     *self,
                                                guint32             upid,
                                                guint32             tid);
guint32         tv_trace_builder_get_thread_id (TvTraceBuilder     *self,
                                                guint32             utid);
gint64          tv_trace_builder_get_thread_end (TvTraceBuilder    *self,
                                                guint32             utid);
void            tv_trace_builder_name_thread   (TvTraceBuilder     *self,
                                                guint32             utid,
                                                guint32             name);
gboolean        tv_trace_builder_thread_is_named (TvTraceBuilder   *self,
                                                guint32             utid);
void            tv_trace_builder_name_process  (TvTraceBuilder     *self,
                                                guint32             upid,
                                                guint32             name);
void            tv_trace_builder_set_thread_process (TvTraceBuilder *self,
                                                guint32             utid,
                                                guint32             upid);
guint32         tv_trace_builder_get_thread_process (TvTraceBuilder *self,
                                                guint32             utid);
void            tv_trace_builder_start_thread  (TvTraceBuilder     *self,
                                                guint32             utid,
                                                guint32             parent,
                                                gint64              ts);
void            tv_trace_builder_end_thread    (TvTraceBuilder     *self,
                                                guint32             utid,
                                                gint64              ts);
void            tv_trace_builder_date_processes (TvTraceBuilder    *self);
void            tv_trace_builder_set_idle      (TvTraceBuilder     *self,
                                                guint32             utid);
guint32         tv_trace_builder_get_track     (TvTraceBuilder     *self,
                                                guint32             utid);
guint32         tv_trace_builder_get_mark_track (TvTraceBuilder    *self,
                                                guint32             utid);
void            tv_trace_builder_reserve       (TvTraceBuilder     *self,
                                                const guint32      *n_slices,
                                                gboolean            is_wide);

gboolean        tv_trace_builder_begin         (TvTraceBuilder     *self,
                                                guint32             track,
                                                guint32             symbol,
                                                gint64              ts,
                                                gint64              cpu_ts,
                                                gint64              where);
void            tv_trace_builder_end           (TvTraceBuilder     *self,
                                                guint32             track,
                                                guint32             symbol,
                                                gint64              ts,
                                                gint64              cpu_ts,
                                                TvSliceFlags        flags,
                                                gint64              where);

void            tv_trace_builder_set_disorder  (TvTraceBuilder     *self,
                                                gint64              ticks);
guint64         tv_trace_builder_add_slice     (TvTraceBuilder     *self,
                                                guint32             track,
                                                guint32             symbol,
                                                gint64              ts,
                                                gint64              dur,
                                                gint64              where);

guint32         tv_trace_builder_get_extra_track (TvTraceBuilder   *self,
                                                TvTrackKind         kind,
                                                TvTrackRole         role,
                                                guint32             owner,
                                                guint32             name);
gboolean        tv_trace_builder_set_track_parent (TvTraceBuilder  *self,
                                                guint32             track,
                                                guint32             parent);
gboolean        tv_trace_builder_instant       (TvTraceBuilder     *self,
                                                guint32             track,
                                                guint32             symbol,
                                                gint64              ts,
                                                gint64              where);
guint64         tv_trace_builder_get_last_slice (TvTraceBuilder    *self,
                                                guint32             track);
gboolean        tv_trace_builder_get_open_slice (TvTraceBuilder    *self,
                                                guint32             track,
                                                guint64            *slice,
                                                guint32            *symbol);
gint64          tv_trace_builder_get_last_time (TvTraceBuilder     *self,
                                                guint32             track);
void            tv_trace_builder_add_flow      (TvTraceBuilder     *self,
                                                guint64             from,
                                                guint64             to);
void            tv_trace_builder_add_arg       (TvTraceBuilder     *self,
                                                guint32             key,
                                                guint32             value);
void            tv_trace_builder_add_category  (TvTraceBuilder     *self,
                                                guint32             key,
                                                guint32             value);
void            tv_trace_builder_add_int_arg   (TvTraceBuilder     *self,
                                                guint32             key,
                                                gint64              value);
void            tv_trace_builder_add_double_arg (TvTraceBuilder    *self,
                                                guint32             key,
                                                double              value);
void            tv_trace_builder_add_bool_arg  (TvTraceBuilder     *self,
                                                guint32             key,
                                                gboolean            value);
TvArg           tv_trace_builder_make_arg      (TvTraceBuilder     *self,
                                                guint32             key,
                                                guint32             value,
                                                gboolean            is_category);
void            tv_trace_builder_add_args      (TvTraceBuilder     *self,
                                                const TvArg        *args,
                                                guint               n,
                                                guint32            *set);
void            tv_trace_builder_drop_args     (TvTraceBuilder     *self);
void            tv_trace_builder_give_args     (TvTraceBuilder     *self,
                                                guint64             slice);

gboolean        tv_trace_builder_begin_async   (TvTraceBuilder     *self,
                                                guint32             upid,
                                                guint32             lane,
                                                guint32             symbol,
                                                guint32             key,
                                                gint64              cookie,
                                                gint64              ts,
                                                gint64              where);
void            tv_trace_builder_end_async     (TvTraceBuilder     *self,
                                                guint32             upid,
                                                guint32             key,
                                                gint64              cookie,
                                                gint64              ts,
                                                gint64              where);
void            tv_trace_builder_require_end   (TvTraceBuilder     *self,
                                                gint64              where);
void            tv_trace_builder_instant_async (TvTraceBuilder     *self,
                                                guint32             upid,
                                                guint32             lane,
                                                guint32             symbol,
                                                gint64              ts);

/* What a log tells of scheduling. One thread may call these, and what names threads and tells of
 * their start, end and idleness, while another calls the rest but what adds strings and threads.
 * Whatever is made is in the order of the events that it was made for, whoever was faster. */

void            tv_trace_builder_add_sched_problem (TvTraceBuilder *self,
                                                TvProblemKind       kind,
                                                gint64              where,
                                                const char         *detail_format,
                                                ...) G_GNUC_PRINTF (4, 5);
void            tv_trace_builder_switch        (TvTraceBuilder     *self,
                                                guint32             cpu,
                                                guint32             prev,
                                                TvStateKind         prev_state,
                                                guint32             prev_state_text,
                                                guint32             next,
                                                gint32              next_priority,
                                                gint64              ts,
                                                gint64              where);
void            tv_trace_builder_wake          (TvTraceBuilder     *self,
                                                guint32             utid,
                                                guint32             waker,
                                                gint64              ts);
void            tv_trace_builder_note_waking   (TvTraceBuilder     *self,
                                                guint32             utid,
                                                gint64              ts);
void            tv_trace_builder_see_events    (TvTraceBuilder     *self,
                                                guint32             first,
                                                guint32             end);
void            tv_trace_builder_end_life      (TvTraceBuilder     *self,
                                                guint32             utid,
                                                guint32             row);
void            tv_trace_builder_blocked       (TvTraceBuilder     *self,
                                                guint32             utid,
                                                gboolean            is_io,
                                                guint32             function);

void            tv_trace_builder_expect_events (TvTraceBuilder     *self,
                                                gsize               size);
const gint64   *tv_trace_builder_get_event_times (const TvTraceBuilder *self);
void            tv_trace_builder_shift_events  (TvTraceBuilder     *self,
                                                guint32             first,
                                                gint64              by_ns);
void            tv_trace_builder_sort_events   (TvTraceBuilder     *self,
                                                const guint32      *order,
                                                gint64              tick_ns);
guint64         tv_trace_builder_begin_input   (TvTraceBuilder     *self,
                                                const char         *name,
                                                guint64             size);
guint32         tv_trace_builder_get_counter   (TvTraceBuilder     *self,
                                                guint32             upid,
                                                guint32             cpu,
                                                guint32             name);
void            tv_trace_builder_describe_counter (TvTraceBuilder  *self,
                                                guint32             counter,
                                                TvCounterRole       role,
                                                TvCounterUnit       unit);
void            tv_trace_builder_add_sample    (TvTraceBuilder     *self,
                                                guint32             counter,
                                                gint64              ts,
                                                double              value);

/**
 * TvEventRows:
 * @ts: when, in ns
 * @cpu: on which CPU
 * @utid: by which thread
 * @text: the text with what it is called and says, as tv_trace_builder_add_text() gave it
 * @where: offset in the file
 * @where_wide: the same of a file of more than 4 GB, of which @where is %NULL; else %NULL
 *
 * Columns to put events in.
 */
typedef struct
{
  gint64 *ts;
  guint32 *cpu;
  guint32 *utid;
  guint32 *text;
  guint32 *where;
  guint64 *where_wide;
} TvEventRows;

/* Sets a row. */
static inline void
tv_event_rows_set (const TvEventRows *rows,
                   guint32 row,
                   gint64 ts_ns,
                   guint32 cpu,
                   guint32 utid,
                   guint32 text,
                   guint64 where)
{
  rows->ts[row] = ts_ns;
  rows->cpu[row] = cpu;
  rows->utid[row] = utid;
  rows->text[row] = text;
  if (G_LIKELY (rows->where != NULL))
    rows->where[row] = (guint32) where;
  else
    rows->where_wide[row] = where;
}

/* Leaves out the first rows; where there are none at all, no column has an address. */
static inline void
tv_event_rows_skip (TvEventRows *rows, guint64 n)
{
  if (n == 0)
    return;
  rows->ts += n;
  rows->cpu += n;
  rows->utid += n;
  rows->text += n;
  if (rows->where != NULL)
    rows->where += n;
  else
    rows->where_wide += n;
}

guint64         tv_trace_builder_get_seed      (const TvTraceBuilder *self);
void            tv_trace_builder_expect_text   (const TvTraceBuilder *self,
                                                guint32             hash);
guint32         tv_trace_builder_add_text      (TvTraceBuilder     *self,
                                                guint32             name,
                                                const char         *text,
                                                gsize               len,
                                                guint32             hash);
gboolean        tv_trace_builder_has_room      (const TvTraceBuilder *self,
                                                guint64             n);
gboolean        tv_trace_builder_add_events    (TvTraceBuilder     *self,
                                                guint64             n,
                                                TvEventRows        *rows);

/**
 * TvLogEvent:
 * @ts: when, in ticks
 * @where: offset in the file
 * @text: the text with what it says
 * @cpu: on which CPU
 * @utid: by which thread
 *
 * One of the events that were added.
 */
typedef struct
{
  gint64 ts;
  guint64 where;
  guint32 text;
  guint32 cpu;
  guint32 utid;
} TvLogEvent;

const char     *tv_trace_builder_get_text      (const TvTraceBuilder *self,
                                                guint32             text,
                                                guint32            *name,
                                                gsize              *len);
guint32         tv_trace_builder_get_n_texts   (const TvTraceBuilder *self);
const guint32  *tv_trace_builder_get_event_texts (const TvTraceBuilder *self);
const guint32  *tv_trace_builder_get_event_threads (const TvTraceBuilder *self);
guint32         tv_trace_builder_get_n_events  (TvTraceBuilder     *self);
void            tv_trace_builder_get_event     (TvTraceBuilder     *self,
                                                guint32             row,
                                                TvLogEvent         *event);
void            tv_trace_builder_doubt_time    (TvTraceBuilder     *self,
                                                gint64              where);
void            tv_trace_builder_set_event_thread (TvTraceBuilder  *self,
                                                guint32             row,
                                                guint32             utid);
void            tv_trace_builder_get_sched_event (TvTraceBuilder   *self,
                                                guint32             row,
                                                TvLogEvent         *event);

TvTrace        *tv_trace_builder_finish        (TvTraceBuilder     *self,
                                                GCancellable       *cancellable,
                                                GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTraceBuilder, tv_trace_builder_free)

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/events.h"

G_BEGIN_DECLS

/* Adds the raw events of a log: columns that several threads may fill, and deduplicated payloads. A payload is text,
 * or a message that the reader's renderer converts to text. */

void        tv_trace_builder_expect_events (TvTraceBuilder *self,
                                            gsize           size);
guint64     tv_trace_builder_get_seed      (const TvTraceBuilder *self);
void        tv_trace_builder_expect_text   (const TvTraceBuilder *self,
                                            guint32               hash);
guint32     tv_trace_builder_add_text      (TvTraceBuilder *self,
                                            guint32         name,
                                            const char     *text,
                                            gsize           len,
                                            guint32         hash);
guint32     tv_trace_builder_add_wake_text (TvTraceBuilder *self,
                                            guint32         name,
                                            const char     *text,
                                            gsize           len,
                                            gint8           irq_context,
                                            guint32         hash);
gint8       tv_trace_builder_get_text_context (const TvTraceBuilder *self,
                                            guint32         text);
guint8      tv_trace_builder_add_event_renderer (TvTraceBuilder  *self,
                                            TvEventRenderer  renderer);
guint32     tv_trace_builder_add_message   (TvTraceBuilder *self,
                                            guint32         name,
                                            guint8          kind,
                                            const char     *message,
                                            gsize           len,
                                            gint8           irq_context,
                                            guint32         hash);
guint32     tv_trace_builder_get_text_name (const TvTraceBuilder *self,
                                            guint32               text);
const char *tv_trace_builder_get_payload   (const TvTraceBuilder   *self,
                                            guint32                 text,
                                            gsize                  *len,
                                            const TvEventRenderer **renderer);
const char *tv_trace_builder_get_text      (const TvTraceBuilder *self,
                                            guint32               text,
                                            GString              *buffer,
                                            gsize                *len);
void        tv_trace_builder_set_text_shown (TvTraceBuilder *self,
                                             guint32         text);
guint32     tv_trace_builder_get_n_texts   (const TvTraceBuilder *self);

/**
 * TvEventRows:
 * @ts: timestamp in ns
 * @cpu: the CPU
 * @utid: the thread
 * @text: row of the payload, from tv_trace_builder_add_text()
 * @file_offset: offset in the file; %NULL for files of 4 GiB or more
 * @file_offset_wide: offset in a file of 4 GiB or more; %NULL for smaller files
 *
 * Columns for new events, which the caller fills.
 */
typedef struct
{
  gint64 *ts;
  guint32 *cpu;
  guint32 *utid;
  guint32 *text;
  guint32 *file_offset;
  guint64 *file_offset_wide;
} TvEventRows;

/* Sets the columns of a row. */
static inline void
tv_event_rows_set (const TvEventRows *rows,
                   guint32 row,
                   gint64 ts_ns,
                   guint32 cpu,
                   guint32 utid,
                   guint32 text,
                   guint64 file_offset)
{
  rows->ts[row] = ts_ns;
  rows->cpu[row] = cpu;
  rows->utid[row] = utid;
  rows->text[row] = text;
  if (G_LIKELY (rows->file_offset != NULL))
    rows->file_offset[row] = (guint32) file_offset;
  else
    rows->file_offset_wide[row] = file_offset;
}

/* Advances the columns by @n rows. Does nothing if @n is 0, because the columns may then be %NULL. */
static inline void
tv_event_rows_skip (TvEventRows *rows, guint64 n)
{
  if (n == 0)
    return;
  rows->ts += n;
  rows->cpu += n;
  rows->utid += n;
  rows->text += n;
  if (rows->file_offset != NULL)
    rows->file_offset += n;
  else
    rows->file_offset_wide += n;
}

gboolean       tv_trace_builder_has_capacity          (const TvTraceBuilder *self,
                                                   guint64               n);
gboolean       tv_trace_builder_add_events        (TvTraceBuilder *self,
                                                   guint64         n,
                                                   TvEventRows    *rows);
guint32        tv_trace_builder_get_n_events      (TvTraceBuilder *self);
const gint64  *tv_trace_builder_get_event_times   (const TvTraceBuilder *self);
const TvEvents *tv_trace_builder_get_events       (const TvTraceBuilder *self);
const guint32 *tv_trace_builder_get_event_texts   (const TvTraceBuilder *self);
const guint32 *tv_trace_builder_get_event_threads (const TvTraceBuilder *self);
const guint32 *tv_trace_builder_get_event_cpus    (const TvTraceBuilder *self);
guint64        tv_trace_builder_get_event_file_offset   (const TvTraceBuilder *self,
                                                   guint32               row);
void           tv_trace_builder_set_event_thread  (TvTraceBuilder *self,
                                                   guint32         row,
                                                   guint32         utid);
void           tv_trace_builder_shift_events      (TvTraceBuilder *self,
                                                   guint32         first,
                                                   gint64          by_ns);
void           tv_trace_builder_sort_events       (TvTraceBuilder *self,
                                                   const guint32  *order,
                                                   guint32         n,
                                                   gint64          tick_ns);

/**
 * TvLogEvent:
 * @ts: timestamp in ticks
 * @file_offset: offset in the builder's concatenated input
 * @text: row of the payload
 * @cpu: the CPU
 * @utid: the thread
 *
 * An event in the builder.
 */
typedef struct
{
  gint64 ts;
  guint64 file_offset;
  guint32 text;
  guint32 cpu;
  guint32 utid;
} TvLogEvent;

void tv_trace_builder_select_event       (TvTraceBuilder *self,
                                       guint32         row,
                                       TvLogEvent     *event);
void tv_trace_builder_select_sched_event (TvTraceBuilder *self,
                                       guint32         row,
                                       TvLogEvent     *event);
void tv_trace_builder_exclude_event      (TvTraceBuilder *self,
                                       gint64          file_offset);

G_END_DECLS

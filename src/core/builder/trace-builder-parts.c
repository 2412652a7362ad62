/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/builder/trace-builder-private.h"
#include "core/memory/key-order.h"

/* Shared functions of parts; and the start and end of a trace. */

/* Whether one more fits; without, the trace is too large. */
gboolean
tv_trace_builder_has_row (TvTraceBuilder *self, const GArray *rows)
{
  self->is_full |= rows->len >= TV_MAX_SORTED;
  return rows->len < TV_MAX_SORTED;
}

/* ---- Rows by time ---- */

/* Returns: (transfer full): rows in the order of their times, stable. The times are @offset bytes within the rows. */
guint32 *
tv_trace_builder_order_rows (const GArray *rows, gsize offset)
{
  guint32 n = rows->len;
  gsize size = g_array_get_element_size ((GArray *) rows);
  g_autofree guint64 *keys = g_new (guint64, n);
  g_autofree guint32 *spare = g_new (guint32, n);
  guint32 *order = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    {
      gint64 ts;

      memcpy (&ts, rows->data + i * size + offset, sizeof ts);
      /* The inverted sign bit sorts negative times first. */
      keys[i] = (guint64) ts ^ G_GUINT64_CONSTANT (1) << 63;
      order[i] = i;
    }
  tv_key_order_sort (keys, n, &order, &spare, NULL);
  return order;
}

/* Takes the rows of an array, which is empty then, with the memory that they lie in. */
gpointer
tv_trace_builder_take_rows (GArray *rows, guint32 *n)
{
  gsize n_taken;
  gpointer taken = g_array_steal (rows, &n_taken);

  *n = (guint32) n_taken;
  return g_realloc_n (taken, n_taken, g_array_get_element_size (rows));
}

/* ---- When the trace begins and ends ---- */

static void
include_time (TvTrace *trace, gint64 ts, gboolean *has_time)
{
  if (ts == TV_NO_TIME)
    return;
  trace->start_ns = *has_time ? MIN (trace->start_ns, ts) : ts;
  trace->end_ns = *has_time ? MAX (trace->end_ns, ts) : ts;
  *has_time = TRUE;
}

/* @has_time: whether slices or events already set the start and end of the trace */
void
tv_trace_builder_lay_out_parts (TvTraceBuilder *self, gboolean has_time)
{
  TvTrace *trace = self->trace;
  const TvLogLines *lines = &trace->log_lines;
  guint32 first_timed = 0;
  const TvStackSamples *samples = &trace->stacks.samples;
  const TvHeapChanges *changes = &trace->stacks.changes;

  tv_trace_builder_lay_out_stacks (self);
  tv_trace_builder_lay_out_heaps (self);
  tv_trace_builder_name_heap_classes (self);
  tv_trace_builder_lay_out_smaps (self);
  tv_trace_builder_lay_out_dumps (self);
  tv_trace_builder_lay_out_faults (self);
  if (lines->n > 0)
    {
      while (first_timed < lines->n - 1 && lines->ts[first_timed] == TV_NO_TIME)
        first_timed++;
      include_time (trace, lines->ts[first_timed], &has_time);
      include_time (trace, lines->ts[lines->n - 1], &has_time);
      trace->parts |= TV_HAS_LOG_LINES;
    }
  for (guint32 i = 0; i < samples->n; i++)
    include_time (trace, samples->ts[i], &has_time);
  for (guint32 i = 0; i < changes->n; i++)
    {
      include_time (trace, changes->ts[i], &has_time);
      /* A range that ends with the trace has its last dump. */
      if (changes->ts[i] != TV_NO_TIME && changes->ts[i] < G_MAXINT64)
        include_time (trace, changes->ts[i] + 1, &has_time);
    }
  for (guint32 i = 0; trace->events.n == 0 && i < trace->samples.n; i++)
    include_time (trace, trace->samples.ts[i], &has_time);
  for (guint32 i = 0; i < trace->dumps.n; i++)
    include_time (trace, trace->dumps.dumps[i].ts, &has_time);
  for (guint32 i = 0; i < trace->faults.n; i++)
    include_time (trace, trace->faults.faults[i].ts, &has_time);
  if (samples->n > 0)
    trace->parts |= TV_HAS_STACK_SAMPLES;
  if (changes->n > 0)
    trace->parts |= TV_HAS_HEAP_CHANGES;
  for (guint32 i = 0; i < trace->heap_graphs.n_graphs; i++)
    include_time (trace, trace->heap_graphs.graphs[i].ts, &has_time);
  for (guint32 i = 0; i < trace->n_smaps; i++)
    include_time (trace, trace->smaps[i].ts, &has_time);
  if (trace->heap_graphs.n_graphs > 0)
    trace->parts |= TV_HAS_HEAP_GRAPHS;
  if (trace->dumps.n > 0)
    trace->parts |= TV_HAS_DUMPS;
  if (trace->texts->len > 0)
    trace->parts |= TV_HAS_TEXTS;
  if (trace->faults.n > 0)
    trace->parts |= TV_HAS_FAULTS;
}

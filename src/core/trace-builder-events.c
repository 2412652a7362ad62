/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-builder-private.h"

#include "core/large-block.h"

/* The lines of a log as they are: columns from the start, which grow while the log is read. Their
 * times are 64-bit nanoseconds until all are known. */

#define FIRST_CAPACITY 256

#define RESIZE(column, n) ((column) = tv_large_block_resize ((column), (n) * sizeof *(column)))

void
tv_trace_builder_clear_events (TvTraceBuilder *self)
{
  g_free (self->events.ts);
  g_free (self->events.cpu);
  g_free (self->events.utid);
  g_free (self->events.name);
  g_free (self->events.text);
  g_free (self->events.where);
  g_free (self->events.where_wide);
  g_free (self->events.text_end);
  g_free (self->events.bytes);
  memset (&self->events, 0, sizeof self->events);
}

static void
set_event_capacity (TvTraceBuilder *self, guint64 n)
{
  TvEventRows *events = &self->events;

  RESIZE (events->ts, n);
  RESIZE (events->cpu, n);
  RESIZE (events->utid, n);
  RESIZE (events->name, n);
  RESIZE (events->text, n);
  if (self->has_wide_offsets)
    RESIZE (events->where_wide, n);
  else
    RESIZE (events->where, n);
  self->capacity.n_events = n;
}

static void
set_text_capacity (TvTraceBuilder *self, guint64 n_texts, guint64 n_bytes)
{
  RESIZE (self->events.text_end, n_texts);
  RESIZE (self->events.bytes, n_bytes);
  self->capacity.n_texts = n_texts;
  self->capacity.n_bytes = n_bytes;
}

static guint64
grow (guint64 capacity, guint64 n, guint64 first)
{
  return n > capacity || capacity == 0 ? MAX (MAX (n, capacity * 2), first) : capacity;
}

/**
 * tv_trace_builder_add_events:
 * @self: a builder of a log
 * @n: how many events, and texts, of which there are no more than events
 * @rows: (out): where they go, in any order; valid until more are added
 *
 * Makes room for events that are kept as they are. Any thread may fill it, see
 * tv_event_rows_set(); all of it has to be filled.
 *
 * Returns: %FALSE when a trace can hold no more events (2^31); tv_trace_builder_finish() gives the
 *   error
 */
gboolean
tv_trace_builder_add_events (TvTraceBuilder *self, const TvEventCount *n, TvEventRows *rows)
{
  TvEventCount before = self->n_rows, *all = &self->n_rows;
  const TvEventCount *capacity = &self->capacity;

  if (G_UNLIKELY (n->n_events > TV_MAX_SORTED - before.n_events))
    {
      self->is_full = TRUE;
      return FALSE;
    }
  *all = (TvEventCount){ before.n_events + n->n_events, before.n_texts + n->n_texts,
                         before.n_bytes + n->n_bytes };
  if (all->n_events > capacity->n_events)
    set_event_capacity (self, MIN (grow (capacity->n_events, all->n_events,
                                         MAX (self->usual_events, FIRST_CAPACITY)),
                                   TV_MAX_SORTED));
  if (all->n_texts > capacity->n_texts || all->n_bytes > capacity->n_bytes)
    set_text_capacity (self, grow (capacity->n_texts, all->n_texts, FIRST_CAPACITY),
                       grow (capacity->n_bytes, all->n_bytes, FIRST_CAPACITY));
  *rows = self->events;
  tv_event_rows_skip (rows, &before);
  return TRUE;
}

static gboolean
is_sorted (const TvTraceBuilder *self)
{
  const gint64 *ts = self->events.ts;

  for (guint32 i = 1; i < self->n_rows.n_events; i++)
    if (ts[i - 1] > ts[i])
      return FALSE;
  return TRUE;
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const gint64 *ts = user_data;
  gint64 x = ts[*(const guint32 *) a], y = ts[*(const guint32 *) b];

  return x < y ? -1 : x > y;
}

/* Puts the rows of a column in order; @row_bytes is 4 or 8. */
static gpointer
sort_column (gpointer column, const guint32 *order, guint32 n, gsize row_bytes)
{
  gpointer sorted;

  if (column == NULL)
    return NULL;
  sorted = tv_large_block_new (n * row_bytes);
  if (row_bytes == sizeof (guint64))
    for (guint32 i = 0; i < n; i++)
      ((guint64 *) sorted)[i] = ((const guint64 *) column)[order[i]];
  else
    for (guint32 i = 0; i < n; i++)
      ((guint32 *) sorted)[i] = ((const guint32 *) column)[order[i]];
  g_free (column);
  return sorted;
}

static void
sort (TvTraceBuilder *self)
{
  TvEventRows *events = &self->events;
  guint32 n = (guint32) self->n_rows.n_events;
  guint32 *order = tv_large_block_new (n * sizeof *order);

  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  /* GLib's sort is a merge sort, and so stable. */
  g_qsort_with_data (order, (int) n, sizeof *order, compare_rows, events->ts);
  events->ts = sort_column (events->ts, order, n, sizeof *events->ts);
  events->cpu = sort_column (events->cpu, order, n, sizeof *events->cpu);
  events->utid = sort_column (events->utid, order, n, sizeof *events->utid);
  events->name = sort_column (events->name, order, n, sizeof *events->name);
  events->text = sort_column (events->text, order, n, sizeof *events->text);
  events->where = sort_column (events->where, order, n, sizeof *events->where);
  events->where_wide = sort_column (events->where_wide, order, n, sizeof *events->where_wide);
  self->capacity.n_events = n;
  g_free (order);
}

/* From here on the times are ticks since the first, if 32 bits hold them. */
static void
narrow_times (TvTraceBuilder *self)
{
  TvTimeColumn *column = &self->trace->events.ts;
  gint64 *ts = g_steal_pointer (&self->events.ts);
  gint64 first = self->trace->start_ns, tick_ns = self->tick_ns;
  guint32 *narrow;

  *column = (TvTimeColumn){ .wide = ts, .unit_ns = 1 };
  if ((self->trace->end_ns - first) / tick_ns > G_MAXUINT32)
    return;
  narrow = tv_large_block_new (self->n_rows.n_events * sizeof *narrow);
  for (guint32 i = 0; i < self->n_rows.n_events; i++)
    narrow[i] = (guint32) ((guint64) (ts[i] - first) / (guint64) tick_ns);
  g_free (ts);
  *column = (TvTimeColumn){ .narrow = narrow, .unit_ns = tick_ns, .base_ns = first };
}

/**
 * tv_trace_builder_sort_events:
 * @self: a builder of a log that has all its events, and nothing else yet
 * @tick_ns: nanoseconds in a tick of the times given from here on; those of the events are whole
 *   ticks apart
 *
 * Sorts them by time; those of one time stay in the order of the file. From here on the trace's
 * start and end are known.
 *
 * Returns: whether they were sorted before
 */
gboolean
tv_trace_builder_sort_events (TvTraceBuilder *self, gint64 tick_ns)
{
  gboolean was_sorted = is_sorted (self);
  guint32 n = tv_trace_builder_get_n_events (self);

  g_return_val_if_fail (self->writer.n_slices == 0 && tick_ns > 0, TRUE);
  self->tick_ns = tick_ns;
  if (n == 0)
    return TRUE;
  if (!was_sorted)
    sort (self);
  set_event_capacity (self, n);
  set_text_capacity (self, MAX (self->n_rows.n_texts, 1), MAX (self->n_rows.n_bytes, 1));
  self->trace->start_ns = self->events.ts[0];
  self->trace->end_ns = self->events.ts[n - 1];
  self->base = self->trace->start_ns / tick_ns;
  narrow_times (self);
  self->trace->text_end = g_steal_pointer (&self->events.text_end);
  self->trace->text = g_steal_pointer (&self->events.bytes);
  return was_sorted;
}

guint32
tv_trace_builder_get_n_events (TvTraceBuilder *self)
{
  return (guint32) self->n_rows.n_events;
}

/**
 * tv_trace_builder_get_event:
 * @self: a builder of a log whose events are sorted
 * @row: which event
 * @event: (out): the event
 *
 * Any number of threads may ask at a time.
 */
void
tv_trace_builder_get_event (const TvTraceBuilder *self, guint32 row, TvLogEvent *event)
{
  const TvEventRows *events = &self->events;
  const TvTimeColumn *ts = &self->trace->events.ts;

  *event = (TvLogEvent){
    .ts = ts->narrow != NULL ? ts->narrow[row] + self->base : ts->wide[row] / self->tick_ns,
    .where = events->where != NULL ? events->where[row] : events->where_wide[row],
    .text = events->text[row],
    .cpu = events->cpu[row],
    .utid = events->utid[row],
    .name = events->name[row],
  };
}

/**
 * tv_trace_builder_get_text:
 * @self: a builder of a log whose events are sorted
 * @text: a text of an event
 * @len: (out): its bytes
 *
 * Any number of threads may ask at a time.
 *
 * Returns: (transfer none): the text
 */
const char *
tv_trace_builder_get_text (const TvTraceBuilder *self, guint32 text, gsize *len)
{
  return tv_trace_peek_text (self->trace, text, len);
}

void
tv_trace_builder_lay_out_events (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;

  trace->events.n = tv_trace_builder_get_n_events (self);
  trace->events.cpu = g_steal_pointer (&self->events.cpu);
  trace->events.utid = g_steal_pointer (&self->events.utid);
  trace->events.name = g_steal_pointer (&self->events.name);
  trace->event_text = g_steal_pointer (&self->events.text);
  tv_trace_builder_clear_events (self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/trace-builder-private.h"

#include "core/memory/large-block.h"

/* The lines of a log as they are: columns from the start, which grow while the log is read. Their
 * times are 64-bit nanoseconds until all are known. */

#define FIRST_CAPACITY   256
#define EVENTS_OF_A_TEXT 4 /* at least, in most logs */
#define USUAL_TEXT_BYTES 64
#define NS_PER_US        1000

/* Few logs have shorter lines. Memory is only taken when it is used, but address space for no more than these
 * events is reserved at first, since the size of a file cannot be trusted. */
#define USUAL_LINE_BYTES 64
#define MOST_AT_FIRST    (4u * 1024 * 1024)

#define RESIZE(column, n) ((column) = tv_large_block_resize ((column), (n) * sizeof *(column)))

void
tv_trace_builder_clear_events (TvTraceBuilder *self)
{
  g_free (self->events.ts);
  g_free (self->events.cpu);
  g_free (self->events.utid);
  g_free (self->events.text);
  g_free (self->events.where);
  g_free (self->events.where_wide);
  memset (&self->events, 0, sizeof self->events);
  g_free (self->texts.name);
  g_free (self->texts.is_shown);
  g_free (self->texts.end);
  g_free (self->texts.bytes);
  g_clear_pointer (&self->texts.machine, g_byte_array_unref);
  tv_row_table_clear (&self->texts.by_name_and_bytes);
  memset (&self->texts, 0, sizeof self->texts);
}

static void
set_event_capacity (TvTraceBuilder *self, guint64 n)
{
  TvEventRows *events = &self->events;

  RESIZE (events->ts, n);
  RESIZE (events->cpu, n);
  RESIZE (events->utid, n);
  RESIZE (events->text, n);
  if (self->has_wide_offsets)
    RESIZE (events->where_wide, n);
  else
    RESIZE (events->where, n);
  self->event_capacity = n;
}

static void
set_text_capacity (TvEventTexts *self, guint32 n)
{
  RESIZE (self->name, n);
  RESIZE (self->is_shown, n);
  RESIZE (self->end, n);
  self->capacity = n;
}

static void
set_byte_capacity (TvEventTexts *self, guint64 n)
{
  RESIZE (self->bytes, n);
  self->byte_capacity = n;
}

static guint64
grow (guint64 capacity, guint64 n, guint64 first)
{
  return n > capacity || capacity == 0 ? MAX (MAX (n, capacity * 2), first) : capacity;
}

/**
 * tv_trace_builder_expect_events:
 * @self: a builder without events
 * @size: size of the file that contains them, in bytes
 */
void
tv_trace_builder_expect_events (TvTraceBuilder *self, gsize size)
{
  self->has_wide_offsets = size > G_MAXUINT32;
  self->usual_events = MIN (size / USUAL_LINE_BYTES, MOST_AT_FIRST);
}

/**
 * tv_trace_builder_get_seed:
 * @self: a builder
 *
 * Returns: seed of the hashes of texts, see tv_trace_builder_add_text()
 */
guint64
tv_trace_builder_get_seed (const TvTraceBuilder *self)
{
  return self->seed;
}

/**
 * tv_trace_builder_expect_text:
 * @self: a builder
 * @hash: hash of a text that will be added soon
 *
 * Has it looked up meanwhile, which saves time where there are many.
 */
void
tv_trace_builder_expect_text (const TvTraceBuilder *self, guint32 hash)
{
  tv_row_table_expect (&self->texts.by_name_and_bytes, hash);
}

/* Notes that the text that comes next is a guest's. */
static void
note_machine (TvEventTexts *self, guint32 machine)
{
  guint8 id = (guint8) machine, device = 0;

  if (self->machine == NULL)
    self->machine = g_byte_array_new ();
  while (self->machine->len < self->n)
    g_byte_array_append (self->machine, &device, 1);
  g_byte_array_append (self->machine, &id, 1);
}

static guint32
append_text (TvEventTexts *self, guint64 usual, guint32 name, const char *text, gsize len)
{
  usual = MAX (usual, FIRST_CAPACITY);
  if (self->n == self->capacity)
    set_text_capacity (self, (guint32) grow (self->capacity, self->n + 1, usual));
  /* Also for a text of no bytes: to add nothing to no address is undefined. */
  if (self->bytes == NULL || len > self->byte_capacity - self->n_bytes)
    set_byte_capacity (self,
                       grow (self->byte_capacity, self->n_bytes + len, usual * USUAL_TEXT_BYTES));
  memcpy (self->bytes + self->n_bytes, text, len);
  self->n_bytes += len;
  self->name[self->n] = name;
  self->is_shown[self->n] = FALSE;
  self->end[self->n] = self->n_bytes;
  return self->n++;
}

/**
 * tv_trace_builder_add_text:
 * @self: a builder of a log
 * @name: string: a tracepoint
 * @text: payload of its events, bytes of the file
 * @len: size of @text in bytes
 * @hash: hash of name and text, with the builder's seed
 *
 * Deduplicates the payloads of a machine's events. There must not be more texts than events.
 *
 * Returns: the text, numbered in the order of first use
 */
guint32
tv_trace_builder_add_text (TvTraceBuilder *self,
                           guint32 name,
                           const char *text,
                           gsize len,
                           guint32 hash)
{
  TvEventTexts *texts = &self->texts;
  guint32 row;

  for (guint32 slot = hash;
       (row = tv_row_table_next (&texts->by_name_and_bytes, hash, &slot)) != TV_NONE;)
    {
      guint64 start = row > 0 ? texts->end[row - 1] : 0;

      if (texts->end[row] - start == len && memcmp (texts->bytes + start, text, len) == 0 &&
          texts->name[row] == name &&
          tv_trace_builder_get_text_machine (self, row) == self->machine)
        return row;
    }
  if (G_UNLIKELY (self->machine != 0))
    note_machine (texts, self->machine);
  row = append_text (texts, self->usual_events / EVENTS_OF_A_TEXT, name, text, len);
  tv_row_table_add (&texts->by_name_and_bytes, hash, row);
  return row;
}

/**
 * tv_trace_builder_set_text_shown:
 * @self: a builder
 * @text: a text
 *
 * Marks a text whose content is fully shown by slices or counters, such as the begin of a slice, so that a search
 * finds it once.
 */
void
tv_trace_builder_set_text_shown (TvTraceBuilder *self, guint32 text)
{
  self->texts.is_shown[text] = TRUE;
}

/**
 * tv_trace_builder_has_room:
 * @self: a builder
 * @n: how many events
 *
 * Returns: whether so many can be added while rows that were given before are valid
 */
gboolean
tv_trace_builder_has_room (const TvTraceBuilder *self, guint64 n)
{
  return n <= self->event_capacity - self->n_events;
}

/**
 * tv_trace_builder_add_events:
 * @self: a builder of a log
 * @n: how many events
 * @rows: (out): where they go, in any order; valid until more are added than there was room for
 *
 * Makes room for events that are kept as they are. Any thread may fill it, see
 * tv_event_rows_set(); all of it has to be filled.
 *
 * Returns: %FALSE when a trace can hold no more events (2^31); tv_trace_builder_finish() gives the
 *   error
 */
gboolean
tv_trace_builder_add_events (TvTraceBuilder *self, guint64 n, TvEventRows *rows)
{
  guint64 before = self->n_events;

  if (G_UNLIKELY (n > TV_MAX_SORTED - before))
    {
      self->is_full = TRUE;
      return FALSE;
    }
  self->n_events += n;
  if (self->n_events > self->event_capacity)
    set_event_capacity (self, MIN (grow (self->event_capacity, self->n_events,
                                         MAX (self->usual_events, FIRST_CAPACITY)),
                                   TV_MAX_SORTED));
  *rows = self->events;
  tv_event_rows_skip (rows, before);
  return TRUE;
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
reorder (TvTraceBuilder *self, const guint32 *order, guint32 n)
{
  TvEventRows *events = &self->events;

  events->ts = sort_column (events->ts, order, n, sizeof *events->ts);
  events->cpu = sort_column (events->cpu, order, n, sizeof *events->cpu);
  events->utid = sort_column (events->utid, order, n, sizeof *events->utid);
  events->text = sort_column (events->text, order, n, sizeof *events->text);
  events->where = sort_column (events->where, order, n, sizeof *events->where);
  events->where_wide = sort_column (events->where_wide, order, n, sizeof *events->where_wide);
  self->n_events = self->event_capacity = n;
}

static inline guint64
get_ticks (const char *times, guint64 row, gint64 first, guint64 tick_ns)
{
  gint64 ts;

  memcpy (&ts, times + row * sizeof ts, sizeof ts);
  return (guint64) (ts - first) / tick_ns;
}

/* Puts ticks since the first in place of times, each before or where the time is. */
static inline void
put_ticks (gpointer times, guint64 n, gint64 first, guint64 tick_ns)
{
  char *to = times;

  for (guint64 i = 0; i < n; i++)
    {
      guint32 ticks = (guint32) get_ticks (times, i, first, tick_ns);

      memcpy (to + i * sizeof ticks, &ticks, sizeof ticks);
    }
}

/* The same where 32 bits do not hold all. */
static void
put_far_ticks (TvTicks *ticks, gconstpointer times, gint64 first, guint64 tick_ns)
{
  tv_ticks_widen (ticks);
  for (guint32 i = 0; i < ticks->n_rows; i++)
    tv_ticks_append (ticks, i, (gint64) get_ticks (times, i, first, tick_ns));
}

/* From here on the times are ticks since the first. */
static void
lay_out_times (TvTraceBuilder *self)
{
  gpointer times = g_steal_pointer (&self->events.ts);
  gint64 first = self->trace->start_ns, tick_ns = self->tick_ns;
  TvTicks ticks = { .low = times, .n_rows = (guint32) self->n_events };

  if ((self->trace->end_ns - first) / tick_ns > G_MAXUINT32)
    put_far_ticks (&ticks, times, first, (guint64) tick_ns);
  /* To divide by a number that is known takes a fifth of the time. */
  else if (tick_ns == NS_PER_US)
    put_ticks (times, self->n_events, first, NS_PER_US);
  else
    put_ticks (times, self->n_events, first, (guint64) tick_ns);
  ticks.low = tv_large_block_resize (ticks.low, self->n_events * sizeof (guint32));
  self->trace->events.ts = (TvTimeColumn){ .ticks = ticks, .unit_ns = tick_ns, .base_ns = first };
}

/**
 * tv_trace_builder_get_event_times:
 * @self: a builder of a log whose events are not sorted yet
 *
 * Returns: (transfer none): by event, when it is, in ns; valid until another is added
 */
const gint64 *
tv_trace_builder_get_event_times (const TvTraceBuilder *self)
{
  return self->events.ts;
}

/**
 * tv_trace_builder_shift_events:
 * @self: a builder of a log whose events are not sorted yet
 * @first: an event
 * @by_ns: how much later it and all behind it are, in ns
 *
 * Puts events of a file on the clock of another.
 */
void
tv_trace_builder_shift_events (TvTraceBuilder *self, guint32 first, gint64 by_ns)
{
  for (guint64 i = first; i < self->n_events; i++)
    if (__builtin_add_overflow (self->events.ts[i], by_ns, &self->events.ts[i]))
      self->events.ts[i] = by_ns > 0 ? G_MAXINT64 : G_MININT64;
}

/**
 * tv_trace_builder_sort_events:
 * @self: a builder of a log that has all its events, and nothing else yet
 * @order: (nullable) (array length=n): the events in the order of their times, as tv_event_order_new()
 *   gives it, perhaps without some, which are left out; %NULL if that is how all were added
 * @n: how many they are
 * @tick_ns: nanoseconds in a tick of the times given from here on; those of the events are whole
 *   ticks apart. A builder that counts ns goes on to do so
 *
 * Puts them in that order. From here on the trace's start and end are known.
 */
void
tv_trace_builder_sort_events (TvTraceBuilder *self, const guint32 *order, guint32 n, gint64 tick_ns)
{
  g_return_if_fail (!tv_trace_builder_has_slices (self) && tick_ns > 0);
  self->tick_ns = self->counts_ns ? 1 : tick_ns;
  self->events_end = self->inputs_end;
  if (n == 0)
    return;
  if (order != NULL)
    reorder (self, order, n);
  set_event_capacity (self, n);
  set_text_capacity (&self->texts, MAX (self->texts.n, 1));
  set_byte_capacity (&self->texts, MAX (self->texts.n_bytes, 1));
  tv_row_table_clear (&self->texts.by_name_and_bytes);
  self->trace->start_ns = self->events.ts[0];
  self->trace->end_ns = self->events.ts[n - 1];
  self->base = self->trace->start_ns / self->tick_ns;
  lay_out_times (self);
  self->trace->text_end = g_steal_pointer (&self->texts.end);
  self->trace->text = g_steal_pointer (&self->texts.bytes);
}

guint32
tv_trace_builder_get_n_events (TvTraceBuilder *self)
{
  return (guint32) self->n_events;
}

/**
 * tv_trace_builder_get_event:
 * @self: a builder of a log whose events are sorted
 * @row: which event
 * @event: (out): the event
 *
 * Sets the event that the following calls belong to, except those of scheduling, which use
 * tv_trace_builder_get_sched_event().
 */
void
tv_trace_builder_get_event (TvTraceBuilder *self, guint32 row, TvLogEvent *event)
{
  self->problems.event = row;
  tv_trace_builder_look_at_event (self, row, event);
}

/**
 * tv_trace_builder_set_event_thread:
 * @self: a builder of a log whose events are sorted
 * @row: an event that is not handled yet
 * @utid: its thread
 */
void
tv_trace_builder_set_event_thread (TvTraceBuilder *self, guint32 row, guint32 utid)
{
  self->events.utid[row] = utid;
}

/**
 * tv_trace_builder_get_text:
 * @self: a builder of a log
 * @text: a text
 * @name: (out) (optional): string: name of its events
 * @len: (out): size in bytes
 *
 * Thread-safe for concurrent readers.
 *
 * Returns: (transfer none): the text
 */
const char *
tv_trace_builder_get_text (const TvTraceBuilder *self, guint32 text, guint32 *name, gsize *len)
{
  if (name != NULL)
    *name = self->texts.name[text];
  /* Once events are sorted the trace has them. */
  if (self->texts.end != NULL)
    {
      guint64 start = text > 0 ? self->texts.end[text - 1] : 0;

      *len = self->texts.end[text] - start;
      return self->texts.bytes + start;
    }
  return tv_trace_peek_text (self->trace, text, len);
}

guint32
tv_trace_builder_get_n_texts (const TvTraceBuilder *self)
{
  return self->texts.n;
}

/**
 * tv_trace_builder_get_event_texts:
 * @self: a builder of a log whose events are sorted
 *
 * Returns: (transfer none): by event: its text
 */
const guint32 *
tv_trace_builder_get_event_texts (const TvTraceBuilder *self)
{
  return self->events.text;
}

/**
 * tv_trace_builder_get_event_threads:
 * @self: a builder of a log whose events are sorted
 *
 * Returns: (transfer none): by event: the thread that it is of
 */
const guint32 *
tv_trace_builder_get_event_threads (const TvTraceBuilder *self)
{
  return self->events.utid;
}

static inline guint64
get_where (const TvTraceBuilder *self, guint32 event)
{
  return self->events.where != NULL ? self->events.where[event] : self->events.where_wide[event];
}

/**
 * tv_trace_builder_get_event_place:
 * @self: a builder of a log
 * @row: which event
 *
 * Returns: its place among those of all files
 */
guint64
tv_trace_builder_get_event_place (const TvTraceBuilder *self, guint32 row)
{
  return get_where (self, row);
}

/**
 * tv_trace_builder_get_event_cpus:
 * @self: a builder of a log
 *
 * Returns: (transfer none): by event: on which CPU
 */
const guint32 *
tv_trace_builder_get_event_cpus (const TvTraceBuilder *self)
{
  return self->events.cpu;
}

/* Finds the event that stands last at or before a place in the file, or TV_NONE. Events may have
 * been sorted, so that their places need not be. */
static guint32
find_event_at (const TvTraceBuilder *self, guint64 where)
{
  guint32 n = (guint32) self->n_events, found = TV_NONE;
  guint64 best = 0;

  for (guint32 i = 0; i < n; i++)
    {
      guint64 place = get_where (self, i);

      if (place <= where && (found == TV_NONE || place >= best))
        {
          best = place;
          found = i;
        }
    }
  return found;
}

/* Problems that a reader found in lines are shown at the event of that line, or of the last line
 * before that has one. There are as many at most as there are kinds. */
static void
place_problems (TvTraceBuilder *self)
{
  TvProblemList *lists[] = { &self->problems, tv_trace_builder_get_sched_problems (self) };

  for (guint list = 0; list < G_N_ELEMENTS (lists); list++)
    for (guint i = 0; i < lists[list]->problems->len; i++)
      {
        TvProblem *problem = &g_array_index (lists[list]->problems, TvProblem, i);
        guint32 event;

        /* A file that comes behind all logs has no events. */
        if (problem->where < 0 ||
            (self->events_end > 0 && (guint64) problem->where >= self->events_end))
          continue;
        event = find_event_at (self, (guint64) problem->where);
        if (event == TV_NONE)
          continue;
        problem->ts = tv_time_column_get (&self->trace->events.ts, event);
        problem->utid = self->events.utid[event];
      }
}

void
tv_trace_builder_lay_out_events (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;

  if (self->n_events > 0)
    place_problems (self);
  trace->events.n = tv_trace_builder_get_n_events (self);
  trace->events.cpu = g_steal_pointer (&self->events.cpu);
  trace->events.utid = g_steal_pointer (&self->events.utid);
  trace->events.text = g_steal_pointer (&self->events.text);
  trace->events.text_name = g_steal_pointer (&self->texts.name);
  trace->events.text_is_shown = g_steal_pointer (&self->texts.is_shown);
  tv_trace_builder_clear_events (self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/events-part.h"

#include <string.h>

#include "core/builder/files-part.h"
#include "core/builder/problems-part.h"
#include "core/builder/rows.h"
#include "core/builder/sched-part.h"
#include "core/builder/slice-tracks.h"
#include "core/memory/large-block.h"
#include "core/memory/parallel.h"
#include "core/memory/row-table.h"
#include "core/trace-edit.h"

/* Kernel events of a log, in columns that grow while the log is read. Times are 64-bit nanoseconds until all events
 * are known; payloads are deduplicated.
 *
 * Called by the readers of kernel events (ftrace, Perfetto, HarmonyOS). tv_trace_builder_sort_events() moves the
 * columns to the trace, and changes the unit of the builder. Then readers replay the events:
 * tv_trace_builder_select_event() returns an event and makes it the current event, to which problems are assigned.
 * The stage "events" of trace-builder.c sets the times of these problems. */

#define FIRST_CAPACITY   256
#define USUAL_TEXT_BYTES 64
#define NS_PER_US        1000

/* Usual minimum size of an event, which is a line of a log or a message of a recording. Growing a column copies it,
 * and the kernel may not have enough huge pages for the copy. So address space for the expected number of events and
 * payloads is reserved at the start. The MAX_… limits apply because the size of a file cannot be trusted. Reserved
 * memory is not used until it is written. */
#define MIN_EVENT_BYTES      16
#define USUAL_BYTES_PER_TEXT 256 /* bytes of the file per distinct payload, about four lines */
#define MAX_AT_FIRST         (16u * 1024 * 1024)
#define MAX_TEXTS_AT_FIRST   (1024u * 1024)

/* Stands for an unknown IRQ context (-1) in an array of bytes. */
#define UNKNOWN_CONTEXT G_MAXUINT8

#define RESIZE(column, n) ((column) = tv_large_block_resize ((column), (n) * sizeof *(column)))

/* Deduplicated payloads of events. */
typedef struct
{
  guint32 n;
  guint32 capacity;
  guint64 n_bytes;
  guint64 byte_capacity;
  guint32 *name;    /* string id per payload: name of the tracepoint */
  guint8 *is_shown; /* per payload: whether slices or counters show all of its content */
  GByteArray *
      machine; /* (nullable): machine per payload; may be shorter than @n, and the remaining payloads are from machine
                * 0 */
  GByteArray *
      context; /* (nullable): IRQ context per payload; may be shorter than @n, and the context of the remaining
                * payloads is unknown */
  GByteArray *
      kind; /* (nullable): kind of message per payload; may be shorter than @n, and the remaining payloads are text */
  guint64 *end; /* per payload: end in @bytes, which is the start of the next payload */
  char *bytes;  /* all payloads, concatenated */
  TvRowTable by_name_and_bytes;
} EventTexts;

struct _TvEventsPart
{
  guint64 seed;            /* seed for the hashes of payloads */
  TvProblemList *problems; /* the builder's list; its @event is the current event */
  TvEventRows rows;
  guint64 n;
  guint64 capacity;
  EventTexts texts;
  GArray *renderers;         /* (nullable): TvEventRenderer per kind of message */
  gboolean has_wide_offsets; /* whether file offsets need 64 bits */
  guint64 usual;             /* number of events for which space is reserved at the start */
  guint64 usual_texts;
  guint64
      end; /* end in the concatenated input of the files that contain events; 0 until events are sorted */
};

static void
clear_rows (TvTraceBuilder *self)
{
  g_free (self->events->rows.ts);
  g_free (self->events->rows.cpu);
  g_free (self->events->rows.utid);
  g_free (self->events->rows.text);
  g_free (self->events->rows.file_offset);
  g_free (self->events->rows.file_offset_wide);
  memset (&self->events->rows, 0, sizeof self->events->rows);
  g_free (self->events->texts.name);
  g_free (self->events->texts.is_shown);
  g_free (self->events->texts.end);
  g_free (self->events->texts.bytes);
  g_clear_pointer (&self->events->texts.machine, g_byte_array_unref);
  g_clear_pointer (&self->events->texts.context, g_byte_array_unref);
  g_clear_pointer (&self->events->texts.kind, g_byte_array_unref);
  tv_row_table_clear (&self->events->texts.by_name_and_bytes);
  memset (&self->events->texts, 0, sizeof self->events->texts);
}

static void
init (TvTraceBuilder *self)
{
  self->events = g_new0 (TvEventsPart, 1);
  self->events->seed = tv_row_table_seed ();
  self->events->problems = tv_trace_builder_get_problems (self);
}

static void
clear (TvTraceBuilder *self)
{
  clear_rows (self);
  g_clear_pointer (&self->events->renderers, g_array_unref);
  g_clear_pointer (&self->events, g_free);
}

const TvBuilderPart tv_builder_events = { .init = init, .clear = clear };

static inline guint64
get_file_offset (const TvTraceBuilder *self, guint32 event)
{
  return self->events->rows.file_offset != NULL ? self->events->rows.file_offset[event]
                                                : self->events->rows.file_offset_wide[event];
}

static inline void
peek_event (const TvTraceBuilder *self, guint32 row, TvLogEvent *event)
{
  const TvEvents *events = tv_trace_get_events (self->trace);

  *event = (TvLogEvent){
    .ts = tv_ticks_get (&events->ts.ticks, row) + self->unit.base,
    .file_offset = get_file_offset (self, row),
    .text = tv_id_column_get (&events->text, row),
    .cpu = tv_id_column_get (&events->cpu, row),
    .utid = tv_id_column_get (&events->utid, row),
  };
}

void
tv_trace_builder_peek_event (const TvTraceBuilder *self, guint32 row, TvLogEvent *event)
{
  peek_event (self, row, event);
}

static void
set_event_capacity (TvTraceBuilder *self, guint64 n)
{
  TvEventRows *events = &self->events->rows;

  RESIZE (events->ts, n);
  RESIZE (events->cpu, n);
  RESIZE (events->utid, n);
  RESIZE (events->text, n);
  if (self->events->has_wide_offsets)
    RESIZE (events->file_offset_wide, n);
  else
    RESIZE (events->file_offset, n);
  self->events->capacity = n;
}

static void
set_text_capacity (EventTexts *self, guint32 n)
{
  RESIZE (self->name, n);
  RESIZE (self->is_shown, n);
  RESIZE (self->end, n);
  self->capacity = n;
}

static void
set_byte_capacity (EventTexts *self, guint64 n)
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
 * @size: size of the file that contains the events, in bytes
 *
 * Sets the initial capacity of columns, and whether they need 64-bit offsets.
 */
void
tv_trace_builder_expect_events (TvTraceBuilder *self, gsize size)
{
  self->events->has_wide_offsets = size > G_MAXUINT32;
  self->events->usual = MIN (size / MIN_EVENT_BYTES, MAX_AT_FIRST);
  self->events->usual_texts = MIN (size / USUAL_BYTES_PER_TEXT, MAX_TEXTS_AT_FIRST);
}

/**
 * tv_trace_builder_get_seed:
 *
 * Returns: the seed for hashes of payloads, see tv_trace_builder_add_text()
 */
guint64
tv_trace_builder_get_seed (const TvTraceBuilder *self)
{
  return self->events->seed;
}

/**
 * tv_trace_builder_expect_text:
 * @hash: hash of a payload that will be added soon
 *
 * Prefetches the memory for the lookup of the payload, which saves time if there are many payloads.
 */
void
tv_trace_builder_expect_text (const TvTraceBuilder *self, guint32 hash)
{
  tv_row_table_expect (&self->events->texts.by_name_and_bytes, hash);
}

/* Sets a rare attribute of the next payload. Earlier payloads without an entry get @usual. */
static void
note_next (const EventTexts *self, GByteArray **column, guint8 usual, guint8 value)
{
  if (*column == NULL)
    *column = g_byte_array_new ();
  while ((*column)->len < self->n)
    g_byte_array_append (*column, &usual, 1);
  g_byte_array_append (*column, &value, 1);
}

static guint32
append_text (EventTexts *self, guint64 usual, guint32 name, const char *text, gsize len)
{
  usual = MAX (usual, FIRST_CAPACITY);
  if (self->n == self->capacity)
    set_text_capacity (self, (guint32) grow (self->capacity, self->n + 1, usual));
  /* Allocate memory even for an empty payload, because pointer arithmetic with NULL is undefined. */
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

static inline guint8
get_kind (const EventTexts *self, guint32 text)
{
  return self->kind != NULL && text < self->kind->len ? self->kind->data[text] : 0;
}

static guint32
add_text (TvTraceBuilder *self,
          guint32 name,
          const char *text,
          gsize len,
          guint8 kind,
          gint8 irq_context,
          guint32 hash)
{
  EventTexts *texts = &self->events->texts;
  guint32 row;

  for (guint32 slot = hash;
       (row = tv_row_table_next (&texts->by_name_and_bytes, hash, &slot)) != TV_NONE;)
    {
      guint64 start = row > 0 ? texts->end[row - 1] : 0;

      if (texts->end[row] - start == len && memcmp (texts->bytes + start, text, len) == 0 &&
          texts->name[row] == name && get_kind (texts, row) == kind &&
          tv_trace_builder_get_text_machine (self, row) == tv_trace_builder_get_machine (self) &&
          tv_trace_builder_get_text_context (self, row) == irq_context)
        return row;
    }
  if (G_UNLIKELY (tv_trace_builder_get_machine (self) != 0))
    note_next (texts, &texts->machine, 0, (guint8) tv_trace_builder_get_machine (self));
  if (G_UNLIKELY (irq_context >= 0))
    note_next (texts, &texts->context, UNKNOWN_CONTEXT, (guint8) irq_context);
  if (kind != 0)
    note_next (texts, &texts->kind, 0, kind);
  row = append_text (texts, self->events->usual_texts, name, text, len);
  tv_row_table_add (&texts->by_name_and_bytes, hash, row);
  return row;
}

/**
 * tv_trace_builder_add_text:
 * @self: a builder of a log
 * @name: string id of the tracepoint's name
 * @text: payload, as bytes of the file
 * @len: size of @text in bytes
 * @hash: hash of name and payload, with the builder's seed
 *
 * Adds a payload, unless an equal one exists for the current machine. There must not be more payloads than events.
 *
 * Returns: row of the payload; rows are in the order of first use
 */
guint32
tv_trace_builder_add_text (TvTraceBuilder *self,
                           guint32 name,
                           const char *text,
                           gsize len,
                           guint32 hash)
{
  return add_text (self, name, text, len, 0, -1, hash);
}

/**
 * tv_trace_builder_add_wake_text:
 * @irq_context: 1 if the thread was woken by an interrupt, 0 if not, -1 if not recorded
 *
 * Adds the payload of an event that wakes a thread; otherwise like tv_trace_builder_add_text(). The IRQ context is
 * stored beside the payload, not in it.
 */
guint32
tv_trace_builder_add_wake_text (TvTraceBuilder *self,
                                guint32 name,
                                const char *text,
                                gsize len,
                                gint8 irq_context,
                                guint32 hash)
{
  return add_text (self, name, text, len, 0, irq_context, hash);
}

static void
clear_renderer (gpointer data)
{
  TvEventRenderer *renderer = data;

  if (renderer->destroy != NULL)
    renderer->destroy (renderer->data);
}

/**
 * tv_trace_builder_add_event_renderer:
 * @self: a builder of a log
 * @renderer: (transfer full): a renderer
 *
 * Registers the renderer for a new kind of message.
 *
 * Returns: the kind; 0 if there are too many kinds, so that payloads must be added as text
 */
guint8
tv_trace_builder_add_event_renderer (TvTraceBuilder *self, TvEventRenderer renderer)
{
  if (self->events->renderers == NULL)
    {
      self->events->renderers = g_array_new (FALSE, FALSE, sizeof (TvEventRenderer));
      g_array_set_clear_func (self->events->renderers, clear_renderer);
    }
  if (self->events->renderers->len == G_MAXUINT8)
    {
      clear_renderer (&renderer);
      return 0;
    }
  g_array_append_val (self->events->renderers, renderer);
  return (guint8) self->events->renderers->len;
}

/**
 * tv_trace_builder_add_message:
 * @kind: kind of message, from tv_trace_builder_add_event_renderer()
 * @message: payload, encoded for the renderer of @kind
 * @irq_context: see tv_trace_builder_add_wake_text()
 *
 * Adds a payload whose text is rendered on demand; otherwise like tv_trace_builder_add_wake_text().
 */
guint32
tv_trace_builder_add_message (TvTraceBuilder *self,
                              guint32 name,
                              guint8 kind,
                              const char *message,
                              gsize len,
                              gint8 irq_context,
                              guint32 hash)
{
  return add_text (self, name, message, len, kind, irq_context, hash);
}

/**
 * tv_trace_builder_set_text_shown:
 * @text: row of a payload
 *
 * Marks a payload whose content slices or counters show completely, such as that of an event that begins a slice. A
 * search then finds the content only once.
 */
void
tv_trace_builder_set_text_shown (TvTraceBuilder *self, guint32 text)
{
  self->events->texts.is_shown[text] = TRUE;
}

/**
 * tv_trace_builder_has_capacity:
 *
 * Returns: whether @n events can be added without reallocating the columns
 */
gboolean
tv_trace_builder_has_capacity (const TvTraceBuilder *self, guint64 n)
{
  return n <= self->events->capacity - self->events->n;
}

/**
 * tv_trace_builder_add_events:
 * @self: a builder of a log
 * @n: number of events
 * @rows: (out): columns for the new events; valid until the columns are reallocated, see
 *   tv_trace_builder_has_capacity()
 *
 * Adds rows. The caller must fill all of them with tv_event_rows_set(), in any order and from any thread.
 *
 * Returns: %FALSE if the trace would have more than 2^31 events; tv_trace_builder_finish() then fails
 */
gboolean
tv_trace_builder_add_events (TvTraceBuilder *self, guint64 n, TvEventRows *rows)
{
  guint64 before = self->events->n;

  if (G_UNLIKELY (n > TV_MAX_SORTED - before))
    {
      tv_trace_builder_set_full (self);
      return FALSE;
    }
  self->events->n += n;
  if (self->events->n > self->events->capacity)
    set_event_capacity (self, MIN (grow (self->events->capacity, self->events->n,
                                         MAX (self->events->usual, FIRST_CAPACITY)),
                                   TV_MAX_SORTED));
  *rows = self->events->rows;
  tv_event_rows_skip (rows, before);
  return TRUE;
}

/* Returns a reordered copy of a column, and frees the original. @row_bytes is 4 or 8. */
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
  TvEventRows *events = &self->events->rows;

  events->ts = sort_column (events->ts, order, n, sizeof *events->ts);
  events->cpu = sort_column (events->cpu, order, n, sizeof *events->cpu);
  events->utid = sort_column (events->utid, order, n, sizeof *events->utid);
  events->text = sort_column (events->text, order, n, sizeof *events->text);
  events->file_offset = sort_column (events->file_offset, order, n, sizeof *events->file_offset);
  events->file_offset_wide = sort_column (events->file_offset_wide, order, n,
                                          sizeof *events->file_offset_wide);
  self->events->n = self->events->capacity = n;
}

static inline guint64
get_ticks (const char *times, guint64 row, gint64 first, guint64 tick_ns)
{
  gint64 ts;

  memcpy (&ts, times + row * sizeof ts, sizeof ts);
  return (guint64) (ts - first) / tick_ns;
}

/* Replaces times by 32-bit ticks since the first event, in place. A tick is narrower than a time, so no time is
 * overwritten before it is converted. */
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

/* Converts times to ticks since the first event, if these need more than 32 bits. */
static void
put_far_ticks (TvTicks *ticks, gconstpointer times, gint64 first, guint64 tick_ns)
{
  tv_ticks_widen (ticks);
  for (guint32 i = 0; i < ticks->n_rows; i++)
    tv_ticks_append (ticks, i, (gint64) get_ticks (times, i, first, tick_ns));
}

/* Converts the times of events to ticks since the first event, and moves them to the trace. */
static void
lay_out_times (TvTraceBuilder *self)
{
  gpointer times = g_steal_pointer (&self->events->rows.ts);
  gint64 first = tv_trace_get_start_ns (self->trace), tick_ns = self->unit.tick_ns;
  TvTicks ticks = { .low = times, .n_rows = (guint32) self->events->n };

  if ((tv_trace_get_end_ns (self->trace) - first) / tick_ns > G_MAXUINT32)
    put_far_ticks (&ticks, times, first, (guint64) tick_ns);
  /* Division by a constant takes a fifth of the time of division by a variable. */
  else if (tick_ns == NS_PER_US)
    put_ticks (times, self->events->n, first, NS_PER_US);
  else
    put_ticks (times, self->events->n, first, (guint64) tick_ns);
  ticks.low = tv_large_block_resize (ticks.low, self->events->n * sizeof (guint32));
  tv_trace_edit_events (self->trace)->ts = (TvTimeColumn){ .ticks = ticks,
                                                           .unit_ns = tick_ns,
                                                           .base_ns = first };
}

/* Moves a column of the events to the trace. A #TvParallelTask. */
static void
lay_out_column (guint task, gpointer data)
{
  TvTraceBuilder *self = data;
  TvEventRows *rows = &self->events->rows;
  TvEvents *events = tv_trace_edit_events (self->trace);
  TvIdColumn *const columns[] = { &events->cpu, &events->utid, &events->text };
  guint32 **const ids[] = { &rows->cpu, &rows->utid, &rows->text };

  if (task == G_N_ELEMENTS (columns))
    lay_out_times (self);
  else
    tv_id_column_init_take (columns[task], g_steal_pointer (ids[task]), (guint32) self->events->n);
}

/**
 * tv_trace_builder_get_event_times:
 * @self: a builder of a log whose events are not sorted yet
 *
 * Returns: (transfer none): time of each event in ns; valid until the next event is added
 */
const gint64 *
tv_trace_builder_get_event_times (const TvTraceBuilder *self)
{
  return self->events->rows.ts;
}

/**
 * tv_trace_builder_shift_events:
 * @self: a builder of a log whose events are not sorted yet
 * @first: row of the first event to change
 * @by_ns: offset in ns that is added to the times of this event and all later rows
 *
 * Converts the events of a file to the clock of another file. Times are clamped on overflow.
 */
void
tv_trace_builder_shift_events (TvTraceBuilder *self, guint32 first, gint64 by_ns)
{
  for (guint64 i = first; i < self->events->n; i++)
    if (__builtin_add_overflow (self->events->rows.ts[i], by_ns, &self->events->rows.ts[i]))
      self->events->rows.ts[i] = by_ns > 0 ? G_MAXINT64 : G_MININT64;
}

/**
 * tv_trace_builder_sort_events:
 * @self: a builder of a log that has all its events, and nothing else yet
 * @order: (nullable) (array length=n): the rows to keep, sorted by time, see tv_event_order_new(); %NULL if all
 *   events were added in order
 * @n: number of rows
 * @tick_ns: nanoseconds per tick for times that are added later; the differences between event times are multiples of
 *   it. Ignored if the builder counts ns
 *
 * Sorts the events, and sets the start and the end of the trace.
 */
void
tv_trace_builder_sort_events (TvTraceBuilder *self, const guint32 *order, guint32 n, gint64 tick_ns)
{
  g_return_if_fail (!tv_trace_builder_has_slices (self) && tick_ns > 0);
  if (tv_trace_builder_counts_ns (self))
    tick_ns = 1;
  self->unit = tv_tick_unit (tick_ns, self->unit.base);
  self->events->end = tv_trace_builder_get_inputs_end (self);
  if (n == 0)
    return;
  if (order != NULL)
    reorder (self, order, n);
  set_event_capacity (self, n);
  set_text_capacity (&self->events->texts, MAX (self->events->texts.n, 1));
  set_byte_capacity (&self->events->texts, MAX (self->events->texts.n_bytes, 1));
  tv_row_table_clear (&self->events->texts.by_name_and_bytes);
  tv_trace_set_range (self->trace, self->events->rows.ts[0], self->events->rows.ts[n - 1]);
  self->unit = tv_tick_unit (tick_ns, tv_trace_get_start_ns (self->trace) / tick_ns);
  tv_parallel_run (4, lay_out_column, self);
  tv_trace_take_event_texts (self->trace, g_steal_pointer (&self->events->texts.end),
                             g_steal_pointer (&self->events->texts.bytes));
}

guint32
tv_trace_builder_get_n_events (TvTraceBuilder *self)
{
  return (guint32) self->events->n;
}

/**
 * tv_trace_builder_select_event:
 * @self: a builder of a log whose events are sorted
 * @row: row of an event
 * @event: (out): the event
 *
 * Gets an event and makes it the current event, to which the problems and symbols of the following calls are
 * assigned. The functions of scheduling use tv_trace_builder_select_sched_event() instead.
 */
void
tv_trace_builder_select_event (TvTraceBuilder *self, guint32 row, TvLogEvent *event)
{
  self->events->problems->event = row;
  peek_event (self, row, event);
}

/**
 * tv_trace_builder_set_event_thread:
 * @self: a builder of a log whose events are sorted
 * @row: row of an event that has not been replayed
 *
 * Sets the thread of an event.
 */
void
tv_trace_builder_set_event_thread (TvTraceBuilder *self, guint32 row, guint32 utid)
{
  tv_id_column_set_any (&tv_trace_edit_events (self->trace)->utid, (guint32) self->events->n, row,
                        utid);
}

/* Returns the string id of the tracepoint's name for a payload. Thread-safe for concurrent readers. */
guint32
tv_trace_builder_get_text_name (const TvTraceBuilder *self, guint32 text)
{
  return self->events->texts.name[text];
}

/**
 * tv_trace_builder_get_payload:
 * @self: a builder of a log
 * @text: row of a payload
 * @len: (out): size in bytes
 * @renderer: (out) (nullable): renderer of the message; %NULL if the payload is text
 *
 * Gets a payload. Thread-safe for concurrent readers.
 *
 * Returns: (transfer none): the payload
 */
const char *
tv_trace_builder_get_payload (const TvTraceBuilder *self,
                              guint32 text,
                              gsize *len,
                              const TvEventRenderer **renderer)
{
  guint8 kind = get_kind (&self->events->texts, text);

  *renderer = kind != 0 ? &g_array_index (self->events->renderers, TvEventRenderer, kind - 1)
                        : NULL;
  /* After events have been sorted, the payloads belong to the trace. */
  if (self->events->texts.end != NULL)
    {
      guint64 start = text > 0 ? self->events->texts.end[text - 1] : 0;

      *len = self->events->texts.end[text] - start;
      return self->events->texts.bytes + start;
    }
  return tv_trace_peek_text (self->trace, text, len);
}

/**
 * tv_trace_builder_get_text:
 * @self: a builder of a log
 * @text: row of a payload
 * @buffer: scratch buffer for the text of a message
 * @len: (out): size in bytes
 *
 * Gets the text of a payload, rendering it if the payload is a message. Thread-safe for concurrent readers.
 *
 * Returns: (transfer none): the text, in @buffer or in the builder
 */
const char *
tv_trace_builder_get_text (const TvTraceBuilder *self, guint32 text, GString *buffer, gsize *len)
{
  const TvEventRenderer *renderer;
  const char *payload = tv_trace_builder_get_payload (self, text, len, &renderer);

  if (renderer == NULL)
    return payload;
  g_string_truncate (buffer, 0);
  renderer->render (renderer->data, payload, *len, buffer);
  *len = buffer->len;
  return buffer->str;
}

guint32
tv_trace_builder_get_n_texts (const TvTraceBuilder *self)
{
  return self->events->texts.n;
}

/**
 * tv_trace_builder_get_text_machine:
 * @self: a builder of a log
 * @text: row of a payload
 *
 * Thread-safe for concurrent readers.
 *
 * Returns: the machine whose events have this payload
 */
guint32
tv_trace_builder_get_text_machine (const TvTraceBuilder *self, guint32 text)
{
  const GByteArray *machine = self->events->texts.machine;

  return G_UNLIKELY (machine != NULL && text < machine->len) ? machine->data[text] : 0;
}

/**
 * tv_trace_builder_get_text_context:
 * @self: a builder of a log
 * @text: row of a payload
 *
 * Thread-safe for concurrent readers.
 *
 * Returns: 1 if the events with this payload occurred in an interrupt, 0 if not, -1 if not recorded
 */
gint8
tv_trace_builder_get_text_context (const TvTraceBuilder *self, guint32 text)
{
  const GByteArray *context = self->events->texts.context;

  return context != NULL && text < context->len ? (gint8) context->data[text] : -1;
}

/**
 * tv_trace_builder_get_events:
 * @self: a builder of a log whose events are sorted
 *
 * Returns: (transfer none): times, CPUs, threads and payloads of the events
 */
const TvEvents *
tv_trace_builder_get_events (const TvTraceBuilder *self)
{
  return tv_trace_get_events (self->trace);
}

/**
 * tv_trace_builder_get_event_texts:
 * @self: a builder of a log whose events are not sorted yet
 *
 * Returns: (transfer none): row of each event's payload
 */
const guint32 *
tv_trace_builder_get_event_texts (const TvTraceBuilder *self)
{
  return self->events->rows.text;
}

/**
 * tv_trace_builder_get_event_threads:
 * @self: a builder of a log whose events are not sorted yet
 *
 * Returns: (transfer none): utid of each event
 */
const guint32 *
tv_trace_builder_get_event_threads (const TvTraceBuilder *self)
{
  return self->events->rows.utid;
}

/**
 * tv_trace_builder_get_event_file_offset:
 * @self: a builder of a log
 * @row: row of an event
 *
 * Returns: offset of the event in the builder's concatenated input
 */
guint64
tv_trace_builder_get_event_file_offset (const TvTraceBuilder *self, guint32 row)
{
  return get_file_offset (self, row);
}

/**
 * tv_trace_builder_get_event_cpus:
 * @self: a builder of a log whose events are not sorted yet
 *
 * Returns: (transfer none): CPU of each event
 */
const guint32 *
tv_trace_builder_get_event_cpus (const TvTraceBuilder *self)
{
  return self->events->rows.cpu;
}

/* Returns the event with the largest offset up to @file_offset, or TV_NONE. The search is linear, because events are
 * not sorted by offset. */
static guint32
find_event_at (const TvTraceBuilder *self, guint64 file_offset)
{
  guint32 n = (guint32) self->events->n, found = TV_NONE;
  guint64 best = 0;

  for (guint32 i = 0; i < n; i++)
    {
      guint64 event_offset = get_file_offset (self, i);

      if (event_offset <= file_offset && (found == TV_NONE || event_offset >= best))
        {
          best = event_offset;
          found = i;
        }
    }
  return found;
}

/* Sets the times and threads of problems that have an offset, from the event at that offset or the last one before.
 * There is at most one problem per kind, so the search may be slow. */
static void
place_problems (TvTraceBuilder *self)
{
  const TvEvents *events = tv_trace_get_events (self->trace);
  TvProblemList *lists[] = { self->events->problems, tv_trace_builder_get_sched_problems (self) };

  for (guint list = 0; list < G_N_ELEMENTS (lists); list++)
    for (guint i = 0; i < lists[list]->problems->len; i++)
      {
        TvProblem *problem = &g_array_index (lists[list]->problems, TvProblem, i);
        guint32 event;

        /* Files without events come after all logs. */
        if (problem->file_offset < 0 ||
            (self->events->end > 0 && (guint64) problem->file_offset >= self->events->end))
          continue;
        event = find_event_at (self, (guint64) problem->file_offset);
        if (event == TV_NONE)
          continue;
        problem->ts = tv_time_column_get (&events->ts, event);
        problem->utid = tv_id_column_get (&events->utid, event);
      }
}

/* Returns: (transfer full) (nullable): kind of message per payload; NULL if all payloads are text */
static guint8 *
take_kinds (EventTexts *self)
{
  guint8 *kinds;

  if (self->kind == NULL)
    return NULL;
  kinds = g_malloc0 (self->n);
  memcpy (kinds, self->kind->data, self->kind->len);
  return kinds;
}

void
tv_trace_builder_lay_out_events (TvTraceBuilder *self)
{
  TvEvents *events = tv_trace_edit_events (self->trace);

  if (self->events->n > 0)
    place_problems (self);
  events->n = tv_trace_builder_get_n_events (self);
  events->text_name = g_steal_pointer (&self->events->texts.name);
  events->text_is_shown = g_steal_pointer (&self->events->texts.is_shown);
  events->text_kind = take_kinds (&self->events->texts);
  tv_trace_take_event_renderers (self->trace, g_steal_pointer (&self->events->renderers));
  clear_rows (self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-chunk.h"

#include <string.h>

/* Parses one part of an ftrace text log into rows. The parts of a log are parsed in parallel, one chunk per task;
 * ftrace-reader.c then resolves the prefixes, names and texts of each chunk and adds its rows to the builder, in file
 * order.
 *
 * Each distinct line prefix and event text is stored once per chunk. The fast path assumes that a line's prefix is as
 * long as that of the previous line, and looks it up in a cache per CPU. A chunk touches only its own memory;
 * tv_ftrace_chunk_empty() prepares it for the next part. */

#define FIRST_CAPACITY     64
#define STRING_BLOCK_BYTES (16 * 1024) /* block size of @strings, in bytes */

typedef struct _TvFtraceRow
{
  gint64 ts;
  guint64 file_offset; /* file offset of the event's arguments */
  guint32 prefix;
  guint32 text;
  guint32 cpu;
} Row;

/**
 * tv_ftrace_chunk_init:
 * @seed: seed of all hashes, including those of event texts; the same for all chunks of a log
 *
 * Initializes an empty chunk.
 */
void
tv_ftrace_chunk_init (TvFtraceChunk *self, guint64 seed)
{
  memset (self, 0, sizeof *self);
  self->reported = g_array_new (FALSE, FALSE, sizeof (TvFtraceReported));
  self->prefixes = g_array_new (FALSE, FALSE, sizeof (TvFtracePrefix));
  self->names = g_array_new (FALSE, FALSE, sizeof (TvFtraceName));
  self->texts = g_array_new (FALSE, FALSE, sizeof (TvFtraceText));
  self->bytes = g_string_new (NULL);
  self->strings = g_string_chunk_new (STRING_BLOCK_BYTES);
  self->last_prefixes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->seed = seed;
}

void
tv_ftrace_chunk_clear (TvFtraceChunk *self)
{
  g_array_unref (self->reported);
  g_array_unref (self->prefixes);
  g_array_unref (self->names);
  g_array_unref (self->texts);
  g_string_free (self->bytes, TRUE);
  g_string_chunk_free (self->strings);
  g_free (self->rows);
  g_array_unref (self->last_prefixes);
  tv_row_table_clear (&self->prefixes_by_bytes);
  tv_row_table_clear (&self->prefixes_by_tid);
  tv_row_table_clear (&self->names_by_bytes);
  tv_row_table_clear (&self->texts_by_bytes);
}

/**
 * tv_ftrace_chunk_empty:
 *
 * Empties the chunk before it is used for another part of the log. Keeps the allocated memory.
 */
void
tv_ftrace_chunk_empty (TvFtraceChunk *self)
{
  g_array_set_size (self->reported, 0);
  g_array_set_size (self->prefixes, 0);
  g_array_set_size (self->names, 0);
  g_array_set_size (self->texts, 0);
  g_string_truncate (self->bytes, 0);
  g_string_chunk_clear (self->strings);
  self->n_rows = 0;
  g_array_set_size (self->last_prefixes, 0);
  tv_row_table_empty (&self->prefixes_by_bytes);
  tv_row_table_empty (&self->prefixes_by_tid);
  tv_row_table_empty (&self->names_by_bytes);
  tv_row_table_empty (&self->texts_by_bytes);
  self->n_lines = 0;
  memset (self->n_unsupported, 0, sizeof self->n_unsupported);
  self->n_untimed = 0;
  self->last_prefix_size = 0;
  memset (self->last_on_cpu, 0xff, sizeof self->last_on_cpu);
  self->has_counter_clock = self->has_ns = FALSE;
}

/* Copies bytes into the chunk, because the lines are freed after the chunk has been parsed. */
static TvSpan
keep (TvFtraceChunk *self, TvSpan bytes)
{
  return (TvSpan){ g_string_chunk_insert_len (self->strings, bytes.text, (gssize) bytes.size),
                   bytes.size };
}

static inline gboolean
is_equal (TvSpan a, TvSpan b)
{
  return a.size == b.size && memcmp (a.text, b.text, a.size) == 0;
}

static guint32
find_prefix (const TvFtraceChunk *self, TvSpan bytes)
{
  guint32 hash = tv_hash_bytes (self->seed, bytes.text, bytes.size), prefix;

  for (guint32 slot = hash;
       (prefix = tv_row_table_next (&self->prefixes_by_bytes, hash, &slot)) != TV_NONE;)
    if (is_equal (g_array_index (self->prefixes, TvFtracePrefix, prefix).prefix, bytes))
      return prefix;
  return TV_NONE;
}

/* Looks up a line prefix like find_prefix(), but caches the last result per CPU. */
static inline guint32
find_prefix_on_cpu (TvFtraceChunk *self, TvSpan bytes, guint32 cpu)
{
  guint32 *last = &self->last_on_cpu[cpu % TV_FTRACE_LAST_CPUS];

  if (*last == TV_NONE ||
      !is_equal (g_array_index (self->prefixes, TvFtracePrefix, *last).prefix, bytes))
    *last = find_prefix (self, bytes);
  return *last;
}

/* Returns the index of a thread in the chunk. Adds the thread if necessary. */
static guint32
get_thread (TvFtraceChunk *self, gint32 tid)
{
  guint32 hash = (guint32) tv_hash_word (self->seed, (guint32) tid);
  guint32 prefix, none = TV_NONE;

  for (guint32 slot = hash;
       (prefix = tv_row_table_next (&self->prefixes_by_tid, hash, &slot)) != TV_NONE;)
    if (g_array_index (self->prefixes, TvFtracePrefix, prefix).tid == tid)
      return g_array_index (self->prefixes, TvFtracePrefix, prefix).thread;
  tv_row_table_add (&self->prefixes_by_tid, hash, self->prefixes->len);
  g_array_append_val (self->last_prefixes, none);
  return self->last_prefixes->len - 1;
}

static guint32
add_prefix (TvFtraceChunk *self, const TvFtraceLine *line)
{
  TvFtracePrefix prefix = { keep (self, line->prefix), line->tid, get_thread (self, line->tid),
                            TV_NONE };

  tv_row_table_add (&self->prefixes_by_bytes,
                    tv_hash_bytes (self->seed, line->prefix.text, line->prefix.size),
                    self->prefixes->len);
  g_array_append_val (self->prefixes, prefix);
  return self->prefixes->len - 1;
}

static guint32
get_name (TvFtraceChunk *self, TvSpan bytes, gboolean *is_new)
{
  guint32 hash = tv_hash_bytes (self->seed, bytes.text, bytes.size), name;

  for (guint32 slot = hash;
       (name = tv_row_table_next (&self->names_by_bytes, hash, &slot)) != TV_NONE;)
    if (is_equal (g_array_index (self->names, TvFtraceName, name).name, bytes))
      return name;
  *is_new = TRUE;
  tv_row_table_add (&self->names_by_bytes, hash, self->names->len);
  g_array_append_val (self->names, ((TvFtraceName){ keep (self, bytes), TV_NONE }));
  return self->names->len - 1;
}

static guint32
find_text (const TvFtraceChunk *self, TvSpan bytes, gint8 irq_context, guint32 hash)
{
  guint32 text;

  for (guint32 slot = hash;
       (text = tv_row_table_next (&self->texts_by_bytes, hash, &slot)) != TV_NONE;)
    {
      const TvFtraceText *known = &g_array_index (self->texts, TvFtraceText, text);

      if (known->size == bytes.size && known->irq_context == irq_context &&
          memcmp (self->bytes->str + known->at, bytes.text, bytes.size) == 0)
        return text;
    }
  return TV_NONE;
}

static guint32
add_text (TvFtraceChunk *self,
          TvSpan bytes,
          gint8 irq_context,
          guint32 hash,
          TvSpan args,
          guint32 name)
{
  tv_row_table_add (&self->texts_by_bytes, hash, self->texts->len);
  g_array_append_val (self->texts, ((TvFtraceText){ .at = self->bytes->len,
                                                    .size = bytes.size,
                                                    .args = (gsize) (args.text - bytes.text),
                                                    .name = name,
                                                    .hash = hash,
                                                    .irq_context = irq_context,
                                                    .number = TV_NONE }));
  g_string_append_len (self->bytes, bytes.text, (gssize) bytes.size);
  return self->texts->len - 1;
}

static void
emit (TvFtraceChunk *self, TvSpan line)
{
  guint64 file_offset = self->file_offset + (gsize) (line.text - self->text.text);

  g_array_append_val (self->reported,
                      ((TvFtraceReported){ keep (self, line), file_offset, self->n_lines }));
}

static inline Row *
get_new_row (TvFtraceChunk *self)
{
  if (G_UNLIKELY (self->n_rows == self->row_capacity))
    {
      self->row_capacity = MAX (self->row_capacity * 2, FIRST_CAPACITY);
      self->rows = g_renew (Row, self->rows, self->row_capacity);
    }
  return &self->rows[self->n_rows++];
}

/* Sets the time of the event. If the timestamp is invalid, returns FALSE; the time of the previous event then
 * applies. */
static inline gboolean
set_time (TvFtraceChunk *self, const TvFtraceLine *line)
{
  self->has_ns |= line->n_timestamp_digits > 6;
  self->has_counter_clock |= line->is_counter_clock;
  if (G_LIKELY (tv_ftrace_line_has_time (line)))
    {
      self->last_time = line->timestamp;
      return TRUE;
    }
  if (self->n_untimed == self->n_rows)
    self->n_untimed++;
  return FALSE;
}

/* Adds an event whose timestamp and CPU are known. */
static inline void
add_row (TvFtraceChunk *self,
         const TvFtraceLine *line,
         guint32 prefix,
         guint32 text,
         gsize file_offset)
{
  *get_new_row (self) = (Row){ .ts = self->last_time,
                               .file_offset = self->file_offset + file_offset,
                               .prefix = prefix,
                               .text = text,
                               .cpu = line->cpu };
}

/* Returns whether the event is sched_wakeup, sched_wakeup_new or sched_waking. */
static inline gboolean
is_wakeup (TvSpan event)
{
  static const char start[] = "sched_wak";

  return event.size > sizeof start && memcmp (event.text, start, sizeof start - 1) == 0;
}

/* Reads an event, which begins with its name. The caller has already parsed the line prefix, CPU and timestamp and,
 * if @is_parsed, the event. Returns FALSE if the text is not an event. */
static inline gboolean
read_event (TvFtraceChunk *self,
            TvSpan text,
            TvSpan event,
            guint32 prefix,
            TvFtraceLine *line,
            gboolean is_parsed)
{
  guint32 hash = tv_hash_bytes (self->seed, event.text, event.size);
  gint8 irq_context = is_wakeup (event) ? tv_ftrace_line_get_irq_context (line) : -1;
  guint32 known = find_text (self, event, irq_context, hash);
  guint32 *last_prefix;
  gboolean is_new = FALSE;

  if (G_UNLIKELY (known == TV_NONE))
    {
      if (!is_parsed && !tv_ftrace_line_parse_event (event.text, event.text + event.size, line))
        return FALSE;
      known = add_text (self, event, irq_context, hash, line->args,
                        get_name (self, line->event, &is_new));
    }
  last_prefix = &g_array_index (self->last_prefixes, guint32,
                                g_array_index (self->prefixes, TvFtracePrefix, prefix).thread);
  is_new |= !set_time (self, line) || *last_prefix != prefix;
  *last_prefix = prefix;
  add_row (self, line, prefix, known,
           (gsize) (event.text - self->text.text) +
               g_array_index (self->texts, TvFtraceText, known).args);
  if (G_UNLIKELY (is_new))
    emit (self, text);
  return TRUE;
}

/* Returns whether a character can follow a line prefix: the bracket before the CPU, or a digit of the CPU if there is
 * no bracket. */
static inline gboolean
begins_stamp (char c)
{
  return c == '[' || (guchar) (c - '0') < 10;
}

/* Reads a line with a known prefix that is as long as that of the previous line. Returns FALSE for other lines. */
static inline gboolean
read_known (TvFtraceChunk *self, TvSpan text, const char *end)
{
  TvSpan bytes = { text.text, self->last_prefix_size };
  TvFtraceLine line;
  const char *event;
  guint32 prefix;

  if (bytes.size == 0 || self->tracer.size > 0 || bytes.size >= (gsize) (end - text.text) ||
      !begins_stamp (text.text[bytes.size]))
    return FALSE;
  event = tv_ftrace_line_parse_stamp (text.text + bytes.size, end, &line);
  if (event == NULL)
    return FALSE;
  prefix = find_prefix_on_cpu (self, bytes, line.cpu);
  return prefix != TV_NONE &&
         read_event (self, text, (TvSpan){ event, end - event }, prefix, &line, FALSE);
}

/* Reads a line with a new prefix, or with a prefix of a different length. */
static void
read_other (TvFtraceChunk *self, TvSpan text, TvFtraceLine *line)
{
  guint32 prefix = find_prefix (self, line->prefix);

  read_event (self, text, line->payload, prefix != TV_NONE ? prefix : add_prefix (self, line), line,
              TRUE);
  self->last_prefix_size = line->prefix.size;
}

/* Reads a line of a tracer that prints no event names. Returns FALSE for other lines. */
static gboolean
read_unnamed (TvFtraceChunk *self, TvSpan text)
{
  TvFtraceLine line;

  if (self->tracer.size == 0 ||
      !tv_ftrace_line_parse_as (text.text, text.size, self->tracer, &line))
    return FALSE;
  read_other (self, text, &line);
  return TRUE;
}

static void
read_line (TvFtraceChunk *self, TvSpan text)
{
  TvFtraceLine line;
  TvFtraceNote note;

  self->n_lines++;
  if (G_LIKELY (read_known (self, text, tv_ftrace_line_get_end (text.text, text.size))))
    return;
  switch (tv_ftrace_line_classify (text.text, text.size, &line, &note))
    {
    case TV_FTRACE_LINE_EVENT:
      read_other (self, text, &line);
      break;
    case TV_FTRACE_LINE_COMMENT:
      if (note.has_entries || note.tracer.size > 0)
        emit (self, text);
      break;
    case TV_FTRACE_LINE_LOST:
      emit (self, text);
      break;
    case TV_FTRACE_LINE_BAD:
      if (!read_unnamed (self, text))
        emit (self, text);
      break;
    case TV_FTRACE_LINE_UNSUPPORTED:
      self->n_unsupported[note.unsupported]++;
      break;
    default:
      read_unnamed (self, text);
      break;
    }
}

/**
 * tv_ftrace_chunk_read:
 * @text: the next complete lines; not accessed after the call
 * @file_offset: file offset of @text
 *
 * Parses lines into the chunk.
 */
void
tv_ftrace_chunk_read (TvFtraceChunk *self, TvSpan text, guint64 file_offset)
{
  const char *at = text.text, *end = text.text + text.size;
  TvSpan line;

  self->text = text;
  self->file_offset = file_offset;
  while (tv_ftrace_line_next (&at, end, &line))
    read_line (self, line);
}

/**
 * tv_ftrace_chunk_get_last_time:
 * @self: a chunk with parsed lines
 * @before: timestamp of the last event before the chunk, in ns
 *
 * Returns: timestamp of the chunk's last event, in ns; @before if no event has a valid timestamp
 */
gint64
tv_ftrace_chunk_get_last_time (const TvFtraceChunk *self, gint64 before)
{
  return self->n_untimed < self->n_rows ? self->last_time : before;
}

/**
 * tv_ftrace_chunk_add_events:
 * @self: a chunk with parsed lines, whose prefixes, names and texts the reader has resolved
 * @before: timestamp of the last event before the chunk, in ns; applies to leading events without a timestamp
 * @rows: receives the events
 *
 * Copies the events of the chunk to the columns of the builder.
 */
void
tv_ftrace_chunk_add_events (const TvFtraceChunk *self, gint64 before, const TvEventRows *rows)
{
  const TvFtracePrefix *prefixes = (const TvFtracePrefix *) (gconstpointer) self->prefixes->data;
  const TvFtraceText *texts = (const TvFtraceText *) (gconstpointer) self->texts->data;

  for (guint32 i = 0; i < self->n_rows; i++)
    {
      const Row *row = &self->rows[i];

      tv_event_rows_set (rows, i, i < self->n_untimed ? before : row->ts, row->cpu,
                         prefixes[row->prefix].utid, texts[row->text].number, row->file_offset);
    }
}

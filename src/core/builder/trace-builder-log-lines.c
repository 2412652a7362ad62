/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/log-lines-part.h"

#include <string.h>

#include "core/builder/problems-part.h"
#include "core/builder/rows.h"
#include "core/memory/key-order.h"
#include "core/memory/large-block.h"
#include "core/trace-edit.h"

/* Log lines: columns that grow while files are read, and the buffers that contain the messages. Called by the log
 * readers (formats/device-log, Perfetto, HarmonyOS). tv_trace_builder_get_log_lines() returns pointers into this
 * part, which become invalid when lines are added. The stage "log lines" of trace-builder.c sorts the lines and drops
 * duplicates. */

#define FIRST_CAPACITY 256
#define MAX_JUMPS      1000

#define RESIZE(column, n) ((column) = tv_large_block_resize ((column), (n) * sizeof *(column)))

/* Applies a macro to each column. */
#define FOR_EACH_COLUMN(DO)                                                                        \
  DO (ts)                                                                                          \
  DO (text)                                                                                        \
  DO (text_size)                                                                                   \
  DO (pid)                                                                                         \
  DO (tid)                                                                                         \
  DO (utid)                                                                                        \
  DO (uid)                                                                                         \
  DO (tag)                                                                                         \
  DO (buffer)                                                                                      \
  DO (domain)                                                                                      \
  DO (process)                                                                                     \
  DO (level)

/* A step of the log's clock before a line. */
typedef struct
{
  guint32 row; /* row of the line, in the order in which lines were added */
  gint64 step_ns;
} Jump;

struct _TvLogLinesPart
{
  TvLogLines lines;   /* in the order in which lines were added */
  guint32 capacity;   /* number of allocated rows */
  GByteArray *copies; /* (nullable): copied messages that have not been moved to @lines.texts */
  guint64 text_end;   /* total size of @lines.texts, which is the start of the next buffer */
  GArray *jumps;      /* (nullable): Jump, sorted by row */
  GArray *starts;     /* (nullable): guint32; first line of each file that has its own clock */
  GArray *
      uncertainties; /* (nullable): gint64 per entry of @starts; uncertainty of the file's clock in ns */
  guint32 first_of_file; /* first line of the file that is being read */
};

static void
init (TvTraceBuilder *self)
{
  self->log_lines = g_new0 (TvLogLinesPart, 1);
}

static void
clear_lines (TvTraceBuilder *self)
{
#define FREE(column) g_clear_pointer (&self->log_lines->lines.column, g_free);
  FOR_EACH_COLUMN (FREE)
  g_clear_pointer (&self->log_lines->lines.texts, g_array_unref);
  g_clear_pointer (&self->log_lines->copies, g_byte_array_unref);
  g_clear_pointer (&self->log_lines->starts, g_array_unref);
  g_clear_pointer (&self->log_lines->uncertainties, g_array_unref);
  g_clear_pointer (&self->log_lines->jumps, g_array_unref);
}

static void
clear (TvTraceBuilder *self)
{
  clear_lines (self);
  g_clear_pointer (&self->log_lines, g_free);
}

static void
begin_file (TvTraceBuilder *self)
{
  self->log_lines->first_of_file = self->log_lines->lines.n;
}

static void
end_file (TvTraceBuilder *self, gint64 offset_ns, gint64 uncertainty_ns)
{
  tv_trace_builder_shift_log_lines (self, self->log_lines->first_of_file, offset_ns,
                                    uncertainty_ns);
}

const TvBuilderPart tv_builder_log_lines = { init, clear, begin_file, end_file };

static void
clear_text (gpointer data)
{
  g_bytes_unref (((TvLogText *) data)->bytes);
}

static void
append_text (TvTraceBuilder *self, GBytes *bytes, gboolean has_lines)
{
  TvLogText text = { self->log_lines->text_end, bytes, has_lines };

  if (self->log_lines->lines.texts == NULL)
    {
      self->log_lines->lines.texts = g_array_new (FALSE, FALSE, sizeof (TvLogText));
      g_array_set_clear_func (self->log_lines->lines.texts, clear_text);
    }
  g_array_append_val (self->log_lines->lines.texts, text);
  self->log_lines->text_end += g_bytes_get_size (bytes);
}

/* Moves all copied messages to @lines.texts, as a new buffer. */
static void
put_copies (TvTraceBuilder *self)
{
  if (self->log_lines->copies != NULL)
    append_text (self, g_byte_array_free_to_bytes (g_steal_pointer (&self->log_lines->copies)),
                 FALSE);
}

/**
 * tv_trace_builder_set_log_clock:
 * @clock: clock of all timestamps
 * @utc_offset_s: UTC offset of local times, in s
 *
 * Sets the clock of the log lines.
 */
void
tv_trace_builder_set_log_clock (TvTraceBuilder *self, TvLogClock clock, gint32 utc_offset_s)
{
  self->log_lines->lines.clock = clock;
  self->log_lines->lines.utc_offset_s = utc_offset_s;
}

/**
 * tv_trace_builder_add_log_text:
 * @bytes: a buffer, such as a whole file; the trace holds a reference
 * @has_lines: whether @bytes is a text file with one line per message
 *
 * Adds a buffer that contains messages. The position of a message is the returned position plus the offset of the
 * message in @bytes.
 *
 * Returns: position of the buffer
 */
guint64
tv_trace_builder_add_log_text (TvTraceBuilder *self, GBytes *bytes, gboolean has_lines)
{
  put_copies (self);
  append_text (self, g_bytes_ref (bytes), has_lines);
  return self->log_lines->text_end - g_bytes_get_size (bytes);
}

/**
 * tv_trace_builder_copy_log_text:
 * @text: message of a line
 * @len: size in bytes
 *
 * Copies a message that no buffer contains.
 *
 * Returns: position of the message
 */
guint64
tv_trace_builder_copy_log_text (TvTraceBuilder *self, const char *text, gsize len)
{
  guint64 start;

  if (self->log_lines->copies == NULL || self->log_lines->copies->len + len > G_MAXINT32)
    {
      put_copies (self);
      self->log_lines->copies = g_byte_array_new ();
    }
  start = self->log_lines->text_end + self->log_lines->copies->len;
  if (len > 0)
    g_byte_array_append (self->log_lines->copies, (const guint8 *) text, (guint) len);
  return start;
}

/**
 * tv_trace_builder_add_log_lines:
 * @n: number of lines
 * @rows: (out): columns for the new lines, not initialized; valid until more lines are added
 *
 * Adds lines, which the caller must fill. Lines may be added in any order.
 *
 * Returns: %FALSE if the trace would have too many lines; tv_trace_builder_finish() then fails
 */
gboolean
tv_trace_builder_add_log_lines (TvTraceBuilder *self, guint64 n, TvLogLines *rows)
{
  TvLogLines *lines = &self->log_lines->lines;
  guint32 before = lines->n;

  if (n > TV_MAX_SORTED - before)
    {
      tv_trace_builder_set_full (self);
      return FALSE;
    }
  if (before + n > self->log_lines->capacity)
    {
      guint64 capacity = MAX (before + n,
                              MAX (FIRST_CAPACITY, (guint64) self->log_lines->capacity * 2));

      if (before == 0)
        capacity = MAX (n, 1);
#define GROW(column) RESIZE (lines->column, capacity);
      FOR_EACH_COLUMN (GROW)
      self->log_lines->capacity = (guint32) MIN (capacity, TV_MAX_SORTED);
    }
  lines->n += (guint32) n;
  *rows = (TvLogLines){ .n = (guint32) n };
#define SKIP(column) rows->column = lines->column != NULL ? lines->column + before : NULL;
  FOR_EACH_COLUMN (SKIP)
  return TRUE;
}

/**
 * tv_trace_builder_add_log_line:
 * @self: a builder
 * @line: a line; lines may be added in any order
 *
 * Adds a log line.
 */
void
tv_trace_builder_add_log_line (TvTraceBuilder *self, const TvLogLine *line)
{
  TvLogLines row;

  g_return_if_fail (line->level < TV_N_LOG_LEVELS);
  if (!tv_trace_builder_add_log_lines (self, 1, &row))
    return;
  row.ts[0] = line->ts;
  row.text[0] = line->text;
  row.text_size[0] = line->text_size;
  row.pid[0] = line->pid;
  row.tid[0] = line->tid;
  row.utid[0] = line->utid;
  row.uid[0] = line->uid;
  row.tag[0] = line->tag;
  row.buffer[0] = line->buffer;
  row.domain[0] = line->domain;
  row.process[0] = line->process;
  row.level[0] = (guint8) line->level;
}

/**
 * tv_trace_builder_get_log_lines:
 * @rows: (out): the columns of all lines so far, in the order in which lines were added; valid until more lines are
 *   added
 *
 * Gets all lines. A reader that determines the clock only after adding lines may change their times.
 */
void
tv_trace_builder_get_log_lines (TvTraceBuilder *self, TvLogLines *rows)
{
  *rows = self->log_lines->lines;
}

/**
 * tv_trace_builder_note_log_jump:
 * @row: row of the first line after the clock was set; must ascend from call to call
 * @step_ns: size of the step back from the previous line, in ns
 *
 * Records that the clock was set back between two lines. At most 1,000 steps are recorded.
 */
void
tv_trace_builder_note_log_jump (TvTraceBuilder *self, guint32 row, gint64 step_ns)
{
  Jump jump = { row, step_ns };

  if (self->log_lines->jumps == NULL)
    self->log_lines->jumps = g_array_new (FALSE, FALSE, sizeof (Jump));
  if (self->log_lines->jumps->len < MAX_JUMPS)
    g_array_append_val (self->log_lines->jumps, jump);
}

gint64
tv_trace_builder_get_log_uncertainty (const TvTraceBuilder *self, guint32 line)
{
  gint64 uncertainty_ns = 0;

  for (guint i = 0; self->log_lines->starts != NULL && i < self->log_lines->starts->len; i++)
    if (g_array_index (self->log_lines->starts, guint32, i) <=
        tv_trace_get_log_lines (self->trace)->file_index[line])
      uncertainty_ns = g_array_index (self->log_lines->uncertainties, gint64, i);
  return uncertainty_ns;
}

void
tv_trace_builder_shift_log_lines (TvTraceBuilder *self,
                                  guint32 first,
                                  gint64 by_ns,
                                  gint64 uncertainty_ns)
{
  gint64 *ts = self->log_lines->lines.ts;

  if (self->log_lines->starts == NULL)
    {
      self->log_lines->starts = g_array_new (FALSE, FALSE, sizeof (guint32));
      self->log_lines->uncertainties = g_array_new (FALSE, FALSE, sizeof (gint64));
    }
  if (first < self->log_lines->lines.n)
    {
      g_array_append_val (self->log_lines->starts, first);
      g_array_append_val (self->log_lines->uncertainties, uncertainty_ns);
    }
  for (guint32 i = first; i < self->log_lines->lines.n; i++)
    if (ts[i] != TV_NO_TIME && __builtin_add_overflow (ts[i], by_ns, &ts[i]))
      ts[i] = by_ns > 0 ? G_MAXINT64 / 2 : -G_MAXINT64 / 2;
}

/* ---- Columns of the trace ---- */

/* Returns: (transfer full) (nullable): the rows sorted by time; %NULL if the lines are already sorted */
static guint32 *
order_lines (const TvLogLines *lines)
{
  guint32 n = lines->n, first = 1;
  g_autofree guint64 *keys = NULL;
  g_autofree guint32 *spare = NULL;
  guint32 *order;

  while (first < n && lines->ts[first] >= lines->ts[first - 1])
    first++;
  if (first >= n)
    return NULL;
  keys = tv_large_block_new (n * sizeof *keys);
  spare = tv_large_block_new (n * sizeof *spare);
  order = tv_large_block_new (n * sizeof *order);
  for (guint32 i = 0; i < n; i++)
    {
      /* The inverted sign bit sorts negative times first. */
      keys[i] = (guint64) lines->ts[i] ^ G_GUINT64_CONSTANT (1) << 63;
      order[i] = i;
    }
  tv_key_order_sort (keys, n, &order, &spare, NULL);
  return order;
}

/* Returns: (transfer full) (nullable): a copy of a column with its rows in @order; frees the original */
static gpointer
gather (gpointer column, gsize size, const guint32 *order, guint32 n)
{
  char *gathered;

  if (column == NULL)
    return NULL;
  gathered = tv_large_block_new (n * size);
  for (guint32 i = 0; i < n; i++)
    memcpy (gathered + i * size, (char *) column + order[i] * size, size);
  g_free (column);
  return gathered;
}

static void
sort_lines (TvLogLines *lines, const guint32 *order)
{
#define GATHER(column)                                                                             \
  lines->column = gather (lines->column, sizeof *lines->column, order, lines->n);
  FOR_EACH_COLUMN (GATHER)
}

/* Frees a column if all its values are TV_NONE. */
static void
drop_empty (guint32 **column, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    if ((*column)[i] != TV_NONE)
      return;
  g_clear_pointer (column, g_free);
}

/* Clamps times like those of slices, so that their differences fit in 64 bits. Counts each clamped time as a
 * problem. */
static void
keep_times_in_bounds (TvTraceBuilder *self)
{
  const gint64 max = G_MAXINT64 / 2, min = -max / 2;
  gint64 *ts = self->log_lines->lines.ts;
  guint64 n_bad = 0;

  for (guint32 i = 0; i < self->log_lines->lines.n; i++)
    if (ts[i] != TV_NO_TIME && (ts[i] > max || ts[i] < min))
      {
        ts[i] = CLAMP (ts[i], min, max);
        n_bad++;
      }
  if (n_bad > 0)
    tv_trace_builder_count_problems (self, TV_PROBLEM_BAD_TIME, -1, n_bad);
}

void
tv_trace_builder_lay_out_log_lines (TvTraceBuilder *self)
{
  TvLogLines *lines = &self->log_lines->lines;
  guint32 *order;

  put_copies (self);
  if (lines->n == 0)
    {
      tv_trace_edit_log_lines (self->trace)->clock = lines->clock;
      tv_trace_edit_log_lines (self->trace)->utc_offset_s = lines->utc_offset_s;
      clear_lines (self);
      return;
    }
  drop_empty (&lines->uid, lines->n);
  drop_empty (&lines->buffer, lines->n);
  drop_empty (&lines->domain, lines->n);
  drop_empty (&lines->process, lines->n);
#define SHRINK(column)                                                                             \
  if (lines->column != NULL)                                                                       \
    RESIZE (lines->column, lines->n);
  FOR_EACH_COLUMN (SHRINK)
  keep_times_in_bounds (self);
  order = order_lines (lines);
  if (order == NULL)
    {
      order = tv_large_block_new (lines->n * sizeof *order);
      for (guint32 i = 0; i < lines->n; i++)
        order[i] = i;
    }
  else
    sort_lines (lines, order);
  lines->file_index = order;
  *tv_trace_edit_log_lines (self->trace) = *lines;
  memset (lines, 0, sizeof *lines);
  if (self->log_lines->starts != NULL)
    {
      guint32 n = tv_trace_builder_drop_duplicates (self, self->log_lines->starts);

      if (n > 0)
        tv_trace_builder_count_problems (self, TV_PROBLEM_REPEATED_LOG_LINES, -1, n);
    }
}

/**
 * tv_trace_builder_get_log_text:
 * @self: a builder
 * @row: row of a log line, see tv_trace_builder_get_log_lines()
 * @len: (out): size in bytes
 *
 * Gets the message of a line.
 *
 * Returns: (transfer none): the message, not NUL-terminated; valid until more messages are copied
 */
const char *
tv_trace_builder_get_log_text (TvTraceBuilder *self, guint32 row, gsize *len)
{
  const TvLogLines *lines = &self->log_lines->lines;
  guint64 text_offset = lines->text[row];

  *len = lines->text_size[row];
  if (*len == 0)
    return "";
  if (text_offset >= self->log_lines->text_end)
    return (const char *) self->log_lines->copies->data + (text_offset - self->log_lines->text_end);
  for (guint i = lines->texts->len; i-- > 0;)
    {
      const TvLogText *text = &g_array_index (lines->texts, TvLogText, i);

      if (text->start <= text_offset)
        return (const char *) g_bytes_get_data (text->bytes, NULL) + (text_offset - text->start);
    }
  g_assert_not_reached ();
}

gboolean
tv_trace_builder_find_log_jump (const TvTraceBuilder *self, guint32 row, gint64 *step_ns)
{
  const GArray *jumps = self->log_lines->jumps;
  guint low = 0, high = jumps != NULL ? jumps->len : 0;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const Jump *jump = &g_array_index (jumps, Jump, middle);

      if (jump->row == row)
        {
          *step_ns = jump->step_ns;
          return TRUE;
        }
      if (jump->row < row)
        low = middle + 1;
      else
        high = middle;
    }
  return FALSE;
}

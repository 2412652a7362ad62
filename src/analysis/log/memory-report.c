/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/log/memory-report.h"

/* Parses the numbers of `dumpsys meminfo`. Columns differ between versions and options, cells can be empty, and names
 * contain spaces, so the columns are found by means of the row of dashes:
 *
 *                      Pss  Private     Heap        header of one or two lines
 *                    Total    Dirty     Size
 *                   ------   ------   ------
 *     Native Heap    17705    17636    40120
 *         Unknown     1303     1296
 *
 * The format is written by ActivityManagerService.dumpApplicationMemoryUsage and ActivityThread.dumpMemInfoTable.
 * Called by memory-matrix.c and by the table of memory reports (tables/service-tables.c). Pure: only reads the
 * trace. */

#define MAX_COLUMNS 24
#define TITLE       "Applications Memory Usage"

/* Number of bytes by which a column extends to the left beyond its dashes */
#define HEADER_MARGIN_BYTES 2

typedef struct
{
  gsize start; /* byte offset in the line */
  gsize end;
} Column;

typedef struct
{
  TvTrace *trace;
  GArray *found;
  guint32 pid;
  TvTextPart process;
  TvTextPart part;
  TvTextPart by; /* measure in the heading of a total, such as "PSS" in "Total PSS by process" */
  TvTextPart
      headers[2]; /* the previous two lines, which contain the headers if a row of dashes follows */
  TvTextPart column_headers[2];
  Column columns[MAX_COLUMNS];
  guint n_columns;
  gboolean is_old;    /* whether the columns are kinds of memory, see take_old_columns() */
  gboolean is_total;  /* whether rows have the form `134,665K: NAME (pid N)` */
  gboolean has_pairs; /* whether rows have the form `NAME: N NAME: N` */
} Reader;

static TvTextPart
cut (TvTextPart line, gsize start, gsize end)
{
  start = MIN (start, line.size);
  end = CLAMP (end, start, line.size);
  return tv_text_part_trim ((TvTextPart){ line.text + start, end - start });
}

static void
add (Reader *self,
     guint32 line,
     TvTextPart name,
     const TvTextPart *column,
     gint64 value,
     gboolean is_kb)
{
  TvMemoryReportRow use = { .line = line,
                            .pid = self->pid,
                            .process = self->process,
                            .part = self->part,
                            .name = name,
                            .value = value,
                            .is_kb = is_kb };

  if (column != NULL)
    memcpy (use.column, column, sizeof use.column);
  g_array_append_val (self->found, use);
}

/* ---- Kinds of lines ---- */

/* Parses `** MEMINFO in pid 1878 [com.android.launcher3] **`. */
static gboolean
take_process (Reader *self, TvTextPart line)
{
  gint64 pid;

  if (!tv_text_part_take (&line, "** MEMINFO in pid ") || !tv_text_part_take_number (&line, &pid) ||
      pid > G_MAXINT32 || !tv_text_part_take (&line, " ["))
    return FALSE;
  self->pid = (guint32) pid;
  self->process = tv_text_part_take_until (&line, ']');
  self->part = (TvTextPart){ NULL, 0 };
  self->n_columns = 0;
  self->is_total = self->has_pairs = self->is_old = FALSE;
  return TRUE;
}

/* Parses the header of Android 2 and 3. Its columns end with the words:
 *
 *                     native   dalvik    other    total
 *             size:    11812     9095      N/A    20907 */
static gboolean
take_old_columns (Reader *self, TvTextPart line)
{
  TvTextPart rest = tv_text_part_trim (line);
  gsize end = 0;

  if (self->process.text == NULL || !tv_text_part_take (&rest, "native ") ||
      memmem (rest.text, rest.size, "dalvik", strlen ("dalvik")) == NULL)
    return FALSE;
  self->n_columns = 0;
  for (gsize i = 0; i < line.size && self->n_columns < MAX_COLUMNS; i++)
    if (!g_ascii_isspace (line.text[i]) &&
        (i + 1 == line.size || g_ascii_isspace (line.text[i + 1])))
      {
        self->columns[self->n_columns++] = (Column){ end, i + 1 };
        end = i + 1;
      }
  self->is_old = TRUE;
  self->has_pairs = FALSE;
  self->column_headers[0] = line;
  return TRUE;
}

/* Parses a row of the old format: a name, and a number for each kind of memory. */
static gboolean
take_old_row (Reader *self, guint32 line, TvTextPart text)
{
  TvTextPart rest = text, label;
  gboolean is_any = FALSE;

  if (!self->is_old || self->n_columns == 0)
    return FALSE;
  label = tv_text_part_trim (tv_text_part_take_until (&rest, ':'));
  if (!tv_text_part_take (&rest, ":") || label.size == 0)
    return FALSE;
  for (guint i = 0; i < self->n_columns; i++)
    {
      const Column *column = &self->columns[i];
      gsize start = MAX (column->start, (gsize) (rest.text - text.text));
      TvTextPart cell = cut (text, start, column->end);
      TvTextPart columns[2] = { label, { NULL, 0 } };
      gint64 value;

      if (!tv_text_part_take_number (&cell, &value) || cell.size > 0)
        continue;
      add (self, line, cut (self->column_headers[0], column->start, column->end), columns, value,
           TRUE);
      g_array_index (self->found, TvMemoryReportRow, self->found->len - 1).is_column = TRUE;
      is_any = TRUE;
    }
  return is_any;
}

/* Parses a row of dashes, which defines the columns. The previous two lines are the headers. */
static gboolean
take_columns (Reader *self, TvTextPart line)
{
  gsize at = 0, end = 0;
  guint n = 0;

  if (memchr (line.text, '-', line.size) == NULL)
    return FALSE;
  for (gsize i = 0; i < line.size; i++)
    if (line.text[i] != '-' && !g_ascii_isspace (line.text[i]))
      return FALSE;
  while (n < MAX_COLUMNS)
    {
      gsize start = at;

      while (start < line.size && line.text[start] != '-')
        start++;
      if (start == line.size)
        break;
      for (at = start; at < line.size && line.text[at] == '-';)
        at++;
      self->columns[n++] = (Column){ MAX (end, start - MIN (start, HEADER_MARGIN_BYTES)), at };
      end = at;
    }
  self->n_columns = n;
  self->has_pairs = self->is_old = FALSE;
  memcpy (self->column_headers, self->headers, sizeof self->headers);
  return TRUE;
}

/* Parses the last number of `TOTAL PSS: 25986 TOTAL RSS: 44000 TOTAL SWAP PSS: 0`, which is outside the columns. */
static gboolean
take_swap (Reader *self, guint32 line, TvTextPart text, TvTextPart name)
{
  const char *found = memmem (text.text, text.size, "TOTAL SWAP", strlen ("TOTAL SWAP"));
  TvTextPart rest, columns[2] = { { NULL, 0 }, { NULL, 0 } };
  gint64 value;

  if (found == NULL)
    return FALSE;
  found += strlen ("TOTAL ");
  rest = (TvTextPart){ found, (gsize) (text.text + text.size - found) };
  columns[0] = tv_text_part_trim (tv_text_part_take_until (&rest, ':'));
  if (!tv_text_part_take (&rest, ":"))
    return FALSE;
  rest = tv_text_part_trim (rest);
  if (!tv_text_part_take_number (&rest, &value) || rest.size > 0)
    return FALSE;
  add (self, line, name, columns, value, TRUE);
  return TRUE;
}

static gboolean
take_row (Reader *self, guint32 line, TvTextPart text)
{
  TvTextPart name;
  gboolean is_any = FALSE;

  if (self->n_columns == 0)
    return FALSE;
  name = cut (text, 0, self->columns[0].start);
  if (name.size == 0)
    return FALSE;
  if (name.text[name.size - 1] == ':')
    name.size--;
  for (guint i = 0; i < self->n_columns; i++)
    {
      const Column *column = &self->columns[i];
      TvTextPart cell = cut (text, column->start, column->end);
      TvTextPart headers[2] = { cut (self->column_headers[0], column->start, column->end),
                                cut (self->column_headers[1], column->start, column->end) };
      gint64 value;

      /* Text before a number is part of the row, such as the name of a total; the number ends with the column. */
      while (cell.size > 0 && !g_ascii_isdigit (*cell.text))
        cell = (TvTextPart){ cell.text + 1, cell.size - 1 };
      if (!tv_text_part_take_number (&cell, &value) || cell.size > 0)
        continue;
      add (self, line, name, headers, value, TRUE);
      is_any = TRUE;
    }
  return take_swap (self, line, text, name) || is_any;
}

/* Parses `Total PSS by process:` and similar headings. */
static gboolean
take_total (Reader *self, TvTextPart line)
{
  TvTextPart rest = line;

  if (!tv_text_part_take (&rest, "Total ") || line.text[line.size - 1] != ':')
    return FALSE;
  self->by = tv_text_part_take_until (&rest, ' ');
  if (!tv_text_part_take (&rest, " by "))
    return FALSE;
  self->part = (TvTextPart){ line.text, line.size - 1 };
  self->pid = TV_NONE;
  self->process = (TvTextPart){ NULL, 0 };
  self->is_total = TRUE;
  self->has_pairs = FALSE;
  self->n_columns = 0;
  return TRUE;
}

/* Parses `134,665K: NAME (pid N / activities)`. */
static gboolean
take_total_row (Reader *self, guint32 line, TvTextPart text)
{
  TvTextPart rest = tv_text_part_trim (text), name;
  TvTextPart columns[2] = { self->by, { NULL, 0 } };
  gint64 value, pid = -1;
  const char *found;

  if (!self->is_total || !tv_text_part_take_number (&rest, &value) ||
      !tv_text_part_take (&rest, "K: "))
    return FALSE;
  name = rest;
  found = memmem (rest.text, rest.size, " (pid ", strlen (" (pid "));
  if (found != NULL)
    {
      TvTextPart number = { found + strlen (" (pid "), 0 };

      number.size = (gsize) (rest.text + rest.size - number.text);
      name.size = (gsize) (found - rest.text);
      if (!tv_text_part_take_number (&number, &pid) || pid > G_MAXINT32)
        pid = -1;
    }
  self->pid = pid >= 0 ? (guint32) pid : TV_NONE;
  self->process = pid >= 0 ? name : (TvTextPart){ NULL, 0 };
  add (self, line, name, columns, value, TRUE);
  self->pid = TV_NONE;
  self->process = (TvTextPart){ NULL, 0 };
  return TRUE;
}

/* Parses `Free RAM: 2,747,316K (  154,252K cached pss +   781,584K cached kernel)`. */
static gboolean
take_device (Reader *self, guint32 line, TvTextPart text)
{
  TvTextPart rest = tv_text_part_trim (text), name;
  gint64 value;

  if (!self->is_total)
    return FALSE;
  name = tv_text_part_take_until (&rest, ':');
  if (!tv_text_part_take (&rest, ":") || name.size == 0 || name.size > 40)
    return FALSE;
  rest = tv_text_part_trim (rest);
  if (!tv_text_part_take_number (&rest, &value) || !tv_text_part_take (&rest, "K"))
    return FALSE;
  self->part = (TvTextPart){ NULL, 0 };
  add (self, line, name, NULL, value, TRUE);
  tv_text_part_take_until (&rest, '(');
  while (tv_text_part_take (&rest, "(") || tv_text_part_take (&rest, "+"))
    {
      TvTextPart columns[2] = { { NULL, 0 }, { NULL, 0 } };

      rest = tv_text_part_trim (rest);
      if (!tv_text_part_take_number (&rest, &value) || !tv_text_part_take (&rest, "K "))
        break;
      columns[0] = tv_text_part_take_until (
          &rest, rest.size > 0 && memchr (rest.text, '+', rest.size) != NULL ? '+' : ')');
      columns[0] = tv_text_part_trim (columns[0]);
      add (self, line, name, columns, value, TRUE);
    }
  return TRUE;
}

/* Parses ` Objects`, ` SQL` and other titles of sections, which contain tables, or pairs of a name and a number. */
static gboolean
take_part (Reader *self, TvTextPart line)
{
  if (self->process.text == NULL || line.size < 3 || line.text[0] != ' ' ||
      !g_ascii_isalpha (line.text[1]))
    return FALSE;
  for (gsize i = 1; i < line.size; i++)
    if (!g_ascii_isalpha (line.text[i]) && line.text[i] != ' ')
      return FALSE;
  self->part = tv_text_part_trim (line);
  if (!tv_text_part_is (self->part, "Dalvik Details"))
    self->n_columns = 0;
  self->has_pairs = TRUE;
  self->is_old = FALSE;
  return TRUE;
}

/* Parses `Views:  98   ViewRootImpl:  1`. */
static gboolean
take_pairs (Reader *self, guint32 line, TvTextPart text)
{
  TvTextPart rest = text;
  gboolean is_any = FALSE;

  while (self->has_pairs && rest.size > 0)
    {
      TvTextPart name = tv_text_part_trim (tv_text_part_take_until (&rest, ':'));
      gint64 value;

      if (!tv_text_part_take (&rest, ":") || name.size == 0 || name.size > 40)
        break;
      rest = tv_text_part_trim (rest);
      if (!tv_text_part_take_number (&rest, &value))
        break;
      add (self, line, name, NULL, value, FALSE);
      is_any = TRUE;
    }
  return is_any;
}

static void
read_line (gpointer data, const TvText *of, guint32 line)
{
  Reader *self = data;
  TvTextPart text;

  if (line == of->first_line)
    *self = (Reader){ .trace = self->trace, .found = self->found, .pid = TV_NONE };
  text.text = tv_trace_get_text_line (self->trace, line, &text.size);
  while (text.size > 0 && g_ascii_isspace (text.text[text.size - 1]))
    text.size--;
  /* A section without column titles has the columns of the preceding table. */
  if (text.size > 0 && !take_process (self, text) && !take_columns (self, text) &&
      !take_old_columns (self, text) && !take_old_row (self, line, text) &&
      !take_total (self, text) && !take_total_row (self, line, text) && !take_part (self, text) &&
      !take_row (self, line, text) && !take_pairs (self, line, text))
    take_device (self, line, text);
  self->headers[0] = self->headers[1];
  self->headers[1] = text;
}

/* ---- All reports ---- */

/**
 * tv_trace_has_memory_report:
 *
 * Returns: whether the trace contains output of `dumpsys meminfo`
 */
gboolean
tv_trace_has_memory_report (TvTrace *trace)
{
  return tv_trace_has_service_text (trace, TITLE);
}

/**
 * tv_memory_report_new:
 * @trace: a trace
 * @selection: (nullable): not used
 * @cancellable: (nullable): a #GCancellable
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvMemoryReportRow) (nullable): numbers from all meminfo sections, in file
 * order; their strings belong to the trace
 */
GArray *
tv_memory_report_new (TvTrace *trace,
                      const TvSelection *selection,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (TvMemoryReportRow));
  Reader reader = { .trace = trace, .found = found, .pid = TV_NONE };

  return tv_service_text_read (trace, TITLE, read_line, &reader, cancellable, error)
             ? g_steal_pointer (&found)
             : NULL;
}

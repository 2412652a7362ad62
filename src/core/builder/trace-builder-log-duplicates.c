/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/log-lines-part.h"

#include <string.h>

#include "core/trace-edit.h"

/* Removes duplicate lines from overlapping logs of one device. A file may contain the same line several times with
 * the same timestamp. So the result contains each line as often as the file with the most occurrences:
 *
 *   first file   a a b c        lines with the same timestamp
 *   second file      b b d
 *   result       a a b c b d
 *
 * Called by the stage "log lines" after sorting. Changes only the log lines of the trace. */

typedef struct
{
  TvTrace *trace;
  guint32 line; /* one of the equal lines */
  guint hash;
  guint32 file;  /* file of the last occurrence */
  guint32 n;     /* number of occurrences so far in @file */
  guint32 max_n; /* maximum number of occurrences in any earlier file */
} Same;

static guint
hash_line (TvTrace *trace, guint32 line)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  gsize len;
  const char *text = tv_trace_get_log_text (trace, line, &len);
  guint hash = lines->pid[line] * 31 + lines->tid[line];

  hash = hash * 31 + lines->tag[line];
  hash = hash * 31 + lines->level[line];
  for (gsize i = 0; i < len; i++)
    hash = hash * 33 + (guchar) text[i];
  return hash;
}

static guint
get_hash (gconstpointer same)
{
  return ((const Same *) same)->hash;
}

static gboolean
is_same (gconstpointer a, gconstpointer b)
{
  const Same *first = a, *second = b;
  const TvLogLines *lines = tv_trace_get_log_lines (first->trace);
  guint32 i = first->line, j = second->line;
  gsize first_len, second_len;
  const char *first_text = tv_trace_get_log_text (first->trace, i, &first_len);
  const char *second_text = tv_trace_get_log_text (first->trace, j, &second_len);

  return first->hash == second->hash && lines->pid[i] == lines->pid[j] &&
         lines->tid[i] == lines->tid[j] && lines->tag[i] == lines->tag[j] &&
         tv_log_column_get (lines->process, i) == tv_log_column_get (lines->process, j) &&
         lines->level[i] == lines->level[j] && first_len == second_len &&
         memcmp (first_text, second_text, first_len) == 0;
}

/* Returns the file that contains a line: the last one whose first line is at or before @file_index, the row in which
 * the line was added. */
static guint32
find_file (const GArray *starts, guint32 file_index)
{
  guint low = 0, high = starts->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (starts, guint32, middle) <= file_index)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* Marks the duplicates in a range of lines with the same timestamp, and returns their number. */
static guint32
find_duplicates (TvTrace *trace,
                 const GArray *starts,
                 guint32 first,
                 guint32 end,
                 guint8 *is_duplicate)
{
  g_autoptr (GHashTable) seen = NULL;
  guint32 n = 0;

  for (guint32 line = first; line < end; line++)
    {
      guint32 file = find_file (starts, tv_trace_get_log_lines (trace)->file_index[line]);
      Same one = { trace, line, hash_line (trace, line), file, 0, 0 };
      Same *same;

      if (seen == NULL)
        seen = g_hash_table_new_full (get_hash, is_same, g_free, NULL);
      same = g_hash_table_lookup (seen, &one);
      if (same == NULL)
        {
          same = g_memdup2 (&one, sizeof one);
          g_hash_table_add (seen, same);
        }
      if (same->file != file)
        {
          same->max_n = MAX (same->max_n, same->n);
          same->n = 0;
          same->file = file;
        }
      is_duplicate[line] = ++same->n <= same->max_n;
      n += is_duplicate[line];
    }
  return n;
}

/* Returns whether a range of lines with the same timestamp comes from several files. Such lines are in the order in
 * which they were added, so checking the first and the last line is sufficient. */
static gboolean
is_of_several (const TvLogLines *lines, const GArray *starts, guint32 first, guint32 end)
{
  return end - first > 1 && find_file (starts, lines->file_index[first]) !=
                                find_file (starts, lines->file_index[end - 1]);
}

static void
remove_rows (TvLogLines *lines, const guint8 *is_duplicate)
{
  guint32 n = 0;

#define MOVE(column)                                                                               \
  if (lines->column != NULL)                                                                       \
    lines->column[n] = lines->column[line];
  for (guint32 line = 0; line < lines->n; line++)
    {
      if (is_duplicate[line])
        continue;
      MOVE (ts)
      MOVE (file_index)
      MOVE (text)
      MOVE (text_size)
      MOVE (pid)
      MOVE (tid)
      MOVE (utid)
      MOVE (uid)
      MOVE (tag)
      MOVE (buffer)
      MOVE (domain)
      MOVE (process)
      MOVE (level)
      n++;
    }
  lines->n = n;
}

guint32
tv_trace_builder_drop_duplicates (TvTraceBuilder *self, const GArray *starts)
{
  TvLogLines *lines = tv_trace_edit_log_lines (self->trace);
  g_autofree guint8 *is_duplicate = NULL;
  guint32 n = 0;

  if (starts->len < 2)
    return 0;
  is_duplicate = g_malloc0 (MAX (lines->n, 1));
  for (guint32 first = 0, end; first < lines->n; first = end)
    {
      for (end = first + 1; end < lines->n && lines->ts[end] == lines->ts[first];)
        end++;
      if (lines->ts[first] != TV_NO_TIME && is_of_several (lines, starts, first, end))
        n += find_duplicates (self->trace, starts, first, end, is_duplicate);
    }
  if (n > 0)
    remove_rows (lines, is_duplicate);
  return n;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Computes a table in a worker, keeps the rows that match the filter (or only the selected rows), and sums columns.
 * Jobs are started by range-section.c and range-sum.c; range-columns.c uses tv_range_rows_get_share(). Hidden state:
 * the largest number of the bar column is attached to the table, where tv_range_rows_get_share() reads it. */

#include "ui/views/range/range-rows.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/symbols/text-match.h"
#include "core/time-format.h"
#include "tables/table-subset.h"
#include "tables/tables.h"
#include "ui/kit/number-format.h"

#define ROWS_PER_CANCEL_CHECK 256

/**
 * tv_range_labels_new:
 * @text: text of the filter
 * @is_regex: whether @text is a single regular expression
 *
 * Splits the text of a filter into words, unless it is a regular expression.
 *
 * Returns: (transfer full) (element-type TvTextMatch): words; a row must match all of them
 */
GPtrArray *
tv_range_labels_new (const char *text, gboolean is_regex)
{
  GPtrArray *words = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_text_match_free);
  g_auto (GStrv) parts = g_strsplit_set (text, " \t\n", is_regex ? 1 : -1);

  for (char **part = parts; *part != NULL; part++)
    {
      TvTextMatch *match = **part != '\0' ? tv_text_match_new (*part, is_regex, NULL) : NULL;

      if (match != NULL)
        g_ptr_array_add (words, match);
    }
  return words;
}

/* ---- Text of a row ---- */

/* Appends the formatted and the raw strings of a row, one per line, so that a search finds both "Runnable" and "R+". */
static void
append_row (GString *text, TvTable *table, const TvRangeRowsJob *job, guint32 row)
{
  const TvRangeTableView *view = job->view;
  TvRangeContext context = { .trace = job->trace, .base = job->base };
  guint n_columns;
  const TvColumn *columns = tv_table_get_columns (table, &n_columns);

  for (guint i = 0; i < view->n_columns; i++)
    if (view->columns[i].dup_text != NULL)
      {
        int column = tv_table_find_column (table, view->columns[i].name);
        g_autofree char *shown = column >= 0 ? view->columns[i].dup_text (table, row,
                                                                          (guint) column, &context)
                                             : NULL;

        g_string_append (text, shown != NULL ? shown : "");
        g_string_append_c (text, '\n');
      }
  for (guint column = 0; column < n_columns; column++)
    if (columns[column].type == TV_COLUMN_TEXT)
      {
        TvCell cell;

        tv_table_get_cell (table, row, column, &cell);
        g_string_append (text, cell.is_null ? "" : cell.text);
        g_string_append_c (text, '\n');
        tv_cell_clear (&cell);
      }
}

/* Returns whether any string of a row matches. A match cannot extend over two strings. */
static gboolean
has_word (const GString *text, const TvTextMatch *word)
{
  const char *end = text->str + text->len;

  for (const char *line = text->str; line < end;)
    {
      const char *stop = memchr (line, '\n', (gsize) (end - line));

      if (stop == NULL)
        stop = end;
      if (stop > line && tv_text_match_test (word, line, stop - line))
        return TRUE;
      line = stop + 1;
    }
  return FALSE;
}

static gboolean
has_words (GString *text, TvTable *table, const TvRangeRowsJob *job, guint32 row)
{
  g_string_truncate (text, 0);
  append_row (text, table, job, row);
  for (guint i = 0; i < job->words->len; i++)
    if (!has_word (text, job->words->pdata[i]))
      return FALSE;
  return TRUE;
}

/* ---- Sums ---- */

static void
add_row (TvRangeRows *self, TvTable *table, guint32 row, const int columns[TV_RANGE_MAX_SUMS])
{
  for (guint i = 0; i < TV_RANGE_MAX_SUMS; i++)
    {
      TvCell cell;

      if (columns[i] < 0)
        continue;
      tv_table_get_cell (table, row, (guint) columns[i], &cell);
      if (cell.is_null)
        continue;
      self->sums[i] += tv_cell_get_number (&cell,
                                           tv_table_get_columns (table, NULL)[columns[i]].type);
    }
}

/* ---- Bars ---- */

#define LARGEST_KEY "tv-range-largest"

/* Attaches the largest number of the bar column to the table. */
static void
keep_largest (TvTable *table, double largest)
{
  double *largest_value = g_new (double, 1);

  *largest_value = largest;
  g_object_set_data_full (G_OBJECT (table), LARGEST_KEY, largest_value, g_free);
}

/**
 * tv_range_rows_get_share:
 *
 * Implements #TvTableColumn.get_share for the @bar column of a #TvRangeTableView.
 *
 * Returns: ratio of the number to the largest number among the visible rows; -1.0 if no number is positive
 */
double
tv_range_rows_get_share (TvTable *table, guint32 row, guint column, gpointer data)
{
  const double *largest = g_object_get_data (G_OBJECT (table), LARGEST_KEY);

  return largest != NULL && *largest > 0
             ? MAX (tv_table_get_number (table, row, column), 0) / *largest
             : -1.0;
}

static gboolean
has_row (const TvRangeRowsJob *job, TvTable *table, guint32 row, GString *text)
{
  return (job->is_quiet == NULL || !job->is_quiet (table, row)) &&
         (job->words == NULL || job->words->len == 0 || has_words (text, table, job, row));
}

static TvRangeRows *
find_rows (const TvRangeRowsJob *job, TvTable *table, GCancellable *cancellable)
{
  g_autoptr (TvRangeRows) self = g_new0 (TvRangeRows, 1);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 n_all = tv_table_get_n_rows (table);
  guint32 n = job->selected != NULL ? job->selected->len : n_all;
  int columns[TV_RANGE_MAX_SUMS];
  int bar = job->view->bar != NULL ? tv_table_find_column (table, job->view->bar) : -1;
  double largest = 0;

  for (guint i = 0; i < TV_RANGE_MAX_SUMS; i++)
    columns[i] = job->view->sums[i] != NULL ? tv_table_find_column (table, job->view->sums[i]) : -1;
  for (guint32 i = 0; i < n; i++)
    {
      guint32 row = job->selected != NULL ? g_array_index (job->selected, guint32, i) : i;

      if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (job->selected == NULL && !has_row (job, table, row, text))
        continue;
      g_array_append_val (rows, row);
      add_row (self, table, row, columns);
      if (bar >= 0)
        largest = MAX (largest, tv_table_get_number (table, row, (guint) bar));
    }
  self->all = g_object_ref (table);
  self->is_selected = job->selected != NULL;
  self->table = rows->len == n_all ? g_object_ref (table) : tv_table_subset_new (table, rows);
  if (bar >= 0 && !self->is_selected)
    keep_largest (self->table, largest);
  return g_steal_pointer (&self);
}

static gpointer
run_job (gpointer data, GCancellable *cancellable, GError **error)
{
  const TvRangeRowsJob *job = data;
  TvTableOptions options = { .selection = job->selection };
  g_autoptr (TvTable) table = job->table != NULL ? g_object_ref (job->table)
                                                 : tv_tables_open (job->view->name, job->trace,
                                                                   &options, cancellable, error);

  return table != NULL ? find_rows (job, table, cancellable) : NULL;
}

static void
free_job (gpointer data)
{
  TvRangeRowsJob *job = data;

  g_clear_object (&job->table);
  g_clear_object (&job->trace);
  g_clear_pointer (&job->selection, tv_selection_unref);
  g_clear_pointer (&job->selected, g_array_unref);
  g_clear_pointer (&job->words, g_ptr_array_unref);
  g_free (job);
}

const TvWork tv_range_rows_work = { run_job, free_job, (GDestroyNotify) tv_range_rows_free };

void
tv_range_rows_free (TvRangeRows *self)
{
  g_clear_object (&self->all);
  g_clear_object (&self->table);
  g_free (self);
}

/* Returns a sum as text, such as "CPU 203.5 ms (sum over CPUs)", "140.1 % of one CPU" or "1,203 runs". */
static char *
dup_one_sum (const TvColumn *column, const TvTableColumn *shown, const char *time_note, double sum)
{
  g_autofree char *number = NULL;

  if (column->unit == TV_UNIT_PERCENT)
    {
      number = tv_format_number (sum, 1);
      /* The title contains the percent sign and its base. */
      return g_strdup_printf ("%s %s", number,
                              _ (shown->title != NULL ? shown->title : column->title));
    }
  number = column->unit == TV_UNIT_NS ? tv_time_format ((gint64) sum)
                                      : tv_format_count ((guint64) sum);
  if (column->unit == TV_UNIT_NS && time_note != NULL)
    /* Translators: sum of a column: title of the column; number; items that are added up */
    return g_strdup_printf (_("%s %s (%s)"), _ (column->title), number, _ (time_note));
  /* Translators: sum of a column: title of the column; number */
  return g_strdup_printf (
      _("%s %s"),
      _ (shown->title != NULL && column->unit != TV_UNIT_NS ? shown->title : column->title),
      number);
}

static const TvTableColumn *
find_shown (const TvRangeTableView *view, const char *name)
{
  for (guint i = 0; i < view->n_columns; i++)
    if (g_str_equal (view->columns[i].name, name))
      return &view->columns[i];
  return NULL;
}

/**
 * tv_range_rows_dup_sum:
 * @self: visible or selected rows
 * @view: presentation of the table
 *
 * Returns: (transfer full): phrase with the number of rows and their sums
 */
char *
tv_range_rows_dup_sum (const TvRangeRows *self, const TvRangeTableView *view)
{
  guint32 n = tv_table_get_n_rows (self->table), n_all = tv_table_get_n_rows (self->all);
  g_autofree char *all = tv_format_count (n_all);
  g_autofree char *left = tv_format_count (n);
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->is_selected)
    /* Translators: number of selected rows of a table; number of all rows */
    g_string_append_printf (
        text, ngettext ("%s of %s row selected", "%s of %s rows selected", n_all), left, all);
  else if (n == n_all)
    g_string_append_printf (text, ngettext ("%s row", "%s rows", n), all);
  else
    g_string_append_printf (text, ngettext ("%s of %s row", "%s of %s rows", n_all), left, all);
  for (guint i = 0; n > 0 && i < TV_RANGE_MAX_SUMS && view->sums[i] != NULL; i++)
    {
      int column = tv_table_find_column (self->table, view->sums[i]);
      const TvTableColumn *shown = find_shown (view, view->sums[i]);
      g_autofree char *sum = column >= 0 && shown != NULL
                                 ? dup_one_sum (&tv_table_get_columns (self->table, NULL)[column],
                                                shown, view->sum_note, self->sums[i])
                                 : NULL;

      if (sum != NULL)
        g_string_append_printf (text, " · %s", sum);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

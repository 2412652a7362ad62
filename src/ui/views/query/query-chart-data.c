/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reduces the rows of a result to points, bins or bars, for query-chart.c. tv_query_chart_data_new() runs in a
 * worker. Pure: functions only read the table and their arguments. */

#include "ui/views/query/query-chart-data.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>

#include "core/types.h"
#include "ui/kit/table/table-text.h"

#define MAX_POINTS 1000 /* maximum number of points of a line; more points are merged */
#define N_BINS     40
#define MAX_BARS   12
#define MAX_NAMES                                                                                  \
  100000 /* maximum number of distinct names; rows with other names are merged into one bar */

/* Number of rows between two checks of the cancellable */
#define ROWS_BETWEEN_CHECKS 65536

typedef struct
{
  double x;
  double y;
} Pair;

/* Returns whether a column contains numbers. */
gboolean
tv_query_chart_is_number (TvTable *table, guint column)
{
  return tv_table_get_columns (table, NULL)[column].type != TV_COLUMN_TEXT;
}

/* Returns the first numeric column that does not contain ids, or else the first numeric column. Never returns @other.
 * Returns %TV_NONE if there is none. */
static guint
find_number (TvQueryResult *result, guint other)
{
  TvTable *table = TV_TABLE (result);
  guint n = tv_table_get_info (table)->n_columns;

  for (guint i = 0; i < n; i++)
    if (i != other && tv_query_chart_is_number (table, i) &&
        tv_query_result_get_link (result, i) == TV_QUERY_LINK_NONE)
      return i;
  for (guint i = 0; i < n; i++)
    if (i != other && tv_query_chart_is_number (table, i))
      return i;
  return TV_NONE;
}

/* Returns the default chart of a result: a line if there are timestamps, bars if there are names, a line of two
 * numeric columns, or a histogram of a single one. */
TvQueryChartChoice
tv_query_chart_choose (TvQueryResult *result)
{
  guint n;
  const TvColumn *columns = tv_table_get_columns (TV_TABLE (result), &n);
  guint time = TV_NONE, text = TV_NONE;
  TvQueryChartChoice choice = { .kind = TV_CHART_LINE };

  for (guint i = n; i-- > 0;)
    if (columns[i].unit == TV_UNIT_TS)
      time = i;
    else if (columns[i].type == TV_COLUMN_TEXT)
      text = i;
  if (time == TV_NONE && text != TV_NONE)
    choice.kind = TV_CHART_BARS;
  choice.x = time != TV_NONE ? time : text != TV_NONE ? text : find_number (result, TV_NONE);
  choice.y = find_number (result, choice.x);
  if (choice.y == TV_NONE && choice.kind == TV_CHART_LINE)
    choice = (TvQueryChartChoice){ TV_CHART_HISTOGRAM, choice.x, choice.x };
  return choice;
}

/* ---- Numbers ---- */

/* Gets the number in a cell. Timestamps become relative to @origin_ns. Returns %FALSE if the cell has no finite
 * number. */
static gboolean
get_number (TvTable *table, guint32 row, guint column, gint64 origin_ns, double *number)
{
  const TvColumn *info = &tv_table_get_columns (table, NULL)[column];
  TvCell cell = { .is_null = TRUE };

  if (info->type == TV_COLUMN_TEXT)
    return FALSE;
  tv_table_get_cell (table, row, column, &cell);
  if (cell.is_null)
    return FALSE;
  *number = info->unit == TV_UNIT_TS ? (double) (cell.integer - origin_ns)
                                     : tv_cell_get_number (&cell, info->type);
  return isfinite (*number);
}

static gboolean
is_cancelled (guint32 row, GCancellable *cancellable, GError **error)
{
  return row % ROWS_BETWEEN_CHECKS == 0 &&
         g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* Returns: (transfer full) (nullable) (element-type Pair): position and value of each row that has them; %NULL if
 * cancelled */
static GArray *
collect (TvQueryChartData *self,
         TvTable *table,
         gint64 origin_ns,
         GCancellable *cancellable,
         GError **error)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  guint32 n = tv_table_get_n_rows (table);
  gboolean is_line = self->choice.kind == TV_CHART_LINE;

  for (guint32 row = 0; row < n; row++)
    {
      Pair pair = { 0.0, 0.0 };

      if (is_cancelled (row, cancellable, error))
        return NULL;
      if (get_number (table, row, self->choice.y, origin_ns, &pair.y) &&
          (!is_line || get_number (table, row, self->choice.x, origin_ns, &pair.x)))
        g_array_append_val (pairs, pair);
      else
        self->n_omitted++;
    }
  self->n_used = pairs->len;
  return g_steal_pointer (&pairs);
}

static int
compare_pairs (gconstpointer a, gconstpointer b)
{
  const Pair *p = a, *q = b;

  return p->x < q->x ? -1 : p->x > q->x;
}

static const Pair *
get_pair (const GArray *pairs, guint i)
{
  return &g_array_index (pairs, Pair, i);
}

/* Adds the points of a line, sorted by position. If there are more than MAX_POINTS, merges the values of each
 * interval into one point with their minimum and maximum. */
static void
add_line (TvQueryChartData *self, GArray *pairs)
{
  double first, extent;
  guint slot = G_MAXUINT;

  if (pairs->len == 0)
    return;
  qsort (pairs->data, pairs->len, sizeof (Pair), compare_pairs);
  first = get_pair (pairs, 0)->x;
  extent = (get_pair (pairs, pairs->len - 1)->x - first) / MAX_POINTS;
  for (guint i = 0; i < pairs->len; i++)
    {
      const Pair *pair = get_pair (pairs, i);
      TvChartPoint point = { pair->x, pair->y, pair->y };
      guint at = pairs->len <= MAX_POINTS ? i
                 : extent > 0.0 ? MIN ((guint) ((pair->x - first) / extent), MAX_POINTS - 1)
                                : 0;

      if (at != slot)
        g_array_append_val (self->points, point);
      else
        {
          TvChartPoint *last = &g_array_index (self->points, TvChartPoint, self->points->len - 1);

          last->low = MIN (last->low, pair->y);
          last->high = MAX (last->high, pair->y);
        }
      slot = at;
    }
}

/* Counts the values in bins of equal width. @is_whole: whether the values are integers; if so, the width is an
 * integer, too. */
static void
add_bins (TvQueryChartData *self, const GArray *pairs, gboolean is_whole)
{
  double min = G_MAXDOUBLE, max = -G_MAXDOUBLE;
  guint n_bins = N_BINS;

  for (guint i = 0; i < pairs->len; i++)
    {
      min = MIN (min, get_pair (pairs, i)->y);
      max = MAX (max, get_pair (pairs, i)->y);
    }
  if (pairs->len == 0)
    return;
  self->bin = (max - min) / N_BINS;
  if (is_whole)
    self->bin = floor (self->bin) + 1.0;
  if (!(self->bin > 0.0))
    self->bin = 1.0;
  if (is_whole)
    n_bins = (guint) CLAMP (floor ((max - min) / self->bin) + 1.0, 1.0, N_BINS);
  for (guint i = 0; i < n_bins; i++)
    {
      TvChartPoint point = { min + i * self->bin, 0.0, 0.0 };

      g_array_append_val (self->points, point);
    }
  for (guint i = 0; i < pairs->len; i++)
    {
      double at = (get_pair (pairs, i)->y - min) / self->bin;

      g_array_index (self->points, TvChartPoint, (guint) CLAMP (at, 0.0, n_bins - 1.0)).high += 1.0;
    }
}

/* ---- Bars ---- */

static void
clear_bar (gpointer data)
{
  g_free (((TvChartBar *) data)->label);
}

static int
compare_bars (gconstpointer a, gconstpointer b)
{
  const TvChartBar *p = a, *q = b;

  return p->value > q->value ? -1 : p->value < q->value;
}

/* Merges the bars beyond the MAX_BARS largest into one, and adds @rest, the sum of the rows whose names have no bar. If
 * @has_rest is set, there are such rows, so the number of merged names is unknown. */
static void
join_rest (GArray *bars, double rest, gboolean has_rest)
{
  TvChartBar bar = { .value = rest, .is_rest = TRUE };
  guint n_rest = 0;

  for (guint i = MAX_BARS; i < bars->len; i++)
    {
      bar.value += g_array_index (bars, TvChartBar, i).value;
      n_rest++;
    }
  if (bars->len > MAX_BARS)
    g_array_set_size (bars, MAX_BARS);
  if (n_rest == 0 && !has_rest)
    return;
  /* Translators: number of bars of a chart that are merged into this one */
  bar.label = has_rest ? g_strdup (_("all others"))
                       : g_strdup_printf (ngettext ("%u more", "%u more", n_rest), n_rest);
  g_array_append_val (bars, bar);
}

/* Adds up the values per name; without a column of values, counts the rows per name. Returns %FALSE if cancelled. */
static gboolean
add_bars (TvQueryChartData *self,
          TvTable *table,
          gint64 origin_ns,
          GCancellable *cancellable,
          GError **error)
{
  g_autoptr (GHashTable)
      index_of_bar = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint32 n = tv_table_get_n_rows (table);
  gboolean has_rest = FALSE;
  double rest = 0.0;

  for (guint32 row = 0; row < n; row++)
    {
      g_autofree char *name = tv_table_text_dup_cell (table, row, self->choice.x);
      double value = 1.0;
      gpointer index;

      if (is_cancelled (row, cancellable, error))
        return FALSE;
      if (self->choice.y != TV_NONE && !get_number (table, row, self->choice.y, origin_ns, &value))
        {
          self->n_omitted++;
          continue;
        }
      self->n_used++;
      if (name == NULL)
        name = g_strdup ("NULL");
      if (g_hash_table_lookup_extended (index_of_bar, name, NULL, &index))
        g_array_index (self->bars, TvChartBar, GPOINTER_TO_UINT (index)).value += value;
      else if (self->bars->len >= MAX_NAMES)
        {
          rest += value;
          has_rest = TRUE;
        }
      else
        {
          TvChartBar bar = { .label = g_strdup (name), .value = value };

          g_hash_table_insert (index_of_bar, g_steal_pointer (&name),
                               GUINT_TO_POINTER (self->bars->len));
          g_array_append_val (self->bars, bar);
        }
    }
  g_array_sort (self->bars, compare_bars);
  join_rest (self->bars, rest, has_rest);
  return TRUE;
}

/* ---- Data ---- */

/**
 * tv_query_chart_data_new:
 * @table: rows of a result
 * @choice: kind of the chart and columns of @table; the column of values must be numeric
 * @origin_ns: timestamp to which timestamps are relative
 *
 * Returns: (transfer full) (nullable): the points, bins or bars of the chart; %NULL if cancelled
 */
TvQueryChartData *
tv_query_chart_data_new (TvTable *table,
                         const TvQueryChartChoice *choice,
                         gint64 origin_ns,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (TvQueryChartData) self = g_new0 (TvQueryChartData, 1);
  g_autoptr (GArray) pairs = NULL;

  self->choice = *choice;
  self->points = g_array_new (FALSE, FALSE, sizeof (TvChartPoint));
  self->bars = g_array_new (FALSE, FALSE, sizeof (TvChartBar));
  g_array_set_clear_func (self->bars, clear_bar);
  if (choice->kind == TV_CHART_BARS)
    return add_bars (self, table, origin_ns, cancellable, error) ? g_steal_pointer (&self) : NULL;
  pairs = collect (self, table, origin_ns, cancellable, error);
  if (pairs == NULL)
    return NULL;
  if (choice->kind == TV_CHART_LINE)
    add_line (self, pairs);
  else
    add_bins (self, pairs, tv_table_get_columns (table, NULL)[choice->y].type == TV_COLUMN_INTEGER);
  return g_steal_pointer (&self);
}

void
tv_query_chart_data_free (TvQueryChartData *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->points);
  g_array_unref (self->bars);
  g_free (self);
}

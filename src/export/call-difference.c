/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/call-difference.h"

#include "export/visible-text.h"

/* Computes the numbers of a difference report: methods with their times before and after in µs, sorted by change, and
 * methods that only one run called. Used by call-difference-text.c and call-difference-html.c. Pure. */

#define NO_CHANGE "-"

/* ---- Numbers ---- */

static gint64
get_ns (const TvDifferenceSide *side, TvDifferenceTime time, TvClock clock)
{
  return time == TV_DIFFERENCE_EXCLUSIVE ? side->exclusive_ns[clock] : side->inclusive_ns[clock];
}

/**
 * tv_call_difference_get_us:
 * @self: a comparison of two runs
 * @side: a method in one of the runs
 * @time: inclusive or exclusive
 *
 * Returns: the method's time on the clock of @self, in µs
 */
gint64
tv_call_difference_get_us (const TvCallDifference *self,
                           const TvDifferenceSide *side,
                           TvDifferenceTime time)
{
  return tv_call_report_get_us (get_ns (side, time, self->clock));
}

/**
 * tv_call_difference_get_total_us:
 * @self: a comparison of two runs
 * @is_after: whether to return the total of the later run
 *
 * Returns: the total time of a run's threads in calls, in µs
 */
gint64
tv_call_difference_get_total_us (const TvCallDifference *self, gboolean is_after)
{
  guint n;
  const TvDifferenceRow *rows = tv_difference_get_rows (self->difference, &n);
  gint64 sum_ns = 0;

  for (guint i = 0; i < n; i++)
    tv_add_ns (&sum_ns, get_ns (is_after ? &rows[i].after : &rows[i].before,
                                TV_DIFFERENCE_EXCLUSIVE, self->clock));
  return tv_call_report_get_us (sum_ns);
}

/**
 * tv_call_difference_dup_change:
 * @before_us: time in the earlier run
 * @after_us: time in the later run
 *
 * Returns: (transfer full): the change as a percentage of the earlier time, with a sign; "-" if the earlier time is 0
 */
char *
tv_call_difference_dup_change (gint64 before_us, gint64 after_us)
{
  GString *text;

  if (before_us <= 0)
    return g_strdup (NO_CHANGE);
  text = g_string_new (after_us < before_us ? "" : "+");
  tv_call_report_append_percent (text, 0, 1,
                                 100.0 * (double) (after_us - before_us) / (double) before_us);
  return g_string_free (text, FALSE);
}

/**
 * tv_call_difference_append_name:
 * @text: output buffer
 * @row: a method
 *
 * Appends `class.method signature`, with invisible characters escaped as in tv_visible_text_append().
 */
void
tv_call_difference_append_name (GString *text, const TvDifferenceRow *row)
{
  const char *const *names = row->names;

  tv_visible_text_append (text, names[0]);
  if (*names[0] != '\0' && *names[1] != '\0')
    g_string_append_c (text, '.');
  tv_visible_text_append (text, names[1]);
  if (*names[2] != '\0')
    g_string_append_c (text, ' ');
  tv_visible_text_append (text, names[2]);
}

/* ---- Order ---- */

typedef struct
{
  TvDifferenceTime time;
  TvClock clock;
} Order;

static int
compare_names (const TvDifferenceRow *a, const TvDifferenceRow *b)
{
  for (guint i = 0; i < G_N_ELEMENTS (a->names); i++)
    {
      int result = g_strcmp0 (a->names[i], b->names[i]);

      if (result != 0)
        return result;
    }
  return 0;
}

static int
compare_changes (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvDifferenceRow *one = *(const TvDifferenceRow *const *) a;
  const TvDifferenceRow *other = *(const TvDifferenceRow *const *) b;
  const Order *order = data;
  gint64 change = get_ns (&one->after, order->time, order->clock) -
                  get_ns (&one->before, order->time, order->clock);
  gint64 other_change = get_ns (&other->after, order->time, order->clock) -
                        get_ns (&other->before, order->time, order->clock);

  if (change != other_change)
    return change > other_change ? -1 : 1;
  return compare_names (one, other);
}

/* Compares methods by time in descending order. The time in a run that did not call the method is 0. */
static int
compare_times (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvDifferenceRow *one = *(const TvDifferenceRow *const *) a;
  const TvDifferenceRow *other = *(const TvDifferenceRow *const *) b;
  const Order *order = data;
  gint64 ns = get_ns (&one->before, order->time, order->clock) +
              get_ns (&one->after, order->time, order->clock);
  gint64 other_ns = get_ns (&other->before, order->time, order->clock) +
                    get_ns (&other->after, order->time, order->clock);

  if (ns != other_ns)
    return ns > other_ns ? -1 : 1;
  return compare_names (one, other);
}

/**
 * tv_call_difference_sort:
 * @self: two runs
 * @time: kind of time
 *
 * Returns: (transfer full) (element-type TvDifferenceRow): the methods that both runs called, starting with the
 * largest increase; methods with the same change are sorted by name
 */
GPtrArray *
tv_call_difference_sort (const TvCallDifference *self, TvDifferenceTime time)
{
  GPtrArray *sorted = g_ptr_array_new ();
  Order order = { time, self->clock };
  guint n;
  const TvDifferenceRow *rows = tv_difference_get_rows (self->difference, &n);

  for (guint i = 0; i < n; i++)
    if (rows[i].before.n_runs > 0 && rows[i].after.n_runs > 0 &&
        (get_ns (&rows[i].before, time, self->clock) > 0 ||
         get_ns (&rows[i].after, time, self->clock) > 0))
      g_ptr_array_add (sorted, (gpointer) &rows[i]);
  g_ptr_array_sort_with_data (sorted, compare_changes, &order);
  return sorted;
}

/**
 * tv_call_difference_find_only:
 * @self: two runs
 * @is_after: whether to return the methods that only the later run called
 *
 * Returns: (transfer full) (element-type TvDifferenceRow): the methods that only one run called, starting with the
 * longest inclusive time; methods with the same time are sorted by name
 */
GPtrArray *
tv_call_difference_find_only (const TvCallDifference *self, gboolean is_after)
{
  GPtrArray *found = g_ptr_array_new ();
  Order order = { TV_DIFFERENCE_INCLUSIVE, self->clock };
  guint n;
  const TvDifferenceRow *rows = tv_difference_get_rows (self->difference, &n);

  for (guint i = 0; i < n; i++)
    if ((is_after ? rows[i].before.n_runs : rows[i].after.n_runs) == 0)
      g_ptr_array_add (found, (gpointer) &rows[i]);
  g_ptr_array_sort_with_data (found, compare_times, &order);
  return found;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/cut-begins.h"

/* Matches begin and end records with a stack per group. A group consists of the records of one thread with the same
 * timestamp, if open slices begin at that time. The outermost begin records of a group that no end record matches are
 * needed, because their slices extend into the cut range. Called by the cutters of ftrace logs and Perfetto traces.
 * Changes only @self; reads the loaded trace through @cut. */

/* A begin or end record with the timestamp of an open slice of the same thread. */
typedef struct
{
  guint group; /* result of tv_cut_find_open(), which identifies thread and timestamp */
  guint n_open;
  gboolean is_begin;
  guint64 number;
} Bound;

void
tv_cut_begins_init (TvCutBegins *self, const TvCut *cut)
{
  self->cut = cut;
  self->bounds = g_array_new (FALSE, FALSE, sizeof (Bound));
  self->needed = g_array_new (FALSE, FALSE, sizeof (guint64));
}

void
tv_cut_begins_clear (TvCutBegins *self)
{
  g_array_unref (self->bounds);
  g_array_unref (self->needed);
}

/**
 * tv_cut_begins_add:
 * @ts: timestamp of a record, in ns
 * @tid: thread id
 * @is_begin: whether the record begins a slice; otherwise it ends one
 * @number: number of the record; at equal timestamps, numbers ascend in file order
 *
 * Adds a begin or end record of a slice. Ignores records at or after the start of the cut range, and records at times
 * when no open slice of the thread begins.
 */
void
tv_cut_begins_add (TvCutBegins *self, gint64 ts, guint32 tid, gboolean is_begin, guint64 number)
{
  Bound bound = { .is_begin = is_begin, .number = number };

  if (ts >= self->cut->start_ns)
    return;
  bound.group = tv_cut_find_open (self->cut, ts, tid, &bound.n_open);
  if (bound.n_open > 0)
    g_array_append_val (self->bounds, bound);
}

static int
compare_bounds (gconstpointer a, gconstpointer b)
{
  const Bound *first = a, *second = b;

  if (first->group != second->group)
    return first->group > second->group ? 1 : -1;
  return (first->number > second->number) - (first->number < second->number);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint64 first = *(const guint64 *) a, second = *(const guint64 *) b;

  return (first > second) - (first < second);
}

/* Ends a group of records. The outermost @n_open begin records on the stack are needed, because their slices end
 * last. */
static void
end_group (TvCutBegins *self, const GArray *stack, guint n_open)
{
  if (stack->len > 0)
    g_array_append_vals (self->needed, stack->data, MIN (stack->len, n_open));
}

/* Matches all added begin and end records. Must be called before tv_cut_begins_need(). */
void
tv_cut_begins_settle (TvCutBegins *self)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint64));
  const Bound *last = NULL;

  g_array_sort (self->bounds, compare_bounds);
  for (guint i = 0; i < self->bounds->len; i++)
    {
      const Bound *bound = &g_array_index (self->bounds, Bound, i);

      if (last != NULL && last->group != bound->group)
        {
          end_group (self, stack, last->n_open);
          g_array_set_size (stack, 0);
        }
      if (bound->is_begin)
        g_array_append_val (stack, bound->number);
      else if (stack->len > 0)
        g_array_set_size (stack, stack->len - 1);
      last = bound;
    }
  if (last != NULL)
    end_group (self, stack, last->n_open);
  g_array_set_size (self->bounds, 0);
  g_array_sort (self->needed, compare_numbers);
}

/* Returns whether the record begins a slice that extends into the cut range. */
gboolean
tv_cut_begins_need (const TvCutBegins *self, guint64 number)
{
  return g_array_binary_search (self->needed, &number, compare_numbers, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/open-begins.h"

/* Maintains a stack of begin records per key. Called by the cutters of ftrace logs and Perfetto traces in the pass
 * before the copy: _begin(), _end() and _want() for each record in order, then _settle(), then _need(). A wanted
 * record contains data about the owner of a stack, such as the process of a thread; the first wanted record of each
 * stack is copied to the cut file. Changes only @self. */

/* Maximum number of stored begin records per stack. Deeper begins are only counted. */
#define MAX_DEPTH 100000

typedef struct
{
  GArray *begins;   /* (nullable) guint64: numbers of the open begin records, outermost first */
  guint64 n_deeper; /* number of open begin records beyond MAX_DEPTH, which are not stored */
  gboolean has_one; /* whether the list of needed records contains a wanted record of this stack */
  gboolean is_asking; /* whether the open begin record at @wanted_depth is wanted */
  guint wanted_depth;
} Stack;

void
tv_open_begins_init (TvOpenBegins *self)
{
  tv_id_map_init (&self->rows);
  self->stacks = g_array_new (FALSE, TRUE, sizeof (Stack));
  self->needed = g_array_new (FALSE, FALSE, sizeof (guint64));
}

void
tv_open_begins_clear (TvOpenBegins *self)
{
  for (guint i = 0; i < self->stacks->len; i++)
    g_clear_pointer (&g_array_index (self->stacks, Stack, i).begins, g_array_unref);
  tv_id_map_clear (&self->rows);
  g_array_unref (self->stacks);
  g_array_unref (self->needed);
}

static Stack *
get_stack (TvOpenBegins *self, guint64 key)
{
  guint32 row = tv_id_map_find (&self->rows, key);

  if (row == TV_NONE)
    {
      row = self->stacks->len;
      tv_id_map_set (&self->rows, key, row);
      g_array_set_size (self->stacks, row + 1);
    }
  return &g_array_index (self->stacks, Stack, row);
}

/**
 * tv_open_begins_begin:
 * @key: stack of the slice
 * @is_wanted: whether the record is wanted, see tv_open_begins_want()
 * @number: number of the record
 *
 * Begins a slice on a stack. If the record is the first wanted record of the stack, the record and its end record are
 * needed.
 */
void
tv_open_begins_begin (TvOpenBegins *self, guint64 key, gboolean is_wanted, guint64 number)
{
  Stack *stack = get_stack (self, key);

  if (stack->begins == NULL)
    stack->begins = g_array_new (FALSE, FALSE, sizeof (guint64));
  if (stack->begins->len >= MAX_DEPTH)
    {
      stack->n_deeper++;
      return;
    }
  if (is_wanted && !stack->has_one && !stack->is_asking)
    {
      stack->is_asking = TRUE;
      stack->wanted_depth = stack->begins->len;
    }
  g_array_append_val (stack->begins, number);
}

/* Ends the innermost slice of a stack. @number: number of the end record */
void
tv_open_begins_end (TvOpenBegins *self, guint64 key, guint64 number)
{
  Stack *stack = get_stack (self, key);
  guint depth;

  if (stack->n_deeper > 0)
    {
      stack->n_deeper--;
      return;
    }
  if (stack->begins == NULL || stack->begins->len == 0)
    return;
  depth = stack->begins->len - 1;
  if (stack->is_asking && stack->wanted_depth == depth)
    {
      g_array_append_val (self->needed, g_array_index (stack->begins, guint64, depth));
      g_array_append_val (self->needed, number);
      stack->has_one = TRUE;
      stack->is_asking = FALSE;
    }
  g_array_set_size (stack->begins, depth);
}

/**
 * tv_open_begins_want:
 * @key: a stack
 * @number: number of a record that is neither a begin nor an end
 *
 * Marks a wanted record as needed, unless a wanted record of the stack is already needed. Wanted records contain data
 * about the owner of the stack that later records lack, such as the process of a thread.
 */
void
tv_open_begins_want (TvOpenBegins *self, guint64 key, guint64 number)
{
  Stack *stack = get_stack (self, key);

  if (!stack->has_one)
    g_array_append_val (self->needed, number);
  stack->has_one = TRUE;
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint64 first = *(const guint64 *) a, second = *(const guint64 *) b;

  return (first > second) - (first < second);
}

/**
 * tv_open_begins_settle:
 * @needs_open: whether the begin records of open slices are needed, in addition to wanted records
 *
 * Completes the list of needed records. Must be called before tv_open_begins_need().
 */
void
tv_open_begins_settle (TvOpenBegins *self, gboolean needs_open)
{
  for (guint i = 0; needs_open && i < self->stacks->len; i++)
    {
      const GArray *begins = g_array_index (self->stacks, Stack, i).begins;

      if (begins != NULL)
        g_array_append_vals (self->needed, begins->data, begins->len);
    }
  g_array_sort (self->needed, compare_numbers);
}

/* Returns whether the record with @number is needed. */
gboolean
tv_open_begins_need (const TvOpenBegins *self, guint64 number)
{
  return g_array_binary_search (self->needed, &number, compare_numbers, NULL);
}

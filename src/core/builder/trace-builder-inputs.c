/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/trace-builder-private.h"

#include <string.h>

#include "core/memory/string-pool.h"

/* Files that fill one builder, one behind the other: places in them are counted on from the first.
 *
 *     first.ftrace   0 … 4999   second.ftrace   5000 … 6999
 */

typedef struct
{
  char *name;
  guint64 start;
} Input;

static void
clear_input (gpointer data)
{
  g_free (((Input *) data)->name);
}

/**
 * tv_trace_builder_begin_input:
 * @self: a builder
 * @name: display name of the file
 * @size: its size in bytes
 *
 * Begins one of several files that fill the builder. Offsets that follow are relative to the returned position. At
 * the end, each problem with an offset gets the name of its file and the offset in it.
 *
 * Returns: position of the file
 */
guint64
tv_trace_builder_begin_input (TvTraceBuilder *self, const char *name, guint64 size)
{
  Input input = { .start = self->inputs_end };

  if (self->inputs == NULL)
    {
      self->inputs = g_array_new (FALSE, FALSE, sizeof (Input));
      g_array_set_clear_func (self->inputs, clear_input);
    }
  input.name = tv_string_pool_dup_valid (name, strlen (name));
  g_array_append_val (self->inputs, input);
  self->inputs_end += size;
  return input.start;
}

static const Input *
find_input (const TvTraceBuilder *self, guint64 where)
{
  guint i = self->inputs->len - 1;

  while (i > 0 && g_array_index (self->inputs, Input, i).start > where)
    i--;
  return &g_array_index (self->inputs, Input, i);
}

/* Adds the name of the file to each problem. */
void
tv_trace_builder_tell_inputs (TvTraceBuilder *self, GArray *problems)
{
  if (self->inputs == NULL || self->inputs->len < 2)
    return;
  for (guint i = 0; i < problems->len; i++)
    {
      TvProblem *problem = &g_array_index (problems, TvProblem, i);
      const Input *input;
      char *detail;

      if (problem->where < 0)
        continue;
      input = find_input (self, (guint64) problem->where);
      detail = problem->detail != NULL ? g_strdup_printf ("%s: %s", input->name, problem->detail)
                                       : g_strdup (input->name);
      g_free ((char *) problem->detail);
      problem->detail = detail;
      problem->where -= (gint64) input->start;
    }
}

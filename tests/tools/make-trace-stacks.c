/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "make-trace-stacks.h"

gboolean
stacks_init (Stacks *self, const TraceOptions *options, GError **error)
{
  *self = (Stacks){ .options = options,
                    .dice = { (guint64) options->seed },
                    .n_threads = (guint) MAX (options->threads, 1),
                    .ts = STACKS_FIRST_NS };
  if (options->depth < 1 || options->depth > 7000 || options->methods < 1)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           "--depth is 1 to 7000 and --methods at least 1 here");
      return FALSE;
    }
  self->all = g_new0 (guint32, (gsize) self->n_threads * (gsize) options->depth);
  self->depths = g_new0 (guint, self->n_threads);
  return TRUE;
}

void
stacks_clear (Stacks *self)
{
  g_free (self->all);
  g_free (self->depths);
}

/* Chooses a callee. A function calls only a few others, which are always the same. */
static guint32
choose_callee (Stacks *self, guint32 caller)
{
  guint n = (guint) MAX (self->options->callees, 4);
  TraceDice own = { (guint64) caller * n + trace_dice_between (&self->dice, 0, n - 1) };

  return trace_dice_between (&own, 0, (guint) self->options->methods - 1);
}

/* Advances to the next sample. */
void
stacks_next (Stacks *self)
{
  guint deepest = (guint) self->options->depth, left = 1, *depth;

  self->thread = trace_dice_between (&self->dice, 0, self->n_threads - 1);
  self->at = &self->all[self->thread * deepest];
  depth = &self->depths[self->thread];
  while (left < deepest && trace_dice_permille (&self->dice, 700))
    left++;
  *depth -= MIN (left, *depth);
  for (; *depth < deepest; ++*depth)
    self->at[*depth] = choose_callee (self, *depth > 0 ? self->at[*depth - 1] : self->thread);
  self->ts += STACKS_PERIOD_NS / self->n_threads;
}

char *
stacks_dup_name (guint32 function)
{
  return g_strdup_printf ("shop::function_%u(int)", function);
}

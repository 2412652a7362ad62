/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "core/builder/trace-builder-private.h"

/* Appends scheduling to the other tracks of a log, so that its slices, which have one level and few columns, are the
 * last:
 *
 *   rest         track 0   track 1
 *   scheduling   track 0
 *                    │ join
 *                    ▼
 *                track 0   track 1   track 2
 *
 * Symbols and problems are merged by event, as if one thread had added all. Both lists are sorted by event, and no
 * event adds to both.
 */

static void
join_tracks (TvTraceBuilder *self)
{
  guint n_rest = self->tracks->len;

  g_ptr_array_extend (self->tracks, self->sched->tracks, NULL, NULL);
  g_ptr_array_set_free_func (self->sched->tracks, NULL);
  for (guint i = 0; i < self->trace->threads->len; i++)
    {
      TvThread *thread = &g_array_index (self->trace->threads, TvThread, i);

      if (thread->state_track != TV_NONE)
        thread->state_track += n_rest;
    }
}

/* ---- Symbols ---- */

/* The symbol of the name, a new one if there is none yet. */
static guint32
get_symbol (GArray *symbols, GArray *by_name, const TvSymbol *symbol)
{
  guint32 *known = NULL;

  if (symbol->class_name == TV_NONE && symbol->signature == TV_NONE && symbol->name != TV_NONE)
    known = &g_array_index (by_name, guint32, symbol->name);
  if (known != NULL && *known != TV_NONE)
    return *known;
  g_array_append_vals (symbols, symbol, 1);
  if (known != NULL)
    *known = symbols->len - 1;
  return symbols->len - 1;
}

/* Adds symbols for states, in the order of their first use. */
static void
join_symbols (TvTraceBuilder *self)
{
  g_autoptr (GArray) told = self->trace->symbols;
  const GArray *states = self->sched->state_names, *told_states = self->sched->told_state_names;
  const GArray *events = self->symbol_events;
  GArray *by_name = self->name_symbols;
  guint at = 0, state = 0;

  self->trace->symbols = g_array_sized_new (FALSE, FALSE, sizeof (TvSymbol),
                                            told->len + states->len);
  self->final_symbols = g_new (guint32, told->len + 1);
  g_array_set_size (by_name, tv_string_pool_get_n (self->trace->strings));
  memset (by_name->data, 0xff, by_name->len * sizeof (guint32));
  while (at < told->len || state < states->len)
    {
      const TvStateName *name = state < states->len ? &g_array_index (states, TvStateName, state)
                                                    : NULL;

      if (at == told->len ||
          (name != NULL && g_array_index (told_states, TvToldStateName, state).event <
                               g_array_index (events, guint32, at)))
        {
          TvSymbol symbol = { TV_NONE, name->text, TV_NONE, TV_NONE, 0 };

          get_symbol (self->trace->symbols, by_name, &symbol);
          state++;
        }
      else
        {
          self->final_symbols[at] = get_symbol (self->trace->symbols, by_name,
                                                &g_array_index (told, TvSymbol, at));
          at++;
        }
    }
}

/* Adds the error bound to the problem of inferred switches. */
static void
tell_of_inferred (TvSchedBuilder *sched, gint64 tick_ns)
{
  int row = sched->problems.rows[TV_PROBLEM_INFERRED_SWITCH];

  if (row >= 0)
    g_array_index (sched->problems.problems, TvProblem, row).detail = g_strdup_printf (
        _("their times are off by at most %.3f ms together"), sched->bound * tick_ns / 1e6);
}

/* Moves all data of the scheduling part into the builder. */
void
tv_trace_builder_join_sched (TvTraceBuilder *self)
{
  TvSchedBuilder *sched = self->sched;

  tell_of_inferred (sched, self->tick_ns);
  tv_problem_list_join (&self->problems, &sched->problems);
  if (sched->tracks->len == 0)
    return;
  join_tracks (self);
  join_symbols (self);
  self->writer.n_slices += sched->writer.n_slices;
  self->is_full |= sched->writer.is_full || self->writer.n_slices >= G_MAXUINT32;
}

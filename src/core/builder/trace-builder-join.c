/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "core/builder/trace-builder-private.h"

/* What was told of scheduling and the rest of what a log tells, put in the order in which one thread
 * would have told it all: tracks, symbols and problems are in the order of their events already,
 * those of scheduling and the rest each for itself. No event tells of both.
 *
 *   rest         track 0 (of event 3)   track 1 (of event 7)
 *   scheduling   track 0 (of event 5)
 *                    │ join
 *                    ▼
 *                track 0 (3)   track 1 (5)   track 2 (7)
 */

/* ---- Tracks ---- */

static void
set_track (guint32 *track, const guint32 *final)
{
  if (*track != TV_NONE)
    *track = final[*track];
}

/* One that waits to be put has a number instead, or no place yet. */
static void
set_slice (guint64 *slice, const guint32 *final)
{
  if ((*slice & TV_COMPLETE_HANDLE) == 0)
    *slice = (guint64) final[*slice >> 32] << 32 | (guint32) *slice;
}

static void
set_gaps (GArray *gaps, const guint32 *final)
{
  for (guint i = 0; i < gaps->len; i++)
    set_track (&g_array_index (gaps, TvOpenGap, i).track, final);
}

/* Tells whoever knows a track by its number what that is from here on: @rest and @sched, by what it
 * was. */
static void
set_tracks (TvTraceBuilder *self, const guint32 *rest, const guint32 *sched)
{
  for (guint i = 0; i < self->trace->threads->len; i++)
    {
      TvThread *thread = &g_array_index (self->trace->threads, TvThread, i);

      set_track (&thread->track, rest);
      set_track (&thread->state_track, sched);
    }
  for (guint i = 0; i < self->flows->len; i++)
    {
      TvOpenFlow *flow = &g_array_index (self->flows, TvOpenFlow, i);

      set_slice (&flow->from, rest);
      set_slice (&flow->to, rest);
    }
  set_gaps (self->writer.gaps, rest);
  for (guint i = 0; i < self->gap_lists->len; i++)
    set_gaps (g_ptr_array_index (self->gap_lists, i), rest);
  for (guint i = 0; i < self->complete->len; i++)
    set_track (&g_array_index (self->complete, TvCompleteSlice, i).track, rest);
  for (guint i = 0; i < self->complete_rows->len; i++)
    set_slice (&g_array_index (self->complete_rows, guint64, i), rest);
}

static void
join_tracks (TvTraceBuilder *self)
{
  GPtrArray *lists[] = { self->tracks, self->sched->tracks };
  guint n[] = { lists[0]->len, lists[1]->len }, at[] = { 0, 0 };
  g_autofree gpointer *rest = g_ptr_array_steal (lists[0], NULL);
  g_autofree gpointer *sched = g_ptr_array_steal (lists[1], NULL);
  g_autofree guint32 *final_rest = g_new (guint32, n[0] + 1);
  g_autofree guint32 *final_sched = g_new (guint32, n[1] + 1);

  while (at[0] < n[0] || at[1] < n[1])
    {
      const TvTrackBuilder *of_rest = at[0] < n[0] ? rest[at[0]] : NULL;
      const TvTrackBuilder *of_sched = at[1] < n[1] ? sched[at[1]] : NULL;

      if (of_rest == NULL || (of_sched != NULL && of_sched->event < of_rest->event))
        {
          final_sched[at[1]] = self->tracks->len;
          g_ptr_array_add (self->tracks, sched[at[1]++]);
        }
      else
        {
          final_rest[at[0]] = self->tracks->len;
          g_ptr_array_add (self->tracks, rest[at[0]++]);
        }
    }
  for (guint i = 0; i < n[0]; i++)
    {
      TvTrackBuilder *track = rest[i];

      set_track (&track->parent, final_rest);
      set_track (&track->next_layer, final_rest);
    }
  set_tracks (self, final_rest, final_sched);
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

/* States get symbols, which are in the order in which they were told of first. */
static void
join_symbols (TvTraceBuilder *self)
{
  g_autoptr (GArray) told = self->trace->symbols;
  const GArray *states = self->sched->state_names, *events = self->symbol_events;
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

      if (at == told->len || (name != NULL && name->event < g_array_index (events, guint32, at)))
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

/* The problem of inferred switches tells by how much they may be off. */
static void
tell_of_inferred (TvSchedBuilder *sched, gint64 tick_ns)
{
  int row = sched->problems.rows[TV_PROBLEM_INFERRED_SWITCH];

  if (row >= 0)
    g_array_index (sched->problems.problems, TvProblem, row).detail = g_strdup_printf (
        _("their times are off by at most %.3f ms together"), sched->bound * tick_ns / 1e6);
}

/* Afterwards there is nothing left of what was told of scheduling, but in the builder itself. */
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/state-use.h"

#include "core/error.h"

/* Adds up the states of each selected thread in one walk over its state track. Called by the table state_use and by
 * state-sum.c. Pure: only reads the trace. */

#define ROWS_PER_CANCEL_CHECK 65536

typedef struct
{
  TvRange range;
  GArray *uses;        /* TvStateUse */
  GHashTable *of_text; /* states of the current thread: state ─▶ 1 + index in @uses */
} StateUseWalk;

static void
clear_walk (StateUseWalk *self)
{
  g_clear_pointer (&self->uses, g_array_unref);
  g_clear_pointer (&self->of_text, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StateUseWalk, clear_walk)

static TvStateUse *
get_use (StateUseWalk *self, guint32 utid, const TvStateName *state)
{
  /* The text and io_wait, which is -1, 0 or 1, together identify a state. */
  gpointer key = GSIZE_TO_POINTER ((gsize) state->text * 3 + (gsize) (state->io_wait + 1));
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->of_text, key));

  if (index == 0)
    {
      TvStateUse use = {
        .utid = utid, .kind = state->kind, .text = state->text, .io_wait = state->io_wait
      };

      g_array_append_val (self->uses, use);
      index = self->uses->len;
      g_hash_table_insert (self->of_text, key, GUINT_TO_POINTER (index));
    }
  return &g_array_index (self->uses, TvStateUse, index - 1);
}

static gboolean
walk_thread (StateUseWalk *self,
             TvTrace *trace,
             guint32 t,
             GCancellable *cancellable,
             GError **error)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[t];
  const TvStates *states = tv_trace_get_states (trace);
  TvRangeWalk walk = tv_range_walk (&self->range, trace, t);

  g_hash_table_remove_all (self->of_text);
  while (tv_range_walk_next (&walk))
    {
      guint32 name = tv_id_column_get (&states->name, tv_track_get_side (track, walk.row));
      TvStateUse *use;

      if (walk.n_seen % ROWS_PER_CANCEL_CHECK == 1 && g_cancellable_is_cancelled (cancellable))
        return tv_error_set_cancelled (error);
      use = get_use (self, track->utid, &states->names[name]);
      use->min_ns = use->count > 0 ? MIN (use->min_ns, walk.ns) : walk.ns;
      use->max_ns = MAX (use->max_ns, walk.ns);
      use->total_ns += walk.ns;
      use->count++;
      if (G_UNLIKELY (slices->flags[walk.row] & TV_SLICE_INFERRED))
        {
          tv_add_ns (&use->inferred.ns, walk.ns);
          tv_add_ns (&use->inferred.bound_ns, tv_trace_get_bound_ns (trace, walk.row));
        }
    }
  return TRUE;
}

static int
compare_uses (gconstpointer a, gconstpointer b)
{
  const TvStateUse *x = a, *y = b;

  if (x->utid != y->utid)
    return x->utid < y->utid ? -1 : 1;
  if (x->total_ns != y->total_ns)
    return x->total_ns > y->total_ns ? -1 : 1;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->io_wait != y->io_wait)
    return x->io_wait < y->io_wait ? -1 : 1;
  return x->text < y->text ? -1 : x->text > y->text;
}

/**
 * tv_state_use_new:
 * @trace: a trace
 * @selection: (nullable): selected part of the trace; %NULL for all. If it is limited to tracks, they must be state
 *   tracks
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvStateUse) (nullable): states by thread, in descending order of total time;
 * %NULL if cancelled
 */
GArray *
tv_state_use_new (TvTrace *trace,
                  const TvSelection *selection,
                  GCancellable *cancellable,
                  GError **error)
{
  g_auto (StateUseWalk) self = {
    .range = tv_range_new (trace, selection),
    .uses = g_array_new (FALSE, FALSE, sizeof (TvStateUse)),
    .of_text = g_hash_table_new (NULL, NULL),
  };
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 t = 0; t < n_tracks; t++)
    if (tracks[t].kind == TV_TRACK_THREAD_STATE && tv_selection_has_track (selection, t) &&
        !walk_thread (&self, trace, t, cancellable, error))
      return NULL;
  for (guint i = 0; i < self.uses->len; i++)
    {
      TvStateUse *use = &g_array_index (self.uses, TvStateUse, i);

      use->percent = tv_range_get_percent (&self.range, use->total_ns);
    }
  g_array_sort (self.uses, compare_uses);
  return g_steal_pointer (&self.uses);
}

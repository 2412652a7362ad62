/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The session's selection: what its numbers are about, and how stacks are transformed. */

#include "ui/session/session-private.h"

/**
 * tv_session_get_selection:
 * @self: a session
 *
 * Returns: (transfer none): what all views are about
 */
const TvSelection *
tv_session_get_selection (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->selection;
}

/**
 * tv_session_set_selection:
 * @self: a session
 * @selection: (nullable): of its trace; %NULL = everything
 *
 * Selects what all views are about. A range of time that lies outside of the trace, in part or in whole, is
 * cut; one without length selects all time.
 */
void
tv_session_set_selection (TvSession *self, const TvSelection *selection)
{
  g_autoptr (TvSelection) cut = NULL;
  gint64 first_ns, last_ns, start_ns, end_ns;

  g_return_if_fail (TV_IS_SESSION (self));

  first_ns = tv_trace_get_start_ns (self->trace);
  last_ns = tv_trace_get_end_ns (self->trace);
  if (tv_selection_has_range (selection))
    {
      start_ns = CLAMP (tv_selection_get_start_ns (selection), first_ns, last_ns);
      end_ns = CLAMP (tv_selection_get_end_ns (selection), first_ns, last_ns);
      cut = start_ns < end_ns ? tv_selection_with_range (selection, start_ns, end_ns)
                              : tv_selection_with_range (selection, G_MININT64, G_MAXINT64);
    }
  else
    cut = tv_selection_ref (selection);
  if (tv_selection_is_equal (self->selection, cut))
    return;
  tv_selection_unref (self->selection);
  self->selection = g_steal_pointer (&cut);
  tv_session_notify (self, TV_SESSION_PROP_SELECTION);
  tv_session_update_profile (self);
}

/* ---- Its parts ---- */

/**
 * tv_session_get_range:
 * @start_ns: (out): its start, or 0
 * @end_ns: (out): its end, or 0
 *
 * Returns: whether a range of time is selected
 */
gboolean
tv_session_get_range (TvSession *self, gint64 *start_ns, gint64 *end_ns)
{
  gboolean has_range;

  *start_ns = *end_ns = 0;
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);

  has_range = tv_selection_has_range (self->selection);
  if (has_range)
    {
      *start_ns = tv_selection_get_start_ns (self->selection);
      *end_ns = tv_selection_get_end_ns (self->selection);
    }
  return has_range;
}

/* The ends may come in either order, and lie outside of the trace; without length, all time is selected. */
void
tv_session_select_range (TvSession *self, gint64 start_ns, gint64 end_ns)
{
  g_autoptr (TvSelection) selection = NULL;

  g_return_if_fail (TV_IS_SESSION (self));

  selection = tv_selection_with_range (self->selection, MIN (start_ns, end_ns),
                                       MAX (start_ns, end_ns));
  tv_session_set_selection (self, selection);
}

void
tv_session_clear_range (TvSession *self)
{
  g_return_if_fail (TV_IS_SESSION (self));
  tv_session_select_range (self, G_MININT64, G_MAXINT64);
}

/* The thread that alone is counted, or %TV_NONE if it is not one. */
guint32
tv_session_get_thread (TvSession *self)
{
  const guint32 *utids;
  guint n;

  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  utids = tv_selection_get_threads (self->selection, &n);
  return n == 1 ? utids[0] : TV_NONE;
}

/* Returns whether some threads are counted and others are not. */
gboolean
tv_session_has_thread_filter (TvSession *self)
{
  guint n;

  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return tv_selection_get_threads (self->selection, &n) != NULL && n > 0;
}

/* Has one thread counted alone, or all with %TV_NONE. */
void
tv_session_set_thread (TvSession *self, guint32 utid)
{
  tv_session_set_threads (self, &utid, 1);
}

/* Has only these threads counted; all if the trace has none of them. */
void
tv_session_set_threads (TvSession *self, const guint32 *utids, guint n)
{
  g_autoptr (TvSelection) selection = NULL;
  g_autoptr (GArray) known = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n_threads;

  g_return_if_fail (TV_IS_SESSION (self));

  tv_trace_get_threads (self->trace, &n_threads);
  for (guint i = 0; i < n; i++)
    if (utids[i] < n_threads)
      g_array_append_val (known, utids[i]);
  selection = tv_selection_with_threads (self->selection, self->trace,
                                         (const guint32 *) known->data, known->len);
  tv_session_set_selection (self, selection);
}

/* Has calls counted by their names as these filters say, in place of those before. */
void
tv_session_set_filters (TvSession *self, const TvNameFilter *filters, guint n)
{
  g_autoptr (TvSelection) selection = NULL;
  guint n_before;

  g_return_if_fail (TV_IS_SESSION (self));

  selection = tv_selection_ref (self->selection);
  tv_selection_get_filters (selection, &n_before);
  for (guint i = 0; i < n_before + n; i++)
    {
      g_autoptr (TvSelection) before = g_steal_pointer (&selection);

      selection = i < n_before ? tv_selection_without_filter (before, 0)
                               : tv_selection_with_filter (before, &filters[i - n_before]);
    }
  tv_session_set_selection (self, selection);
}

/* Has stacks changed in these ways, in place of those before. */
void
tv_session_set_transforms (TvSession *self, const TvTransform *transforms, guint n)
{
  g_autoptr (TvSelection) selection = NULL;
  guint n_before;

  g_return_if_fail (TV_IS_SESSION (self));

  selection = tv_selection_ref (self->selection);
  tv_selection_get_transforms (selection, &n_before);
  for (guint i = 0; i < n_before + n; i++)
    {
      g_autoptr (TvSelection) before = g_steal_pointer (&selection);

      selection = i < n_before ? tv_selection_without_transform (before, 0)
                               : tv_selection_with_transform (before, &transforms[i - n_before]);
    }
  tv_session_set_selection (self, selection);
}

/* Leaves out calls that are shorter, in ns; 0 = none. */
void
tv_session_set_min_duration (TvSession *self, gint64 min_ns)
{
  g_autoptr (TvSelection) selection = NULL;

  g_return_if_fail (TV_IS_SESSION (self));

  selection = tv_selection_with_min_duration (self->selection, min_ns);
  tv_session_set_selection (self, selection);
}

/* Takes back one thing that narrows or changes the selection, but not its range: the last transform, the last
 * filter, the shortest duration, the threads. */
void
tv_session_widen_selection (TvSession *self)
{
  g_autoptr (TvSelection) wider = NULL;
  guint n_transforms, n_filters;

  tv_selection_get_transforms (self->selection, &n_transforms);
  tv_selection_get_filters (self->selection, &n_filters);
  if (n_transforms > 0)
    wider = tv_selection_without_transform (self->selection, n_transforms - 1);
  else if (n_filters > 0)
    wider = tv_selection_without_filter (self->selection, n_filters - 1);
  else if (tv_selection_get_min_duration_ns (self->selection) > 0)
    wider = tv_selection_with_min_duration (self->selection, 0);
  else
    wider = tv_selection_with_threads (self->selection, self->trace, NULL, 0);
  tv_session_set_selection (self, wider);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Starts the worker that builds the index of strips, after the file is shown. Strips are empty until the index is
 * ready. A part of the session. Called by the timeline when it shows strips. The index itself belongs to the slice
 * index of the trace. */

#include "ui/kit/work.h"
#include "ui/session/session-part.h"

typedef struct
{
  GCancellable *building; /* (nullable): slot of the worker, set while it runs */
} StripsPart;

static StripsPart *
get_part (TvSession *self)
{
  return tv_session_get_part (self, TV_SESSION_PART_STRIPS);
}

static void
part_stop (gpointer data)
{
  StripsPart *part = data;

  tv_work_stop (&part->building);
}

const TvSessionPart tv_session_part_strips = { .size = sizeof (StripsPart), .stop = part_stop };

static gpointer
build (gpointer index, GCancellable *cancellable, GError **error)
{
  return tv_slice_index_build_intervals (index, cancellable) ? index : NULL;
}

static const TvWork build_work = { build, (GDestroyNotify) tv_slice_index_unref, NULL };

static void
on_built (gpointer owner, gpointer index, gpointer result, const GError *error)
{
  tv_session_notify (owner, TV_SESSION_PROP_HAS_STRIPS);
}

/**
 * tv_session_build_strips:
 *
 * Starts to build the index of strips on a worker. Does nothing if the index exists or is being built.
 */
void
tv_session_build_strips (TvSession *self)
{
  g_return_if_fail (TV_IS_SESSION (self));

  if (get_part (self)->building == NULL && !tv_session_has_strips (self))
    tv_work_start (&build_work, tv_slice_index_ref ((TvSliceIndex *) tv_session_get_index (self)),
                   on_built, self, &get_part (self)->building);
}

/**
 * tv_session_has_strips:
 *
 * Returns: whether the index of strips exists, so that strips can be painted
 */
gboolean
tv_session_has_strips (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return tv_slice_index_has_intervals (tv_session_get_index (self));
}

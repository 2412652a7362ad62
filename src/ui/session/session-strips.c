/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What strips are painted from. A file is shown without it, nested charts at once: it is built in a
 * worker behind that, and strips are empty until it is there. */

#include "ui/session/session-private.h"

static gpointer
build (gpointer index, GCancellable *cancellable, GError **error)
{
  return tv_slice_index_build_stretches (index, cancellable) ? index : NULL;
}

static const TvWork build_work = { build, (GDestroyNotify) tv_slice_index_unref, NULL };

static void
on_built (gpointer owner, gpointer index, gpointer result, const GError *error)
{
  tv_session_notify (owner, TV_SESSION_PROP_HAS_STRIPS);
}

/**
 * tv_session_build_strips:
 * @self: a session
 *
 * Has a worker build what strips are painted from, unless it does so or it is there.
 */
void
tv_session_build_strips (TvSession *self)
{
  g_return_if_fail (TV_IS_SESSION (self));

  if (self->work[TV_SESSION_WORK_STRIPS] == NULL && !tv_session_has_strips (self))
    tv_work_start (&build_work, tv_slice_index_ref (self->index), on_built, self,
                   &self->work[TV_SESSION_WORK_STRIPS]);
}

/**
 * tv_session_has_strips:
 * @self: a session
 *
 * Returns: whether strips can be painted without waiting
 */
gboolean
tv_session_has_strips (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return tv_slice_index_has_stretches (self->index);
}

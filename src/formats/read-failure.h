/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvReadFailure:
 *
 * Why reading by several threads at once had to end: what failed first, or %NULL. The others look
 * at it now and then.
 */
typedef GError *TvReadFailure;

static inline gboolean
tv_read_failure_is_set (TvReadFailure *self)
{
  return g_atomic_pointer_get (self) != NULL;
}

/* Takes over what failed; nothing if that is NULL. */
static inline void
tv_read_failure_take (TvReadFailure *self, GError *error)
{
  if (error != NULL && !g_atomic_pointer_compare_and_exchange (self, NULL, error))
    g_error_free (error);
}

/* To be called when all threads are done. Returns whether nothing failed. */
static inline gboolean
tv_read_failure_propagate (TvReadFailure *self, GError **error)
{
  if (*self == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (self));
  return FALSE;
}

G_END_DECLS

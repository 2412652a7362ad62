/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Copies and applies the choice of names (mapping file, demangled or raw). Called by session.c, session-baseline.c and
 * session-runs.c; tv_session_names_apply() reads a file and creates a renamed trace on a worker. No state. */

#include "ui/session/session-names.h"

#include "formats/names/rename.h"

void
tv_session_names_clear (TvSessionNames *self)
{
  g_clear_pointer (&self->map, g_free);
  g_clear_pointer (&self->error, g_free);
}

/* Copies the names to @copy, which must be empty. */
void
tv_session_names_copy (const TvSessionNames *self, TvSessionNames *copy)
{
  copy->map = g_strdup (self->map);
  copy->are_raw = self->are_raw;
  copy->error = g_strdup (self->error);
}

/* Renames a trace, see tv_rename_trace(). */
TvTrace *
tv_session_names_apply (const TvSessionNames *self,
                        TvTrace *trace,
                        GCancellable *cancellable,
                        GError **error)
{
  return tv_rename_trace (trace, self->are_raw ? NULL : self->map, !self->are_raw, cancellable,
                          error);
}

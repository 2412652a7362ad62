/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Copies and applies the source of a trace's names (mapping file, demangled or raw). Called by session.c,
 * session-baseline.c and session-runs.c. tv_session_names_apply() reads a file and creates a renamed trace, so it
 * must run on a worker. No state. */

#include "ui/session/session-names.h"

#include "formats/names/rename.h"

void
tv_session_names_clear (TvSessionNames *self)
{
  g_clear_pointer (&self->map, g_free);
  g_clear_pointer (&self->error, g_free);
}

/* Copies @self to @copy, which must be empty. */
void
tv_session_names_copy (const TvSessionNames *self, TvSessionNames *copy)
{
  copy->map = g_strdup (self->map);
  copy->are_raw = self->are_raw;
  copy->error = g_strdup (self->error);
}

/* Returns: (transfer full) (nullable): the trace with the names of @self, see tv_rename_trace(); %NULL on error */
TvTrace *
tv_session_names_apply (const TvSessionNames *self,
                        TvTrace *trace,
                        GCancellable *cancellable,
                        GError **error)
{
  return tv_rename_trace (trace, self->are_raw ? NULL : self->map, !self->are_raw, cancellable,
                          error);
}

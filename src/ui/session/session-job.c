/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/session/session-private.h"

/* Returns: (transfer full): of how @self is now */
TvSessionJob *
tv_session_job_new (TvSession *self)
{
  TvSessionJob *job = g_new0 (TvSessionJob, 1);

  job->trace = g_object_ref (self->trace);
  job->selection = tv_selection_ref (self->selection);
  job->paths = self->call_paths != NULL ? tv_call_paths_ref (self->call_paths) : NULL;
  job->call_source = self->call_source;
  job->symbol = self->selected_symbol;
  job->occurrences = self->occurrences != NULL ? g_array_ref (self->occurrences) : NULL;
  return job;
}

void
tv_session_job_free (gpointer data)
{
  TvSessionJob *job = data;

  g_object_unref (job->trace);
  tv_selection_unref (job->selection);
  g_clear_pointer (&job->paths, tv_call_paths_unref);
  g_clear_pointer (&job->occurrences, g_array_unref);
  g_free (job);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Runs the SQL query of a saved query track. Called by session-query-tracks.c on a worker when a file with saved
 * tracks is opened. Opens its own database and only reads the trace. Without SQLite, returns an error. */

#include "ui/session/query-track.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "traceview-config.h"
#include "ui/kit/table/table-filter.h"

#ifdef TV_HAVE_SQLITE

#include "query/query-result.h"

/* Time limit for the query of a saved track, in s. */
#define MAX_SECONDS 60

static TvQueryResult *
run_query (TvTrace *trace, const char *query, GCancellable *cancellable, GError **error)
{
  const TvDatabaseLimits limits = { .seconds = MAX_SECONDS, .bytes = TV_QUERY_MAX_ENGINE_BYTES };
  const TvQueryLimits max = { TV_QUERY_MAX_ROWS, TV_QUERY_MAX_BYTES };
  g_autoptr (TvDatabase) database = tv_database_new (trace, &limits, cancellable, error);
  TvQueryResult *result = NULL;

  if (database == NULL || !tv_query_result_run (database, query, &max, &result, error))
    {
      g_prefix_error (error, "%s ", _("The query failed:"));
      return NULL;
    }
  if (result != NULL && tv_query_track_is_possible (TV_TABLE (result)))
    return result;
  g_set_error_literal (error, TV_ERROR, TV_ERROR_QUERY,
                       result != NULL && tv_table_get_n_rows (TV_TABLE (result)) == 0
                           ? _("The query returned no rows")
                           : _("The result contains no column “ts” with timestamps"));
  g_clear_object (&result);
  return NULL;
}

/**
 * tv_query_track_run:
 * @trace: a trace
 * @source: source of the track, with a query
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for an error, whose message is a sentence that is shown instead of the slices
 *
 * Runs the query of a track in a separate database. Must be called on a worker. The trace is only read.
 *
 * Returns: (transfer full) (nullable): the track; %NULL on error
 */
TvQueryTrack *
tv_query_track_run (TvTrace *trace,
                    const TvQueryTrackSource *source,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (TvQueryResult) result = run_query (trace, source->query, cancellable, error);
  g_autoptr (TvTextMatch) match = NULL;
  g_autoptr (TvTable) rows = NULL;
  TvQueryTrack *track;

  if (result == NULL)
    return NULL;
  if (source->filter != NULL)
    {
      match = tv_text_match_new (source->filter, source->is_regex, error);
      if (match == NULL)
        return NULL;
      rows = tv_table_filter_find_rows (TV_TABLE (result), match, NULL, cancellable);
    }
  else
    rows = g_object_ref (TV_TABLE (result));
  track = rows != NULL ? tv_query_track_new (rows, cancellable) : NULL;
  if (track == NULL)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return track;
}

#else

TvQueryTrack *
tv_query_track_run (TvTrace *trace,
                    const TvQueryTrackSource *source,
                    GCancellable *cancellable,
                    GError **error)
{
  g_set_error_literal (error, TV_ERROR, TV_ERROR_QUERY,
                       _("This program was built without support for SQL queries"));
  return NULL;
}

#endif

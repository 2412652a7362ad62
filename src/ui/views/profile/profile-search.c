/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/profile/profile-search.h"

#include "analysis/symbol-match.h"
#include "core/error.h"
#include "ui/kit/symbol-text.h"

#define INDICES_PER_CANCEL_CHECK 4096

/* "(context switch)" is none of the trace's symbols. */
static gboolean
symbol_matches (TvProfile *profile, guint32 symbol, const TvTextMatch *match)
{
  TvTrace *trace = tv_profile_get_trace (profile);
  g_autofree char *text = NULL;
  guint32 n_symbols;

  tv_trace_get_symbols (trace, &n_symbols);
  if (symbol < n_symbols)
    return tv_symbol_match_test (trace, symbol, match);
  text = tv_symbol_text_dup (profile, symbol);
  return tv_text_match_test (match, text, -1);
}

/**
 * tv_profile_search:
 * @order: what to search
 * @match: what is looked for in names and signatures
 * @cancellable: (nullable): stops it
 *
 * Returns: (transfer full) (nullable): the indices in @order that match, in the order shown;
 *   %NULL if cancelled
 */
GArray *
tv_profile_search (TvProfileOrder *order, const TvTextMatch *match, GCancellable *cancellable)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n = tv_profile_order_get_n (order);

  for (guint32 index = 0; index < n; index++)
    {
      if (index % INDICES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (symbol_matches (tv_profile_order_get_profile (order),
                          tv_profile_order_get_symbol (order, index), match))
        g_array_append_val (found, index);
    }
  return g_steal_pointer (&found);
}

typedef struct
{
  TvProfileOrder *order;
  TvTextMatch *match;
} SearchJob;

static void
search_job_free (gpointer data)
{
  SearchJob *job = data;

  tv_profile_order_unref (job->order);
  tv_text_match_free (job->match);
  g_free (job);
}

static void
search_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  SearchJob *job = task_data;
  GArray *found = tv_profile_search (job->order, job->match, cancellable);

  if (found != NULL)
    g_task_return_pointer (task, found, (GDestroyNotify) g_array_unref);
  else
    g_task_return_new_error (task, TV_ERROR, TV_ERROR_CANCELLED, "Cancelled");
}

/* Takes @match. */
void
tv_profile_search_async (TvProfileOrder *order,
                         TvTextMatch *match,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  SearchJob *job = g_new0 (SearchJob, 1);

  job->order = tv_profile_order_ref (order);
  job->match = match;
  g_task_set_task_data (task, job, search_job_free);
  g_task_run_in_thread (task, search_in_thread);
}

/* Returns: (transfer full) (nullable) */
GArray *
tv_profile_search_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/profile/profile-search.h"

#include <string.h>

#include "core/error.h"
#include "ui/symbol-text.h"

#define INDICES_PER_CANCEL_CHECK 4096

static gboolean
has_capital (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_isupper (g_utf8_get_char (p)))
      return TRUE;
  return FALSE;
}

static gboolean
contains (const char *text, const char *query, gboolean is_case_sensitive)
{
  g_autofree char *folded = NULL;

  if (is_case_sensitive)
    return strstr (text, query) != NULL;
  folded = g_utf8_casefold (text, -1);
  return strstr (folded, query) != NULL;
}

static gboolean
symbol_matches (TvProfile *profile, guint32 symbol, const char *query, gboolean is_case_sensitive)
{
  TvTrace *trace = tv_profile_get_trace (profile);
  g_autofree char *text = tv_symbol_text_dup (profile, symbol);
  const TvSymbol *symbols;
  guint32 n_symbols;

  if (contains (text, query, is_case_sensitive))
    return TRUE;
  symbols = tv_trace_get_symbols (trace, &n_symbols);
  if (symbol >= n_symbols || symbols[symbol].signature == TV_NONE)
    return FALSE;
  return contains (tv_trace_get_string (trace, symbols[symbol].signature), query,
                   is_case_sensitive);
}

/**
 * tv_profile_search:
 * @order: what to search
 * @query: a part of a name or signature; an empty one finds nothing
 * @cancellable: (nullable): stops it
 *
 * Returns: (transfer full) (nullable): the indices in @order that match, in the order shown;
 *   %NULL if cancelled
 */
GArray *
tv_profile_search (TvProfileOrder *order, const char *query, GCancellable *cancellable)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  gboolean is_case_sensitive = has_capital (query);
  g_autofree char *needle = is_case_sensitive ? g_strdup (query) : g_utf8_casefold (query, -1);
  guint32 n = *query != '\0' ? tv_profile_order_get_n (order) : 0;

  for (guint32 index = 0; index < n; index++)
    {
      if (index % INDICES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (symbol_matches (tv_profile_order_get_profile (order),
                          tv_profile_order_get_symbol (order, index), needle, is_case_sensitive))
        g_array_append_val (found, index);
    }
  return g_steal_pointer (&found);
}

typedef struct
{
  TvProfileOrder *order;
  char *query;
} SearchJob;

static void
search_job_free (gpointer data)
{
  SearchJob *job = data;

  tv_profile_order_unref (job->order);
  g_free (job->query);
  g_free (job);
}

static void
search_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  SearchJob *job = task_data;
  GArray *found = tv_profile_search (job->order, job->query, cancellable);

  if (found != NULL)
    g_task_return_pointer (task, found, (GDestroyNotify) g_array_unref);
  else
    g_task_return_new_error (task, TV_ERROR, TV_ERROR_CANCELLED, "Cancelled");
}

void
tv_profile_search_async (TvProfileOrder *order,
                         const char *query,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  SearchJob *job = g_new0 (SearchJob, 1);

  job->order = tv_profile_order_ref (order);
  job->query = g_strdup (query);
  g_task_set_task_data (task, job, search_job_free);
  g_task_run_in_thread (task, search_in_thread);
}

/* Returns: (transfer full) (nullable) */
GArray *
tv_profile_search_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/tables.h"

#include <glib/gi18n.h>

#include "analysis/ranking.h"
#include "core/error.h"
#include "tables/method-edge.h"
#include "tables/method-profile.h"
#include "tables/trace-table.h"

/* Every table there is, in the order listed. */
static const TvTableInfo *const infos[] = {
  &tv_metadata_table.info, &tv_problem_table.info,        &tv_process_table.info,
  &tv_thread_table.info,   &tv_thread_track_table.info,   &tv_slice_table.info,
  &tv_symbol_table.info,   &tv_method_profile_table_info, &tv_method_edge_table_info,
};

static const TvTraceTableKind *const trace_tables[] = {
  &tv_metadata_table,     &tv_problem_table, &tv_process_table, &tv_thread_table,
  &tv_thread_track_table, &tv_slice_table,   &tv_symbol_table,
};

/**
 * tv_tables_list:
 * @n: (out): how many there are
 *
 * Returns: (transfer none) (array length=n): what is known of every table without a trace
 */
const TvTableInfo *const *
tv_tables_list (guint *n)
{
  *n = G_N_ELEMENTS (infos);
  return infos;
}

/**
 * tv_tables_find:
 * @name: a table's name
 * @error: (nullable): where to put the error
 *
 * Returns: (transfer none): what is known of the table, or %NULL with %TV_ERROR_NO_SUCH_TABLE,
 *   which lists the names there are
 */
const TvTableInfo *
tv_tables_find (const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    {
      if (g_str_equal (infos[i]->name, name))
        return infos[i];
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", infos[i]->name);
    }
  g_set_error (error, TV_ERROR, TV_ERROR_NO_SUCH_TABLE,
               _("There is no table called “%s”. The tables are: %s"), name, names->str);
  return NULL;
}

static TvTable *
open_method_profile (TvTrace *trace,
                     TvProfile *profile,
                     const TvTableOptions *options,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (TvProfile) whole = NULL;
  g_autoptr (TvRanking) ranking = NULL;

  if (tv_selection_is_all (options->selection))
    whole = g_object_ref (profile);
  else
    whole = tv_profile_new (trace, NULL, TV_PROFILE_DEFAULT, cancellable, error);
  if (whole == NULL)
    return NULL;
  ranking = tv_ranking_new (whole);
  return tv_method_profile_table_new (profile, ranking);
}

/**
 * tv_tables_open:
 * @name: a table's name
 * @trace: a trace
 * @options: (nullable): what computed tables are about; %NULL = the whole trace
 * @cancellable: (nullable): to stop it
 * @error: (nullable): where to put the error
 *
 * Returns: (transfer full): the table of that trace, or %NULL with %TV_ERROR_NO_SUCH_TABLE or
 *   %TV_ERROR_CANCELLED
 */
TvTable *
tv_tables_open (const char *name,
                TvTrace *trace,
                const TvTableOptions *options,
                GCancellable *cancellable,
                GError **error)
{
  static const TvTableOptions no_options = { NULL, TV_PROFILE_DEFAULT };
  const TvTableInfo *info = tv_tables_find (name, error);
  g_autoptr (TvProfile) profile = NULL;

  if (info == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (trace_tables); i++)
    if (info == &trace_tables[i]->info)
      return tv_trace_table_new (trace_tables[i], trace);

  if (options == NULL)
    options = &no_options;
  profile = tv_profile_new (trace, options->selection, options->profile_flags, cancellable, error);
  if (profile == NULL)
    return NULL;
  if (info == &tv_method_edge_table_info)
    return tv_method_edge_table_new (profile);
  g_assert (info == &tv_method_profile_table_info);
  return open_method_profile (trace, profile, options, cancellable, error);
}

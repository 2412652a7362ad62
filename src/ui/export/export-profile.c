/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/export/export-profile.h"

#include "ui/export/export-table.h"
#include "ui/kit/table-subset.h"

static TvProfileOrder *
get_order (TvWindow *window)
{
  TvTracePage *page = tv_window_get_page (window);

  if (page == NULL || tv_trace_page_get_session (page) == NULL)
    return NULL;
  return tv_profile_model_get_order (
      tv_profile_view_get_model (tv_panel_get_profile (tv_trace_page_get_panel (page))));
}

/* What is listed, as it is: a filter may have left some of the methods. */
static TvTable *
make_table (TvProfileOrder *order)
{
  guint32 n = tv_profile_order_get_n (order);
  g_autoptr (GArray) rows = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);

  g_array_append_vals (rows, tv_profile_order_get_rows (order), n);
  return tv_table_subset_new (tv_profile_order_get_table (order), rows);
}

/**
 * tv_export_profile:
 * @window: shows a trace
 * @file: to be written, replacing what it was
 *
 * Writes the profile as CSV in a worker and says how it went.
 */
void
tv_export_profile (TvWindow *window, GFile *file)
{
  TvProfileOrder *order = get_order (window);
  g_autoptr (TvTable) table = order != NULL ? make_table (order) : NULL;

  if (table != NULL)
    tv_export_table (window, table, NULL, file);
}

/* Asks where to write the profile, then writes it. */
void
tv_export_profile_choose (TvWindow *window)
{
  TvProfileOrder *order = get_order (window);
  g_autoptr (TvTable) table = order != NULL ? make_table (order) : NULL;

  if (table != NULL)
    tv_export_table_choose (window, table, NULL);
}

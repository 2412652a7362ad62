/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/export/export-profile.h"

#include "ui/export/export-table.h"

static TvProfileOrder *
get_order (TvWindow *window)
{
  TvTracePage *page = tv_window_get_page (window);

  if (page == NULL || tv_trace_page_get_session (page) == NULL)
    return NULL;
  return tv_profile_model_get_order (
      tv_profile_view_get_model (tv_panel_get_profile (tv_trace_page_get_panel (page))));
}

/* The rows in the order shown; they hold the order they are borrowed from. */
static GBytes *
get_rows (TvProfileOrder *order)
{
  gsize size = sizeof (guint32) * (gsize) tv_profile_order_get_n (order);

  return g_bytes_new_with_free_func (tv_profile_order_get_rows (order), size,
                                     (GDestroyNotify) tv_profile_order_unref,
                                     tv_profile_order_ref (order));
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
  g_autoptr (GBytes) rows = order != NULL ? get_rows (order) : NULL;

  if (order != NULL)
    tv_export_table (window, tv_profile_order_get_table (order), rows, file);
}

/* Asks where to write the profile, then writes it. */
void
tv_export_profile_choose (TvWindow *window)
{
  TvProfileOrder *order = get_order (window);
  g_autoptr (GBytes) rows = order != NULL ? get_rows (order) : NULL;

  if (order != NULL)
    tv_export_table_choose (window, tv_profile_order_get_table (order), rows);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/views/range/range-menu.h"

/* Context menu of a row of the Range view. Called by range-section.c. Builds the menu from the targets of the row;
 * changes nothing. */

#include <glib/gi18n.h>

#include "ui/kit/popup-menu.h"
#include "ui/views/symbol-menu.h"

/* Appends an item for each target of the selected row. */
static void
append_steps (GMenu *menu, const TvRangeStep *steps, TvTableView *view, TvSession *session)
{
  TvTable *table = tv_table_model_get_table (tv_table_view_get_model (view));
  guint32 row = tv_table_view_get_selected (view);
  g_autoptr (GMenu) items = g_menu_new ();

  for (guint i = 0; i < TV_RANGE_MAX_STEPS && steps[i].label != NULL && row != TV_NONE; i++)
    {
      gboolean is_done = steps[i].is_done != NULL && steps[i].is_done (session, table, row);
      g_autofree char *action = g_strdup_printf ("section.step(uint32 %u)", i);

      tv_popup_menu_append (items, is_done ? _ (steps[i].back_label) : _ (steps[i].label), action,
                            i == 0 ? "Return" : NULL);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (items));
}

/**
 * tv_range_menu_new:
 * @kind: presentation of the table
 * @view: view of the table in the section
 * @session: session of the section
 *
 * Returns: (transfer full): context menu of the selected row
 */
GMenu *
tv_range_menu_new (const TvRangeTableView *kind, TvTableView *view, TvSession *session)
{
  GMenu *menu = g_menu_new ();

  append_steps (menu, kind->steps, view, session);
  if (kind->names_symbols)
    tv_symbol_menu_append (menu, session, tv_session_get_selected_symbol (session));
  return menu;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/views/range/range-menu.h"

#include <glib/gi18n.h>

#include "ui/kit/popup-menu.h"
#include "ui/views/symbol-menu.h"

/* Where the selected row leads. */
static void
append_steps (GMenu *menu, const TvRangeStep *steps, TvTableView *view, TvSession *session)
{
  TvTable *table = tv_table_model_get_table (tv_table_view_get_model (view));
  guint32 row = tv_table_view_get_selected (view);
  g_autoptr (GMenu) items = g_menu_new ();

  for (guint i = 0; i < TV_RANGE_MOST_STEPS && steps[i].label != NULL && row != TV_NONE; i++)
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
 * @kind: a table of a section
 * @view: what shows it, inside of the section
 * @session: of the section
 * @is_of_several: more than one row is selected
 *
 * Returns: (transfer full): what can be done with the selected rows
 */
GMenuModel *
tv_range_menu_new (const TvRangeTableView *kind,
                   TvTableView *view,
                   TvSession *session,
                   gboolean is_of_several)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) rows = g_menu_new ();

  append_steps (menu, kind->steps, view, session);
  if (kind->names_symbols)
    tv_symbol_menu_append (menu, session, tv_session_get_selected_symbol (session));
  tv_popup_menu_append (rows, is_of_several ? _("Cop_y Rows") : _("Cop_y Row"), "table.copy-row",
                        "<Control>c");
  g_menu_append (rows, _("_Export as CSV…"), "table.export");
  g_menu_append (rows, _("Choose Col_umns…"), "table.columns");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (rows));
  return G_MENU_MODEL (menu);
}

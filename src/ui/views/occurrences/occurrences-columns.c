/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/occurrences/occurrences-view-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ui/kit/symbol-text.h"
#include "ui/kit/table-text.h"
#include "ui/views/symbol-menu.h"

#define TEXT_WIDTH_PX 200

static char *
dup_start (TvTable *table, guint32 row, guint column, gpointer session)
{
  return tv_table_text_dup_moment (table, row, column, tv_session_get_trace (session));
}

/* Without the package, which has its place in the details. */
static char *
dup_caller (TvTable *table, guint32 row, guint column, gpointer session)
{
  const TvSlices *slices = tv_trace_get_slices (tv_session_get_trace (session));
  GArray *rows = tv_occurrence_table_get_slices (TV_OCCURRENCE_TABLE (table));
  guint32 caller = slices->parent[g_array_index (rows, guint32, row)];

  return caller != TV_NONE ? tv_symbol_text_dup_short (tv_session_get_profile (session),
                                                       tv_slices_symbol (slices, caller))
                           : NULL;
}

void
tv_occurrences_view_show_columns (TvOccurrencesView *self)
{
  static const TvTableColumn columns[] = {
    { .name = "ts", .title = N_("Start"), .dup_text = dup_start, .widest = "999.999999 s" },
    { .name = "wall_ns" },
    { .name = "cpu_ns" },
    { .name = "self_wall_ns" },
    { .name = "self_cpu_ns" },
    { .name = "depth" },
    { .name = "thread", .title = N_("Thread"), .width = TEXT_WIDTH_PX },
    { .name = "caller", .dup_text = dup_caller },
  };
  TvTrace *trace = tv_session_get_trace (self->session);
  TvTableColumn shown[G_N_ELEMENTS (columns)];
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (tv_trace_has_clock (trace, TV_CLOCK_WALL) || !strstr (columns[i].name, "wall"))
      if (tv_trace_has_clock (trace, TV_CLOCK_CPU) || !strstr (columns[i].name, "cpu"))
        shown[n++] = columns[i];
  tv_table_view_set_columns (self->table, &tv_occurrence_table_info, shown, n, self->session);
  tv_table_view_set_sort (self->table,
                          tv_trace_has_clock (trace, TV_CLOCK_WALL) ? "wall_ns" : "cpu_ns", TRUE);
}

/* Returns: (transfer full): what can be done with a row */
GMenuModel *
tv_occurrences_menu_new (gboolean names_methods)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) steps = g_menu_new ();
  g_autoptr (GMenu) rows = g_menu_new ();

  g_menu_append (steps, names_methods ? _("_Next Call") : _("_Next Slice"), "win.next-call");
  g_menu_append (steps, names_methods ? _("_Previous Call") : _("_Previous Slice"),
                 "win.previous-call");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (steps));
  tv_symbol_menu_append (menu, TV_CALLS_OF_SELECTED);
  g_menu_append (rows, _("Copy _Row"), "table.copy-row");
  g_menu_append (rows, _("_Export as CSV…"), "table.export");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (rows));
  return G_MENU_MODEL (menu);
}

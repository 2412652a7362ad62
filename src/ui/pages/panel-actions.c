/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Actions of a panel and its views, for menus, keys and buttons. The trace page adds them to its actions with
 * tv_panel_add_actions(). Most of them apply to the visible view. */

#include <adwaita.h>
#include <glib/gi18n.h>

#include "tables/time-columns-table.h"
#include "tables/tables.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/table/table-export.h"
#include "ui/pages/panel-private.h"

static GVariant *
get_page_state (gpointer object)
{
  const char *page = tv_panel_get_page (object);

  return g_variant_new_string (page != NULL ? page : "");
}

static GVariant *
get_busy_state (gpointer object)
{
  gboolean is_busy;

  g_object_get (object, "is-busy", &is_busy, NULL);
  return g_variant_new_boolean (is_busy);
}

static void
change_page (gpointer object, GVariant *value)
{
  tv_panel_set_page (object, g_variant_get_string (value, NULL));
}

static GVariant *
get_fills_state (gpointer object)
{
  return g_variant_new_boolean (TV_PANEL (object)->fills);
}

static void
change_fills (gpointer object, GVariant *value)
{
  g_object_set (object, "fills", g_variant_get_boolean (value), NULL);
}

static void
show_view (gpointer object, const char *name, GVariant *parameter)
{
  TvPanel *self = object;

  tv_panel_choose_page (
      self, tv_switcher_get_id (self->switcher, (guint) g_variant_get_int32 (parameter)));
}

/* Returns: (transfer full) (nullable): a table
 *
 * @name: (nullable): name of a table in any view, of which the visible view is searched first; NULL for the main
 *   table of the visible view
 * @order: (out): see tv_view_dup_table() */
static TvTable *
dup_table (TvPanel *self, const char *name, GBytes **order)
{
  const TvPanelEntry *shown = tv_panel_get_shown (self);
  TvTable *table = shown != NULL ? tv_view_dup_table (shown->view, name, order) : NULL;

  for (guint i = 0; name != NULL && table == NULL && i < self->entries->len; i++)
    table = tv_view_dup_table (g_array_index (self->entries, TvPanelEntry, i).view, name, order);
  return table;
}

/* Adds columns with times relative to the session's time base, unless it is the default. Returns: (transfer full):
 * the table */
static TvTable *
add_times (TvPanel *self, TvTable *table)
{
  const TvTimeBase *base = tv_session_get_time_base (self->session);

  return base->kind != tv_time_base_get_default (tv_session_get_trace (self->session))
             ? tv_time_columns_table_new (table, base)
             : g_object_ref (table);
}

/* Shows a toast that there are no rows to export, because the view has no table or has not computed its rows yet. */
static void
show_no_rows (TvPanel *self)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (GTK_WIDGET (self), ADW_TYPE_TOAST_OVERLAY);

  if (overlay != NULL)
    adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay),
                                 adw_toast_new (_("There are no rows to export yet")));
}

static void
export_table (TvPanel *self, const char *name, const char *path)
{
  g_autoptr (GBytes) order = NULL;
  g_autoptr (TvTable) shown = dup_table (self, name, &order);
  g_autoptr (TvTable) table = shown != NULL ? add_times (self, shown) : NULL;
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_path (path) : NULL;

  if (table == NULL)
    {
      show_no_rows (self);
      return;
    }
  if (file != NULL)
    tv_table_export (GTK_WIDGET (self), table, order, file);
  else
    tv_table_export_choose (GTK_WIDGET (self), tv_session_get_file (self->session), table, order);
}

static void
export_csv (gpointer object, const char *name, GVariant *parameter)
{
  export_table (object, NULL, parameter != NULL ? g_variant_get_string (parameter, NULL) : NULL);
}

/* Exports the visible view as an image; if it has no image, exports the timeline. */
static void
export_image (gpointer object, const char *name, GVariant *parameter)
{
  const TvPanelEntry *shown = tv_panel_get_shown (object);

  if (shown == NULL || !tv_view_export_image (shown->view))
    gtk_widget_activate_action (GTK_WIDGET (object), "win.export-timeline", NULL);
}

static void
export_named_table (gpointer object, const char *name, GVariant *parameter)
{
  export_table (object, g_variant_get_string (parameter, NULL), NULL);
}

static void
export_named_table_to (gpointer object, const char *name, GVariant *parameter)
{
  const char *table, *path;

  g_variant_get (parameter, "(&s&s)", &table, &path);
  export_table (object, table, path);
}

/* ---- Queries ---- */

/* Returns: (transfer none) (nullable): the entry of the view for queries */
static const TvPanelEntry *
find_query_view (TvPanel *self)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (g_array_index (self->entries, TvPanelEntry, i).info->queries)
      return &g_array_index (self->entries, TvPanelEntry, i);
  return NULL;
}

static gboolean
has_query_view (gpointer object)
{
  return find_query_view (object) != NULL;
}

static gboolean
has_table (TvView *view, const char *name)
{
  g_autoptr (GBytes) order = NULL;
  g_autoptr (TvTable) table = tv_view_dup_table (view, name, &order);

  return table != NULL;
}

/* Returns: (transfer none) (nullable): a view that shows a table, preferably the visible view */
static TvView *
find_view (TvPanel *self, const char *table)
{
  const TvPanelEntry *shown = tv_panel_get_shown (self);

  if (shown != NULL && has_table (shown->view, table))
    return shown->view;
  for (guint i = 0; i < self->entries->len; i++)
    if (has_table (g_array_index (self->entries, TvPanelEntry, i).view, table))
      return g_array_index (self->entries, TvPanelEntry, i).view;
  return NULL;
}

/* Switches to the view for queries, and focuses its editor. */
static void
show_query (gpointer object, const char *name, GVariant *parameter)
{
  const TvPanelEntry *entry = find_query_view (object);

  tv_panel_choose_page (object, entry->info->id);
  gtk_widget_grab_focus (GTK_WIDGET (entry->view));
}

/* Shows the content of a table as a query. The parameter contains the table's name, the sort column (empty for none),
 * and whether the order is descending. */
static void
show_as_query (gpointer object, const char *name, GVariant *parameter)
{
  TvPanel *self = object;
  const TvPanelEntry *entry = find_query_view (self);
  const char *table, *order;
  TvTableContent content = { .symbol = TV_NONE };
  TvView *view;

  g_variant_get (parameter, "(&s&sb)", &table, &order, &content.is_descending);
  view = find_view (self, table);
  content.info = tv_tables_find (table, NULL);
  if (entry == NULL || view == NULL || content.info == NULL)
    return;
  content.selection = tv_session_get_selection (self->session);
  content.order = *order != '\0' ? order : NULL;
  tv_view_describe_content (view, &content);
  tv_panel_choose_page (self, entry->info->id);
  tv_view_show_content (entry->view, &content);
  g_free (content.text);
  g_free (content.omitted);
}

/* Opens the popover that adds a filter. Beeps if the visible view does not support filters. */
static void
add_filter (gpointer object, const char *name, GVariant *parameter)
{
  if (!tv_chip_row_add (TV_PANEL (object)->chips))
    gtk_widget_error_bell (object);
}

static const TvObjectAction actions[] = {
  { .name = "panel-page",
    .type = "s",
    .get_state = get_page_state,
    .change = change_page,
    .signals = "notify::page" },
  { .name = "view-fills",
    .type = "b",
    .get_state = get_fills_state,
    .change = change_fills,
    .signals = "notify::fills" },
  { .name = "view-busy", .type = "b", .get_state = get_busy_state, .signals = "notify::is-busy" },
  { .name = "show-view", .type = "i", .activate = show_view },
  { .name = "add-filter", .activate = add_filter },
  { .name = "export-csv", .activate = export_csv },
  { .name = "export-csv-to", .type = "s", .activate = export_csv },
  { .name = "export-image", .activate = export_image },
  { .name = "export-table", .type = "s", .activate = export_named_table },
  { .name = "export-table-to", .type = "(ss)", .activate = export_named_table_to },
  { .name = "show-query", .activate = show_query, .is_enabled = has_query_view },
  { .name = "show-as-query",
    .type = "(ssb)",
    .activate = show_as_query,
    .is_enabled = has_query_view },
};

/* Adds the actions of the panel and of its views. */
void
tv_panel_add_actions (TvPanel *self, GActionMap *map)
{
  g_return_if_fail (TV_IS_PANEL (self));

  tv_object_actions_add (map, self, self, actions, G_N_ELEMENTS (actions));
  for (guint i = 0; i < self->entries->len; i++)
    tv_view_add_actions (g_array_index (self->entries, TvPanelEntry, i).view, map);
}

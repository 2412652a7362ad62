/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A TvResultView that needs no code per view: views such as Registers or Open Files only set a TvListKind in their
 * TvViewInfo. Stateless. Clicks on rows call functions of the kind, which change the session. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "tables/tables.h"
#include "ui/kit/popup-menu.h"
#include "ui/kit/table/table-filter.h"

struct _TvListView
{
  TvResultView parent_instance;
};

G_DEFINE_FINAL_TYPE (TvListView, tv_list_view, TV_TYPE_RESULT_VIEW)

typedef struct
{
  TvResult parent;
  const TvListKind *kind;
} ListResult;

static const TvListKind *
get_kind (gpointer self)
{
  return tv_view_get_info (TV_VIEW (self))->kind;
}

static TvTable *
get_table (gpointer self)
{
  return tv_result_view_get_result (TV_RESULT_VIEW (self))->table;
}

/* ---- Filter ---- */

static void
prepare (TvResultView *self, TvResult *result)
{
  ((ListResult *) result)->kind = get_kind (self);
}

static gboolean
has_text (const TvResult *result, guint32 row, const TvTextMatch *match, const char *text)
{
  const TvListKind *kind = ((const ListResult *) result)->kind;

  return tv_table_filter_has_text (result->table, row, match) ||
         (kind->has_text != NULL && kind->has_text (result->trace, row, text));
}

static char *
dup_count (TvResultView *self, guint32 n, const char *some, const char *all)
{
  if (some == NULL)
    return g_strdup_printf (ngettext ("%s row", "%s rows", n), all);
  /* Translators: number of rows that match a filter; number of all rows */
  return g_strdup_printf (ngettext ("%s of %s row", "%s of %s rows", n), some, all);
}

/* ---- Rows ---- */

static void
show_row (TvResultView *self, guint row)
{
  if (get_kind (self)->show_row != NULL)
    get_kind (self)->show_row (tv_view_get_session (TV_VIEW (self)), get_table (self), row);
}

static void
follow_link (TvResultView *self, guint row)
{
  TvTrace *trace = tv_session_get_trace (tv_view_get_session (TV_VIEW (self)));
  guint32 target = TV_NONE;
  const char *action = get_kind (self)->get_link (trace, row, &target);

  if (action != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), action, "u", target);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static GMenu *
make_menu (gpointer view, TvTableRow *row)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) links = g_menu_new ();

  if (row != NULL)
    get_kind (view)->make_menu (tv_session_get_trace (tv_view_get_session (TV_VIEW (view))),
                                tv_table_row_get_row (row), links);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (links));
  return menu;
}

/* Appends a menu item that goes to a row of another view. @row: %TV_NONE for a disabled item. @reason: why the item
 * is disabled. */
void
tv_list_view_append_link (GMenu *menu,
                          const char *label,
                          const char *action,
                          guint32 row,
                          const char *reason)
{
  g_autofree char *detailed = g_strdup_printf ("%s(uint32 %u)", action, row);

  if (row != TV_NONE)
    tv_popup_menu_append (menu, label, detailed, NULL);
  else
    tv_popup_menu_append_grey (menu, label, reason);
}

/* Implements @go_to of #TvListKind: clears the search entry, switches to the view, and selects and shows a row. */
void
tv_list_view_go_to (gpointer view, const char *name, GVariant *parameter)
{
  TvResultView *self = view;
  TvSearchEntry *entry = tv_result_view_get_entry (self);
  guint32 row = g_variant_get_uint32 (parameter);

  if (row >= tv_table_get_n_rows (get_table (self)))
    return;
  if (entry != NULL)
    tv_search_entry_set (entry, "", FALSE);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.panel-page", "s",
                              tv_view_get_info (TV_VIEW (self))->id);
  tv_table_view_select_row (tv_result_view_get_table (self), row);
  show_row (self, row);
}

/* Returns: (transfer floating): selected row, or %TV_NONE, as the state of an action */
GVariant *
tv_list_view_get_selected (gpointer view)
{
  return g_variant_new_uint32 (tv_table_view_get_selected (tv_result_view_get_table (view)));
}

static void
add_actions (TvView *view, GActionMap *map)
{
  if (get_kind (view)->go_to != NULL)
    tv_object_actions_add (map, view, tv_result_view_get_table (TV_RESULT_VIEW (view)),
                           get_kind (view)->go_to, 1);
}

static void
open_row (TvResultView *self, guint row)
{
  show_row (self, row);
  if (get_kind (self)->get_link != NULL)
    follow_link (self, row);
  else if (get_kind (self)->opens != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.panel-page", "s", get_kind (self)->opens);
}

/* ---- View ---- */

static void
set_session (TvView *view, TvSession *session)
{
  TvResultView *self = TV_RESULT_VIEW (view);
  TvTableView *table_view = tv_result_view_get_table (self);
  const TvListKind *kind = get_kind (self);
  g_autoptr (TvTable)
      table = tv_tables_open (kind->table, tv_session_get_trace (session), NULL, NULL, NULL);

  tv_table_view_set_columns (table_view, tv_table_get_info (table), kind->columns, kind->n_columns,
                             session);
  tv_table_view_set_order (table_view, NULL);
  tv_table_view_set_name (table_view, _ (tv_view_get_info (view)->title));
  if (kind->make_menu != NULL)
    tv_table_view_set_menu (table_view, make_menu, self);
  tv_result_view_show (self, table);
}

/* Returns no summary for a list without a search entry, because such a list always shows all rows. */
static char *
dup_summary (TvView *view)
{
  return tv_result_view_get_entry (TV_RESULT_VIEW (view)) != NULL
             ? TV_VIEW_CLASS (tv_list_view_parent_class)->dup_summary (view)
             : NULL;
}

static gboolean
is_empty (TvView *view)
{
  return tv_result_view_get_entry (TV_RESULT_VIEW (view)) != NULL &&
         TV_VIEW_CLASS (tv_list_view_parent_class)->is_empty (view);
}

static void
describe_content (TvView *view, TvTableContent *content)
{
  TvSearchEntry *entry = tv_result_view_get_entry (TV_RESULT_VIEW (view));

  if (entry == NULL)
    return;
  content->is_in_any_column = TRUE;
  if (get_kind (view)->has_text == NULL)
    tv_view_describe_text (entry, content);
  else if (tv_search_entry_is_active (entry))
    content->omitted = g_strdup (tv_search_entry_get_text (entry));
}

static const TvResultKind result_kind = {
  .result_size = sizeof (ListResult),
  .prepare = prepare,
  .has_text = has_text,
  .dup_count = dup_count,
  .select_row = show_row,
  .open_row = open_row,
};

static void
tv_list_view_constructed (GObject *object)
{
  const char *placeholder = get_kind (object)->placeholder;

  G_OBJECT_CLASS (tv_list_view_parent_class)->constructed (object);
  if (placeholder != NULL)
    tv_result_view_add_entry (TV_RESULT_VIEW (object), placeholder);
}

static void
tv_list_view_class_init (TvListViewClass *klass)
{
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  TV_RESULT_VIEW_CLASS (klass)->kind = &result_kind;
  view_class->set_session = set_session;
  view_class->dup_summary = dup_summary;
  view_class->is_empty = is_empty;
  view_class->describe_content = describe_content;
  view_class->add_actions = add_actions;
  G_OBJECT_CLASS (klass)->constructed = tv_list_view_constructed;
}

static void
tv_list_view_init (TvListView *self)
{
}

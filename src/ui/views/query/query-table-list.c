/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The Tables button of the Query view (query-view.c): all tables and their columns, with a filter. Shows the names
 * that a worker has listed (TvSqlNames). Owns the set of expanded tables, which is kept while the popover is closed. */

#include "ui/views/query/query-table-list.h"

#include <glib/gi18n.h>

#include "analysis/symbols/text-match.h"
#include "core/types.h"
#include "query/database-tables.h"
#include "tables/perfetto/public-tables.h"
#include "tables/tables.h"

#define LIST_WIDTH_PX    340
#define LIST_HEIGHT_PX   400
#define COLUMN_INDENT_PX 30

/**
 * Row:
 * @table: index of the table
 * @column: index of the column; %TV_NONE for the table itself
 *
 * Row of the list: a table, or a column of a table.
 */
typedef struct
{
  guint table;
  guint column;
} Row;

/**
 * TvQueryTableList:
 * @names: (nullable): names of tables and columns in the database; %NULL until they have been listed
 * @rows: (element-type Row): visible rows
 * @model: names of the visible rows
 * @opened: (element-type guint): indexes of expanded tables
 * @items: (element-type GtkListItem): list items that are currently bound to a row
 *
 * Button with the list of tables.
 */
struct _TvQueryTableList
{
  GtkWidget parent_instance;

  GtkMenuButton *button;
  GtkPopover *popover;
  GtkSearchEntry *search;
  GtkStack *stack;
  GtkListView *list;
  GtkLabel *message;
  GtkSingleSelection *selection;

  TvSqlNames *names;
  GArray *rows;
  GtkStringList *model;
  GHashTable *opened;
  GPtrArray *items;
};

G_DEFINE_FINAL_TYPE (TvQueryTableList, tv_query_table_list, GTK_TYPE_WIDGET)

enum
{
  CHOSEN,
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
emit_changed (TvQueryTableList *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* ---- Names ---- */

static const TvDatabaseTable *
get_table (TvQueryTableList *self, guint table)
{
  return tv_sql_names_get_tables (self->names)->pdata[table];
}

static const Row *
get_row (TvQueryTableList *self, guint position)
{
  return &g_array_index (self->rows, Row, position);
}

static const char *
get_name (TvQueryTableList *self, const Row *row)
{
  const TvDatabaseTable *table = get_table (self, row->table);

  return row->column == TV_NONE
             ? table->name
             : g_array_index (table->columns, TvDatabaseColumn, row->column).name;
}

/* Returns: (nullable): the description of a table; %NULL for a table that a query has created */
static const char *
find_description (const char *table)
{
  const TvPublicTable *public = tv_public_tables_find (table);
  const TvTableInfo *own = tv_tables_find (table, NULL);

  if (public != NULL)
    return _ (tv_public_table_get_description (public));
  return own != NULL ? _ (own->description) : NULL;
}

/* Returns: (nullable): the column of one of Traceview's own tables */
static const TvColumn *
find_column (const char *table, const char *name)
{
  const TvTableInfo *info = tv_tables_find (table, NULL);

  for (guint i = 0; info != NULL && i < info->n_columns; i++)
    if (g_str_equal (info->columns[i].name, name))
      return &info->columns[i];
  return NULL;
}

/* Returns: (nullable): the description of a table's column */
static const char *
find_column_description (const char *table, const char *name)
{
  const TvPublicTable *public = tv_public_tables_find (table);
  const TvColumn *own = find_column (table, name);
  const char *description = public != NULL ? tv_public_table_find_description (public, name)
                            : own != NULL  ? own->description
                                           : NULL;

  return description != NULL ? _ (description) : NULL;
}

static const char *
get_unit (const TvColumn *column)
{
  static const char *const units[] = {
    [TV_UNIT_NS] = N_("ns"),           [TV_UNIT_TS] = N_("time in ns"),
    [TV_UNIT_PERCENT] = N_("percent"), [TV_UNIT_COUNT] = N_("count"),
    [TV_UNIT_BYTES] = N_("bytes"),     [TV_UNIT_KIB] = N_("KiB"),
  };
  const char *unit = column != NULL && column->unit < G_N_ELEMENTS (units) ? units[column->unit]
                                                                           : NULL;

  return unit != NULL ? _ (unit) : NULL;
}

/* Returns: (transfer full): type of a column, and its unit if known */
static char *
dup_type (TvQueryTableList *self, const Row *row)
{
  static const char *const types[] = { "INTEGER", "REAL", "TEXT" };
  const TvDatabaseTable *table = get_table (self, row->table);
  const TvDatabaseColumn *column = &g_array_index (table->columns, TvDatabaseColumn, row->column);
  const char *unit = get_unit (find_column (table->name, column->name));

  return unit != NULL ? g_strdup_printf ("%s, %s", types[column->type], unit)
                      : g_strdup (types[column->type]);
}

/* ---- Rows ---- */

static gboolean
is_opened (TvQueryTableList *self, guint table)
{
  return g_hash_table_contains (self->opened, GUINT_TO_POINTER (table));
}

static gboolean
has_text (const TvTextMatch *match, const char *text)
{
  return text != NULL && tv_text_match_test (match, text, -1);
}

/* Returns the number of visible columns below a table. @position: position of the table's row. */
static guint
count_columns (TvQueryTableList *self, guint position)
{
  guint table = get_row (self, position)->table, n = 0;

  while (position + n + 1 < self->rows->len && get_row (self, position + n + 1)->table == table)
    n++;
  return n;
}

/* Lists a table that matches, with all its columns if it is expanded. If only columns of the table match, lists it
 * with these columns. */
static void
list_table (TvQueryTableList *self, guint index, const TvTextMatch *match)
{
  const TvDatabaseTable *table = get_table (self, index);
  gboolean is_match = match == NULL || has_text (match, table->name) ||
                      has_text (match, find_description (table->name));
  gboolean takes_all = is_match && is_opened (self, index);
  Row row = { index, TV_NONE };
  guint first = self->rows->len;

  g_array_append_val (self->rows, row);
  for (row.column = 0; row.column < table->columns->len; row.column++)
    if (takes_all || (!is_match && has_text (match, get_name (self, &row))))
      g_array_append_val (self->rows, row);
  if (!is_match && self->rows->len == first + 1)
    g_array_set_size (self->rows, first);
}

/* Updates the model after rows have been replaced: removes @n_removed names and adds those of @n_added rows at
 * @position. */
static void
splice (TvQueryTableList *self, guint position, guint n_removed, guint n_added)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < n_added; i++)
    g_ptr_array_add (names, (gpointer) get_name (self, get_row (self, position + i)));
  g_ptr_array_add (names, NULL);
  gtk_string_list_splice (self->model, position, n_removed, (const char *const *) names->pdata);
}

static void
select_row (TvQueryTableList *self, guint position)
{
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
}

/* Lists the matching tables: with @by_name those whose name matches, otherwise the others. Skips tables that are
 * empty for every trace. */
static void
list_tables (TvQueryTableList *self, const TvTextMatch *match, gboolean by_name)
{
  for (guint i = 0; self->names != NULL && i < tv_sql_names_get_tables (self->names)->len; i++)
    {
      const TvDatabaseTable *table = get_table (self, i);

      if (table->has_rows_ever && (match == NULL || has_text (match, table->name) == by_name))
        list_table (self, i, match);
    }
}

/* Lists the tables that match the search text. Tables whose name matches come first. */
static void
fill (TvQueryTableList *self)
{
  const char *wanted = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autoptr (TvTextMatch) match = *wanted != '\0' ? tv_text_match_new (wanted, FALSE, NULL) : NULL;
  guint n_before = g_list_model_get_n_items (G_LIST_MODEL (self->model));

  g_array_set_size (self->rows, 0);
  list_tables (self, match, TRUE);
  if (match != NULL)
    list_tables (self, match, FALSE);
  splice (self, 0, n_before, self->rows->len);
  gtk_label_set_text (self->message, self->names != NULL
                                         ? _("No table or column matches.")
                                         : _("Tables are listed when the query has finished."));
  gtk_stack_set_visible_child_name (self->stack, self->rows->len > 0 ? "list" : "message");
  if (self->rows->len > 0)
    select_row (self, 0);
  emit_changed (self);
}

/* ---- Items ---- */

/* Widgets of a list item */
typedef struct
{
  GtkWidget *box;
  GtkWidget *arrow;
  GtkLabel *name;
  GtkLabel *type;
  GtkLabel *description;
} Parts;

#define PARTS_KEY "tv-parts"

static void
set_arrow (TvQueryTableList *self, GtkListItem *item)
{
  const Parts *parts = g_object_get_data (G_OBJECT (item), PARTS_KEY);
  guint position = gtk_list_item_get_position (item);
  gboolean is_table = get_row (self, position)->column == TV_NONE;
  gboolean has_columns = is_table && count_columns (self, position) > 0;

  gtk_widget_set_visible (parts->arrow, is_table);
  gtk_button_set_icon_name (GTK_BUTTON (parts->arrow),
                            has_columns ? "pan-down-symbolic" : "pan-end-symbolic");
  if (is_table)
    gtk_accessible_update_state (GTK_ACCESSIBLE (gtk_widget_get_parent (parts->box)),
                                 GTK_ACCESSIBLE_STATE_EXPANDED, has_columns, -1);
  else
    gtk_accessible_reset_state (GTK_ACCESSIBLE (gtk_widget_get_parent (parts->box)),
                                GTK_ACCESSIBLE_STATE_EXPANDED);
}

/* Expands or collapses the table of a row. Collapsing also removes columns that were listed because they match. */
static void
set_opened (TvQueryTableList *self, guint position, gboolean is_open)
{
  guint table = get_row (self, position)->table;
  guint n_before = count_columns (self, position);
  guint n = is_open ? get_table (self, table)->columns->len : 0;

  if (is_open)
    g_hash_table_add (self->opened, GUINT_TO_POINTER (table));
  else
    g_hash_table_remove (self->opened, GUINT_TO_POINTER (table));
  if (n_before > 0)
    g_array_remove_range (self->rows, position + 1, n_before);
  for (guint i = 0; i < n; i++)
    {
      Row row = { table, i };

      g_array_insert_val (self->rows, position + 1 + i, row);
    }
  splice (self, position + 1, n_before, n);
  for (guint i = 0; i < self->items->len; i++)
    if (gtk_list_item_get_position (self->items->pdata[i]) == position)
      set_arrow (self, self->items->pdata[i]);
  emit_changed (self);
}

static void
on_arrow_clicked (TvQueryTableList *self, GtkButton *button)
{
  GtkListItem *item = g_object_get_data (G_OBJECT (button), "item");
  guint position = gtk_list_item_get_position (item);

  set_opened (self, position, count_columns (self, position) == 0);
}

static GtkLabel *
add_label (GtkWidget *box, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static void
on_setup (TvQueryTableList *self, GtkListItem *item)
{
  Parts *parts = g_new0 (Parts, 1);
  GtkWidget *text_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  parts->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  parts->arrow = gtk_button_new ();
  gtk_widget_add_css_class (parts->arrow, "flat");
  gtk_widget_set_valign (parts->arrow, GTK_ALIGN_START);
  gtk_widget_set_can_focus (parts->arrow, FALSE); /* the keys Left and Right do the same */
  gtk_widget_set_tooltip_text (parts->arrow, _("Columns"));
  g_object_set_data (G_OBJECT (parts->arrow), "item", item);
  g_signal_connect_object (parts->arrow, "clicked", G_CALLBACK (on_arrow_clicked), self,
                           G_CONNECT_SWAPPED);
  parts->name = add_label (line, NULL);
  gtk_widget_set_hexpand (GTK_WIDGET (parts->name), TRUE);
  parts->type = add_label (line, "dim-label");
  gtk_box_append (GTK_BOX (text_box), line);
  parts->description = add_label (text_box, "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (parts->description), "caption");
  gtk_widget_set_hexpand (text_box, TRUE);
  gtk_box_append (GTK_BOX (parts->box), parts->arrow);
  gtk_box_append (GTK_BOX (parts->box), text_box);
  gtk_list_item_set_child (item, parts->box);
  g_object_set_data_full (G_OBJECT (item), PARTS_KEY, parts, g_free);
}

/* Returns: (transfer full): accessible label of a row */
static char *
dup_label (TvQueryTableList *self, const Row *row)
{
  const char *table = get_table (self, row->table)->name;
  const char *description = find_description (table);
  g_autofree char *type = NULL;

  if (row->column == TV_NONE)
    /* Translators: name of a table in SQL; description of the table */
    return description != NULL ? g_strdup_printf (_("%s: %s"), table, description)
                               : g_strdup (table);
  type = dup_type (self, row);
  /* Translators: name of a column in SQL; name of its table; type of the column */
  return g_strdup_printf (_("%s, column of %s, %s"), get_name (self, row), table, type);
}

static void
on_bind (TvQueryTableList *self, GtkListItem *item)
{
  const Parts *parts = g_object_get_data (G_OBJECT (item), PARTS_KEY);
  const Row *row = get_row (self, gtk_list_item_get_position (item));
  gboolean is_table = row->column == TV_NONE;
  const char *table = get_table (self, row->table)->name;
  const char *description = is_table ? find_description (table) : NULL;
  const char *tooltip = is_table ? description
                                 : find_column_description (table, get_name (self, row));
  g_autofree char *type = is_table ? NULL : dup_type (self, row);
  g_autofree char *label = dup_label (self, row);

  gtk_label_set_text (parts->name, get_name (self, row));
  gtk_label_set_text (parts->type, type != NULL ? type : "");
  gtk_label_set_text (parts->description, description != NULL ? description : "");
  gtk_widget_set_visible (GTK_WIDGET (parts->description), description != NULL);
  gtk_widget_set_tooltip_text (parts->box, tooltip);
  gtk_widget_set_margin_start (parts->box, is_table ? 0 : COLUMN_INDENT_PX);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (parts->box)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  set_arrow (self, item);
  g_ptr_array_add (self->items, item);
}

static void
on_unbind (TvQueryTableList *self, GtkListItem *item)
{
  g_ptr_array_remove_fast (self->items, item);
}

/* ---- Choice ---- */

static void
choose (TvQueryTableList *self, guint position)
{
  g_autofree char *name = g_strdup (get_name (self, get_row (self, position)));

  gtk_popover_popdown (self->popover);
  g_signal_emit (self, signals[CHOSEN], 0, name);
}

static void
on_list_activated (TvQueryTableList *self, guint position)
{
  choose (self, position);
}

static void
on_search_activated (TvQueryTableList *self)
{
  fill (self); /* the search entry emits “search-changed” with a delay */
  if (self->rows->len > 0)
    choose (self, 0);
}

static void
close_popover (TvQueryTableList *self)
{
  gtk_popover_popdown (self->popover);
}

/* Moves the focus from the search entry to the list when Down is pressed. */
static gboolean
on_search_key (GtkEventControllerKey *controller,
               guint keyval,
               guint keycode,
               GdkModifierType state,
               TvQueryTableList *self)
{
  if (keyval != GDK_KEY_Down && keyval != GDK_KEY_KP_Down)
    return GDK_EVENT_PROPAGATE;
  gtk_widget_child_focus (GTK_WIDGET (self->list), GTK_DIR_TAB_FORWARD);
  return GDK_EVENT_STOP;
}

/* Moves the selection and the focus to a row. */
static void
focus_row (TvQueryTableList *self, guint position)
{
  select_row (self, position);
  for (guint i = 0; i < self->items->len; i++)
    if (gtk_list_item_get_position (self->items->pdata[i]) == position)
      {
        gtk_widget_grab_focus (
            gtk_widget_get_parent (gtk_list_item_get_child (self->items->pdata[i])));
        return;
      }
}

/* Expands the selected table when Right is pressed; collapses it when Left is pressed. On a column, Left collapses
 * its table. */
static gboolean
on_list_key (GtkEventControllerKey *controller,
             guint keyval,
             guint keycode,
             GdkModifierType state,
             TvQueryTableList *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);
  gboolean is_open = keyval == GDK_KEY_Right || keyval == GDK_KEY_KP_Right;
  const Row *row;

  if ((!is_open && keyval != GDK_KEY_Left && keyval != GDK_KEY_KP_Left) ||
      position >= self->rows->len)
    return GDK_EVENT_PROPAGATE;
  row = get_row (self, position);
  /* A search may list only the matching columns of a table. */
  if (is_open && row->column == TV_NONE &&
      count_columns (self, position) < get_table (self, row->table)->columns->len)
    set_opened (self, position, TRUE);
  else if (!is_open)
    {
      while (get_row (self, position)->column != TV_NONE)
        position--;
      focus_row (self, position); /* before the column's row is removed */
      set_opened (self, position, FALSE);
    }
  return GDK_EVENT_STOP;
}

/* ---- Widget ---- */

/* Sets the tables and columns to list, and collapses all tables. An open popover stays open. */
void
tv_query_table_list_set_names (TvQueryTableList *self, TvSqlNames *names)
{
  g_array_set_size (self->rows, 0);
  splice (self, 0, g_list_model_get_n_items (G_LIST_MODEL (self->model)), 0);
  g_hash_table_remove_all (self->opened);
  g_clear_pointer (&self->names, tv_sql_names_unref);
  self->names = tv_sql_names_ref (names);
  fill (self);
}

/* Opens the list with a search text. */
void
tv_query_table_list_open (TvQueryTableList *self, const char *wanted)
{
  gtk_menu_button_popup (self->button);
  gtk_editable_set_text (GTK_EDITABLE (self->search), wanted);
  fill (self);
}

/* Returns: (transfer floating): names of the visible rows; empty while the list is closed */
GVariant *
tv_query_table_list_get_state (TvQueryTableList *self)
{
  GVariantBuilder names;

  g_variant_builder_init (&names, G_VARIANT_TYPE_STRING_ARRAY);
  for (guint i = 0; gtk_widget_get_mapped (GTK_WIDGET (self->popover)) && i < self->rows->len; i++)
    g_variant_builder_add (&names, "s", get_name (self, get_row (self, i)));
  return g_variant_builder_end (&names);
}

static void
on_shown (TvQueryTableList *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  fill (self);
}

static void
tv_query_table_list_dispose (GObject *object)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  if (child != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tv_query_table_list_parent_class)->dispose (object);
}

static void
tv_query_table_list_finalize (GObject *object)
{
  TvQueryTableList *self = TV_QUERY_TABLE_LIST (object);

  g_clear_pointer (&self->names, tv_sql_names_unref);
  g_array_unref (self->rows);
  g_hash_table_unref (self->opened);
  g_ptr_array_unref (self->items);
  G_OBJECT_CLASS (tv_query_table_list_parent_class)->finalize (object);
}

static void
tv_query_table_list_class_init (TvQueryTableListClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_query_table_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = tv_query_table_list_finalize;
  signals[CHOSEN] = g_signal_new ("chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
make_list (TvQueryTableList *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect_object (factory, "setup", G_CALLBACK (on_setup), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (on_unbind), self, G_CONNECT_SWAPPED);
  self->model = gtk_string_list_new (NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->model));
  self->list = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), factory));
  gtk_list_view_set_single_click_activate (self->list, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "query-tables");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Tables"), -1);
  g_signal_connect_swapped (self->list, "activate", G_CALLBACK (on_list_activated), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_list_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), keys);
}

static void
make_search (TvQueryTableList *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->search = GTK_SEARCH_ENTRY (gtk_search_entry_new ());
  g_object_set (self->search, "placeholder-text", _("Table, column or description"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Table, column or description"), -1);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (fill), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (on_search_activated), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (close_popover), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_search_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->search), keys);
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self->list));
}

static void
tv_query_table_list_init (TvQueryTableList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  self->opened = g_hash_table_new (NULL, NULL);
  self->items = g_ptr_array_new ();
  make_list (self);
  make_search (self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->list));
  self->message = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->message, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->message), "dim-label");
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_named (self->stack, scrolled, "list");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->message), "message");
  gtk_widget_set_size_request (GTK_WIDGET (self->stack), LIST_WIDTH_PX, LIST_HEIGHT_PX);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->search));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
  self->popover = GTK_POPOVER (gtk_popover_new ());
  gtk_popover_set_child (self->popover, box);
  g_signal_connect_swapped (self->popover, "show", G_CALLBACK (on_shown), self);
  g_signal_connect_swapped (self->popover, "closed", G_CALLBACK (emit_changed), self);
  self->button = GTK_MENU_BUTTON (gtk_menu_button_new ());
  gtk_menu_button_set_label (self->button, _("Tables"));
  gtk_menu_button_set_has_frame (self->button, FALSE);
  gtk_menu_button_set_popover (self->button, GTK_WIDGET (self->popover));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), _("Tables and columns to insert"));
  gtk_widget_set_parent (GTK_WIDGET (self->button), GTK_WIDGET (self));
}

GtkWidget *
tv_query_table_list_new (void)
{
  return g_object_new (TV_TYPE_QUERY_TABLE_LIST, NULL);
}

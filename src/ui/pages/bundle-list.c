/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/bundle-list.h"

#include <glib/gi18n.h>

/* The list of a bundle's members, grouped by kind. Created by the template of the bundle page. Shows the model of a
 * TvBundleRows, and folds its groups. Does not open members itself: it emits a signal. */

struct _TvBundleList
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *headers; /* (nullable): column headers; NULL until a bundle is shown */
  GtkListView *list;
  GtkSingleSelection *selection;
  GtkWidget *empty;
  GPtrArray *cells; /* cells that are bound to a row; not owned */

  TvBundleCells shared;
  TvBundleRows *rows; /* (nullable): NULL until a bundle is shown; not owned */
};

G_DEFINE_FINAL_TYPE (TvBundleList, tv_bundle_list, GTK_TYPE_WIDGET)

enum
{
  SELECTED,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
set_up (GtkListItemFactory *factory, GtkListItem *item, TvBundleList *self)
{
  gtk_list_item_set_child (item, tv_bundle_cell_new (&self->shared));
}

static void
bind (GtkListItemFactory *factory, GtkListItem *item, TvBundleList *self)
{
  TvBundleCell *cell = TV_BUNDLE_CELL (gtk_list_item_get_child (item));

  tv_bundle_cell_set_row (cell, gtk_list_item_get_item (item));
  g_ptr_array_add (self->cells, cell);
}

static void
unbind (GtkListItemFactory *factory, GtkListItem *item, TvBundleList *self)
{
  TvBundleCell *cell = TV_BUNDLE_CELL (gtk_list_item_get_child (item));

  g_ptr_array_remove_fast (self->cells, cell);
  tv_bundle_cell_set_row (cell, NULL);
}

/* Folds or unfolds a group, or shows the hidden members of a “more” row. The selection remains at the same position
 * in the list. */
static void
toggle (TvBundleList *self, TvBundleRow *row, guint position)
{
  g_autoptr (TvBundleRow) held_row = g_object_ref (row);

  tv_bundle_rows_toggle (self->rows, held_row);
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (GTK_WIDGET (self), "bundle.focus", NULL);
}

static void
on_activated (GtkListView *list, guint position, TvBundleList *self)
{
  g_autoptr (TvBundleRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (row->kind == TV_BUNDLE_ROW_MEMBER)
    g_signal_emit (self, signals[ACTIVATED], 0, row->member);
  else
    toggle (self, row, position);
}

/* Handles clicks: a single click toggles a group or a “more” row. */
static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, TvBundleList *self)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self->list), x, y, GTK_PICK_DEFAULT);
  GtkWidget *cell = picked != NULL ? gtk_widget_get_ancestor (picked, TV_TYPE_BUNDLE_CELL) : NULL;
  TvBundleRow *row;

  if (picked != NULL && cell == NULL)
    cell = gtk_widget_get_first_child (picked);
  if (n_press != 1 || cell == NULL || !TV_IS_BUNDLE_CELL (cell))
    return;
  row = tv_bundle_cell_get_row (TV_BUNDLE_CELL (cell));
  if (row != NULL && row->kind != TV_BUNDLE_ROW_MEMBER)
    toggle (self, row, tv_bundle_rows_find_row (self->rows, row));
}

static void
on_selected (TvBundleList *self)
{
  g_signal_emit (self, signals[SELECTED], 0);
}

/* Updates the list after the findings or the filter have changed. */
void
tv_bundle_list_update (TvBundleList *self)
{
  guint member;
  gboolean is_selected = tv_bundle_list_get_selected (self, &member);

  tv_bundle_rows_update (self->rows);
  if (is_selected)
    tv_bundle_list_select (self, member);
  for (guint i = 0; i < self->cells->len; i++)
    tv_bundle_cell_update (self->cells->pdata[i]);
  gtk_widget_set_visible (self->empty,
                          g_list_model_get_n_items (G_LIST_MODEL (self->selection)) == 0);
}

/* Sets whether columns are hidden because the window is narrow. */
void
tv_bundle_list_set_narrow (TvBundleList *self, gboolean is_narrow)
{
  if (self->shared.is_narrow == is_narrow)
    return;
  self->shared.is_narrow = is_narrow;
  if (self->headers != NULL)
    tv_bundle_cell_set_narrow (self->headers, is_narrow);
  for (guint i = 0; i < self->cells->len; i++)
    tv_bundle_cell_update (self->cells->pdata[i]);
}

/* Gets the selected member. Returns: whether a member is selected */
gboolean
tv_bundle_list_get_selected (TvBundleList *self, guint *member)
{
  TvBundleRow *row = gtk_single_selection_get_selected_item (self->selection);

  if (row == NULL || row->kind != TV_BUNDLE_ROW_MEMBER)
    return FALSE;
  *member = row->member;
  return TRUE;
}

/* Selects a member if it is in the list. */
void
tv_bundle_list_select (TvBundleList *self, guint member)
{
  guint position = tv_bundle_rows_find (self->rows, member);

  if (position != G_MAXUINT)
    gtk_single_selection_set_selected (self->selection, position);
}

/* Moves the focus to the selected row; if no row is selected, to the list. Returns: FALSE if the selected row has no
 * widget yet, because GTK creates row widgets some frames later */
gboolean
tv_bundle_list_focus (TvBundleList *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);

  if (position == GTK_INVALID_LIST_POSITION)
    return gtk_widget_grab_focus (GTK_WIDGET (self->list));
  for (guint i = 0; i < self->cells->len; i++)
    {
      GtkWidget *cell = self->cells->pdata[i];

      if (tv_bundle_cell_get_row (TV_BUNDLE_CELL (cell)) ==
          gtk_single_selection_get_selected_item (self->selection))
        return gtk_widget_grab_focus (gtk_widget_get_parent (cell));
    }
  return FALSE;
}

/* Shows a bundle. Must be called once. @rows must outlive the list. */
void
tv_bundle_list_show (TvBundleList *self, const TvBundleCells *cells, TvBundleRows *rows)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GListModel *model = G_LIST_MODEL (tv_bundle_rows_get_model (rows));

  g_return_if_fail (self->rows == NULL);

  self->rows = rows;
  self->shared = *cells;
  self->headers = tv_bundle_cell_new_headers (&self->shared);
  gtk_box_prepend (GTK_BOX (self->box), self->headers);
  g_signal_connect (factory, "setup", G_CALLBACK (set_up), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind), self);
  gtk_list_view_set_factory (self->list, factory);
  g_object_unref (factory);
  gtk_single_selection_set_model (self->selection, model);
  /* The first row is a group, so the second row is selected. */
  if (g_list_model_get_n_items (model) > 1)
    gtk_single_selection_set_selected (self->selection, 1);
  gtk_widget_set_visible (self->empty, g_list_model_get_n_items (model) == 0);
}

static void
tv_bundle_list_dispose (GObject *object)
{
  TvBundleList *self = TV_BUNDLE_LIST (object);

  if (self->list != NULL)
    {
      gtk_list_view_set_model (self->list, NULL);
      gtk_list_view_set_factory (self->list, NULL);
    }
  self->list = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->cells, g_ptr_array_unref);
  G_OBJECT_CLASS (tv_bundle_list_parent_class)->dispose (object);
}

static void
tv_bundle_list_class_init (TvBundleListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_bundle_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "bundlelist");
  signals[SELECTED] = g_signal_new ("selected", TV_TYPE_BUNDLE_LIST, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
  signals[ACTIVATED] = g_signal_new ("activated", TV_TYPE_BUNDLE_LIST, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
tv_bundle_list_init (TvBundleList *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *overlay = gtk_overlay_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->cells = g_ptr_array_new ();
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  self->list = GTK_LIST_VIEW (
      gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)), NULL));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Contents"), -1);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->empty = gtk_label_new (_("No line contains the search text"));
  gtk_widget_add_css_class (self->empty, "dim-label");
  gtk_widget_set_visible (self->empty, FALSE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->list));
  gtk_overlay_set_child (GTK_OVERLAY (overlay), scroller);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->empty);
  gtk_widget_set_vexpand (overlay, TRUE);
  gtk_box_append (GTK_BOX (self->box), overlay);
  g_signal_connect (self->list, "activate", G_CALLBACK (on_activated), self);
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (on_selected),
                            self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self->list), GTK_EVENT_CONTROLLER (click));
}

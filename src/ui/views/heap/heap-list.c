/* SPDX-License-Identifier: GPL-3.0-or-later */

/* List with a title and buttons to the neighbouring lists. Created twice by heap-view.c, for objects and for the
 * path. Owns the table view and the rows; the Java Heap view handles the signals. */

#include "ui/views/heap/heap-list.h"

#define MARGIN_PX 6

struct _TvHeapList
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *back;
  GtkWidget *forward; /* (nullable) */
  GtkLabel *title;
  GtkLabel *properties;
  TvTableView *table;
  TvTable *rows; /* (nullable): table that is visible or being sorted */
  guint focus_tick;
  guint focus_frames; /* number of frames in which focusing a row has failed */
};

G_DEFINE_FINAL_TYPE (TvHeapList, tv_heap_list, GTK_TYPE_WIDGET)

#define MAX_FOCUS_FRAMES 10

enum
{
  BACK,
  FORWARD,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Returns: (transfer none): the table view, for setting its columns */
TvTableView *
tv_heap_list_get_table (TvHeapList *self)
{
  g_return_val_if_fail (TV_IS_HEAP_LIST (self), NULL);
  return self->table;
}

/* Returns: (transfer none) (nullable): the table that is visible or being sorted */
TvTable *
tv_heap_list_get_rows (TvHeapList *self)
{
  g_return_val_if_fail (TV_IS_HEAP_LIST (self), NULL);
  return self->rows;
}

/**
 * tv_heap_list_show:
 * @title: title of the list
 * @properties: (nullable): text beside the title
 * @tooltip: (nullable): tooltip of @properties
 * @table: (nullable): rows to show
 *
 * Replaces the title, the text beside it and the rows.
 */
void
tv_heap_list_show (TvHeapList *self,
                   const char *title,
                   const char *properties,
                   const char *tooltip,
                   TvTable *table)
{
  g_return_if_fail (TV_IS_HEAP_LIST (self));

  gtk_label_set_text (self->title, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), title);
  gtk_label_set_text (self->properties, properties != NULL ? properties : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->properties), tooltip);
  g_set_object (&self->rows, table);
  tv_table_view_set_table (self->table, table);
}

void
tv_heap_list_set_back (TvHeapList *self, gboolean can_go_back)
{
  g_return_if_fail (TV_IS_HEAP_LIST (self));
  gtk_widget_set_visible (self->back, can_go_back);
}

void
tv_heap_list_set_forward (TvHeapList *self, gboolean can_go_forward)
{
  g_return_if_fail (TV_IS_HEAP_LIST (self) && self->forward != NULL);
  gtk_widget_set_visible (self->forward, can_go_forward);
}

static void
go_back (TvHeapList *self)
{
  g_signal_emit (self, signals[BACK], 0);
}

static void
go_forward (TvHeapList *self)
{
  g_signal_emit (self, signals[FORWARD], 0);
}

/* Tries to focus the row. A list that was invisible has no rows before the next layout. */
static gboolean
on_focus_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvHeapList *self = TV_HEAP_LIST (widget);
  guint position = tv_table_view_get_chosen (self->table);

  if (!tv_table_view_focus (self->table, position != GTK_INVALID_LIST_POSITION ? position : 0) &&
      self->focus_frames++ < MAX_FOCUS_FRAMES)
    return G_SOURCE_CONTINUE;
  self->focus_tick = 0;
  return G_SOURCE_REMOVE;
}

/* Focuses the selected row or, without one, the first row as soon as the list has rows. Gives up after
 * MAX_FOCUS_FRAMES frames. */
void
tv_heap_list_focus (TvHeapList *self)
{
  g_return_if_fail (TV_IS_HEAP_LIST (self));

  self->focus_frames = 0;
  if (self->focus_tick == 0)
    self->focus_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_focus_tick, NULL, NULL);
}

static void
tv_heap_list_dispose (GObject *object)
{
  TvHeapList *self = TV_HEAP_LIST (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (tv_heap_list_parent_class)->dispose (object);
}

static void
tv_heap_list_class_init (TvHeapListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_heap_list_dispose;
  signals[BACK] = g_signal_new ("back", TV_TYPE_HEAP_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
  signals[FORWARD] = g_signal_new ("forward", TV_TYPE_HEAP_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
tv_heap_list_init (TvHeapList *self)
{
}

static GtkWidget *
make_header (TvHeapList *self)
{
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_widget_add_css_class (header, "stack-header");
  self->title = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->title, 0);
  gtk_label_set_ellipsize (self->title, PANGO_ELLIPSIZE_START);
  gtk_widget_add_css_class (GTK_WIDGET (self->title), "stack-name");
  self->properties = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->properties, 1);
  gtk_label_set_ellipsize (self->properties, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->properties), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->properties), "stack-properties");
  gtk_box_append (GTK_BOX (header), self->back);
  gtk_box_append (GTK_BOX (header), GTK_WIDGET (self->title));
  gtk_box_append (GTK_BOX (header), GTK_WIDGET (self->properties));
  if (self->forward != NULL)
    gtk_box_append (GTK_BOX (header), self->forward);
  return header;
}

/**
 * tv_heap_list_new:
 * @name: accessible name
 * @back: tooltip of the button that leads to the previous pane
 * @forward: (nullable): label of the button that leads to the next pane; %NULL in the last pane
 * @forward_tooltip: (nullable): tooltip of that button
 *
 * Returns: (transfer floating): an empty list
 */
GtkWidget *
tv_heap_list_new (const char *name,
                  const char *back,
                  const char *forward,
                  const char *forward_tooltip)
{
  TvHeapList *self = g_object_new (TV_TYPE_HEAP_LIST, NULL);

  self->back = gtk_button_new_from_icon_name ("go-previous-symbolic");
  gtk_widget_add_css_class (self->back, "flat");
  gtk_widget_set_tooltip_text (self->back, back);
  gtk_widget_set_visible (self->back, FALSE);
  g_signal_connect_swapped (self->back, "clicked", G_CALLBACK (go_back), self);
  if (forward != NULL)
    {
      self->forward = gtk_button_new_with_label (forward);
      gtk_widget_add_css_class (self->forward, "flat");
      gtk_widget_set_tooltip_text (self->forward, forward_tooltip);
      gtk_widget_set_visible (self->forward, FALSE);
      g_signal_connect_swapped (self->forward, "clicked", G_CALLBACK (go_forward), self);
    }
  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  tv_table_view_set_name (self->table, name);
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_widget_set_margin_start (GTK_WIDGET (self->table), MARGIN_PX);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), make_header (self));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->table));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}

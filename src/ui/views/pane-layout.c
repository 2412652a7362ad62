/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Container of up to three panes, side by side or as pages. Used by the Dump Threads view and the Java Heap view.
 * When the allocated width changes, an idle handler shows or hides panes. Independent of the content of the panes. */

#include "ui/views/pane-layout.h"

#include "ui/kit/font-scale.h"

#define SIDE_PX      372
#define MIN_PX       240
#define NARROW_UP_TO 700  /* maximum width at which only one pane is visible */
#define WIDE_FROM    1160 /* minimum width at which all three panes are visible */

struct _TvPaneLayout
{
  GtkWidget parent_instance;

  GtkWidget *paned; /* contains the list and @rest */
  GtkWidget *rest;
  GtkWidget *parts[3]; /* indexed by TvPane */
  gboolean has_side;
  TvPane page;
  int width;      /* allocated width */
  guint share_id; /* idle source of a pending update, or 0 */
};

G_DEFINE_FINAL_TYPE (TvPaneLayout, tv_pane_layout, GTK_TYPE_WIDGET)

static guint changed_signal;

static gboolean
is_narrow (TvPaneLayout *self)
{
  return self->width <= tv_font_scale_apply (NARROW_UP_TO);
}

static gboolean
is_wide (TvPaneLayout *self)
{
  return self->width >= tv_font_scale_apply (WIDE_FROM);
}

/* Returns whether a pane is currently visible. */
gboolean
tv_pane_layout_is_seen (TvPaneLayout *self, TvPane page)
{
  g_return_val_if_fail (TV_IS_PANE_LAYOUT (self), FALSE);

  if (page == TV_PANE_SIDE && !self->has_side)
    return FALSE;
  if (is_narrow (self))
    return page == self->page;
  if (is_wide (self) || page == TV_PANE_LIST)
    return TRUE;
  return (page == TV_PANE_SIDE) == (self->page == TV_PANE_SIDE);
}

static void
share (TvPaneLayout *self)
{
  gboolean has_rest = FALSE, is_changed = FALSE;

  for (int i = TV_PANE_LIST; i <= TV_PANE_SIDE; i++)
    {
      gboolean is_seen = tv_pane_layout_is_seen (self, (TvPane) i);

      is_changed = is_changed || is_seen != gtk_widget_get_visible (self->parts[i]);
      gtk_widget_set_visible (self->parts[i], is_seen);
      has_rest = has_rest || (i != TV_PANE_LIST && is_seen);
    }
  gtk_widget_set_visible (self->rest, has_rest);
  gtk_widget_set_hexpand (self->parts[TV_PANE_SIDE], !tv_pane_layout_is_seen (self, TV_PANE_MAIN));
  if (is_changed)
    g_signal_emit (self, changed_signal, 0);
}

static gboolean
on_share (gpointer data)
{
  TvPaneLayout *self = data;

  self->share_id = 0;
  share (self);
  return G_SOURCE_REMOVE;
}

/* Sets whether the side pane has content. Without content, the side pane is never visible. */
void
tv_pane_layout_set_side (TvPaneLayout *self, gboolean has_side)
{
  g_return_if_fail (TV_IS_PANE_LAYOUT (self));

  self->has_side = has_side;
  if (!has_side && self->page == TV_PANE_SIDE)
    self->page = TV_PANE_MAIN;
  share (self);
}

/* Selects the pane to show if there is not enough space for all of them. */
void
tv_pane_layout_set_page (TvPaneLayout *self, TvPane page)
{
  g_return_if_fail (TV_IS_PANE_LAYOUT (self));

  if (page == TV_PANE_SIDE && !self->has_side)
    return;
  self->page = page;
  share (self);
}

/* Goes from the side pane to the main pane, or from the main pane to the list. Returns whether the set of visible
 * panes changed. */
gboolean
tv_pane_layout_step_back (TvPaneLayout *self)
{
  g_return_val_if_fail (TV_IS_PANE_LAYOUT (self), FALSE);

  if (self->page == TV_PANE_LIST || is_wide (self) ||
      (!is_narrow (self) && self->page == TV_PANE_MAIN))
    return FALSE;
  self->page = self->page == TV_PANE_SIDE ? TV_PANE_MAIN : TV_PANE_LIST;
  share (self);
  return TRUE;
}

/* ---- Object ---- */

static void
tv_pane_layout_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  gtk_widget_measure (TV_PANE_LAYOUT (widget)->paned, orientation, -1, minimum, natural, NULL,
                      NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = MIN (*minimum, tv_font_scale_apply (MIN_PX));
}

/* An idle handler changes the set of visible panes after the width has changed. Until then, panes that are too wide
 * are clipped. */
static void
tv_pane_layout_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvPaneLayout *self = TV_PANE_LAYOUT (widget);
  gboolean was_narrow = is_narrow (self), was_wide = is_wide (self), is_first = self->width == 0;
  int min;

  self->width = width;
  if ((is_first || was_narrow != is_narrow (self) || was_wide != is_wide (self)) &&
      self->share_id == 0)
    self->share_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_share, self, NULL);
  gtk_widget_measure (self->paned, GTK_ORIENTATION_HORIZONTAL, -1, &min, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->paned, &(GtkAllocation){ 0, 0, MAX (width, min), height }, -1);
}

static void
tv_pane_layout_dispose (GObject *object)
{
  TvPaneLayout *self = TV_PANE_LAYOUT (object);

  g_clear_handle_id (&self->share_id, g_source_remove);
  g_clear_pointer (&self->paned, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_pane_layout_parent_class)->dispose (object);
}

static void
tv_pane_layout_class_init (TvPaneLayoutClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_pane_layout_dispose;
  widget_class->measure = tv_pane_layout_measure;
  widget_class->size_allocate = tv_pane_layout_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "panelayout");
  changed_signal = g_signal_new ("changed", TV_TYPE_PANE_LAYOUT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void
tv_pane_layout_init (TvPaneLayout *self)
{
  self->width = 0;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/**
 * tv_pane_layout_new:
 * @list: list pane
 * @main: pane with the selected item
 * @side: pane with the context of the item
 * @list_px: default width of @list
 *
 * Returns: (transfer floating): a container whose side pane has no content yet
 */
GtkWidget *
tv_pane_layout_new (GtkWidget *list, GtkWidget *main, GtkWidget *side, int list_px)
{
  TvPaneLayout *self = g_object_new (TV_TYPE_PANE_LAYOUT, NULL);

  self->parts[TV_PANE_LIST] = list;
  self->parts[TV_PANE_MAIN] = main;
  self->parts[TV_PANE_SIDE] = side;
  gtk_widget_set_hexpand (main, TRUE);
  gtk_widget_set_size_request (side, tv_font_scale_apply (SIDE_PX), -1);
  gtk_widget_add_css_class (side, "side");
  self->rest = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (self->rest), main);
  gtk_box_append (GTK_BOX (self->rest), side);
  self->paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child (GTK_PANED (self->paned), list);
  gtk_paned_set_end_child (GTK_PANED (self->paned), self->rest);
  gtk_paned_set_resize_start_child (GTK_PANED (self->paned), FALSE);
  gtk_paned_set_shrink_start_child (GTK_PANED (self->paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->paned), FALSE);
  gtk_paned_set_position (GTK_PANED (self->paned), tv_font_scale_apply (list_px));
  gtk_widget_set_parent (self->paned, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Created by TvResultView and by the call tree, flame graph, profile and query views for their toolbars. Owns the
 * search entry. The only state is whether the entry is kept open. */

#include "ui/kit/search-fold.h"

#include <glib/gi18n.h>

struct _TvSearchFold
{
  GtkWidget parent_instance;

  GtkWidget *icon;
  GtkWidget *entry;
  gboolean is_open; /* whether the entry has text or the focus, so that it must not fold */
};

G_DEFINE_FINAL_TYPE (TvSearchFold, tv_search_fold, GTK_TYPE_WIDGET)

/* ---- Opening ---- */

static void
set_open (TvSearchFold *self, gboolean is_open)
{
  if (self->is_open == is_open)
    return;
  self->is_open = is_open;
  if (is_open) /* immediately, because only a visible widget can receive the focus */
    gtk_widget_set_child_visible (self->entry, TRUE);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static gboolean
has_focus (TvSearchFold *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, self->entry);
}

static void
update_open (TvSearchFold *self)
{
  gboolean is_left = !has_focus (self);

  if (is_left && self->is_open)
    tv_search_entry_flush (TV_SEARCH_ENTRY (self->entry));
  set_open (self, !is_left || *tv_search_entry_get_text (TV_SEARCH_ENTRY (self->entry)) != '\0');
}

static gboolean
tv_search_fold_grab_focus (GtkWidget *widget)
{
  TvSearchFold *self = TV_SEARCH_FOLD (widget);

  set_open (self, TRUE);
  return gtk_widget_grab_focus (self->entry);
}

/* Connects to the window, which notifies when the focus moves. */
static void
tv_search_fold_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tv_search_fold_parent_class)->root (widget);
  g_signal_connect_object (gtk_widget_get_root (widget), "notify::focus-widget",
                           G_CALLBACK (update_open), widget, G_CONNECT_SWAPPED);
}

static void
tv_search_fold_unroot (GtkWidget *widget)
{
  g_signal_handlers_disconnect_by_data (gtk_widget_get_root (widget), widget);
  GTK_WIDGET_CLASS (tv_search_fold_parent_class)->unroot (widget);
}

/* ---- Layout ---- */

static GtkSizeRequestMode
tv_search_fold_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
tv_search_fold_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  TvSearchFold *self = TV_SEARCH_FOLD (widget);
  int icon_min, icon_wanted;

  gtk_widget_measure (self->icon, orientation, -1, &icon_min, &icon_wanted, NULL, NULL);
  gtk_widget_measure (self->entry, orientation, -1, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = MAX (*minimum, icon_min);
      *natural = MAX (*natural, icon_wanted);
    }
  else if (!self->is_open)
    *minimum = MIN (*minimum, icon_min);
}

static void
tv_search_fold_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvSearchFold *self = TV_SEARCH_FOLD (widget);
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int icon, wanted;
  gboolean is_unfolded;

  gtk_widget_measure (self->icon, GTK_ORIENTATION_HORIZONTAL, -1, &icon, NULL, NULL, NULL);
  gtk_widget_measure (self->entry, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &wanted, NULL, NULL);
  is_unfolded = self->is_open || width >= wanted;
  gtk_widget_set_child_visible (self->entry, is_unfolded);
  gtk_widget_set_child_visible (self->icon, !is_unfolded);
  if (is_unfolded)
    gtk_widget_size_allocate (self->entry, &(GtkAllocation){ 0, 0, width, height }, -1);
  else
    gtk_widget_size_allocate (self->icon,
                              &(GtkAllocation){ is_rtl ? 0 : width - icon, 0, icon, height }, -1);
}

/* ---- Object ---- */

static void
tv_search_fold_dispose (GObject *object)
{
  TvSearchFold *self = TV_SEARCH_FOLD (object);

  if (self->entry != NULL)
    g_signal_handlers_disconnect_by_data (self->entry, self);
  g_clear_pointer (&self->icon, gtk_widget_unparent);
  g_clear_pointer (&self->entry, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_search_fold_parent_class)->dispose (object);
}

static void
tv_search_fold_class_init (TvSearchFoldClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_search_fold_dispose;
  widget_class->root = tv_search_fold_root;
  widget_class->unroot = tv_search_fold_unroot;
  widget_class->grab_focus = tv_search_fold_grab_focus;
  widget_class->get_request_mode = tv_search_fold_get_request_mode;
  widget_class->measure = tv_search_fold_measure;
  widget_class->size_allocate = tv_search_fold_size_allocate;
}

static void
tv_search_fold_init (TvSearchFold *self)
{
  self->icon = gtk_button_new_from_icon_name ("system-search-symbolic");
  gtk_widget_set_valign (self->icon, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->icon, "flat");
  gtk_widget_set_parent (self->icon, GTK_WIDGET (self));
  g_signal_connect_swapped (self->icon, "clicked", G_CALLBACK (gtk_widget_grab_focus), self);
}

/* Copies the placeholder text of the entry to the tooltip and the accessible name of the icon. */
static void
update_tooltip (TvSearchFold *self)
{
  g_autofree char *placeholder = NULL;
  g_autofree char *tooltip = NULL;

  g_object_get (self->entry, "placeholder-text", &placeholder, NULL);
  /* Translators: what can be searched, such as “Find Methods”; then the accelerator */
  tooltip = g_strdup_printf (_("%s (Ctrl+F)"), placeholder != NULL ? placeholder : _("Find"));
  gtk_widget_set_tooltip_text (self->icon, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  placeholder != NULL ? placeholder : _("Find"), -1);
}

GtkWidget *
tv_search_fold_new (TvSearchEntry *entry)
{
  TvSearchFold *self = g_object_new (TV_TYPE_SEARCH_FOLD, NULL);

  self->entry = GTK_WIDGET (entry);
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (update_open), self);
  g_signal_connect_swapped (entry, "notify::placeholder-text", G_CALLBACK (update_tooltip), self);
  update_tooltip (self);
  return GTK_WIDGET (self);
}

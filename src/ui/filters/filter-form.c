/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Form with titled widgets and the button "Apply". Used by the editors of durations, names and ranges. Owns its
 * widgets. Emits signals, and does not change the session. */

#include "ui/filters/filter-form.h"

#include <glib/gi18n.h>

#define WIDTH_CHARS 24

struct _TvFilterForm
{
  GtkWidget parent_instance;

  GtkWidget *grid;
  GtkWidget *error;
  GtkWidget *button;
  int n_rows;
};

G_DEFINE_FINAL_TYPE (TvFilterForm, tv_filter_form, GTK_TYPE_WIDGET)

enum
{
  CHANGED,
  APPLY,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
apply (TvFilterForm *self)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_POPOVER);

  if (!gtk_widget_get_sensitive (self->button))
    return;
  g_signal_emit (self, signals[APPLY], 0);
  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
}

static void
report_changed (TvFilterForm *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* ---- Object ---- */

static void
tv_filter_form_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tv_filter_form_parent_class)->dispose (object);
}

static void
tv_filter_form_class_init (TvFilterFormClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_filter_form_dispose;
  signals[CHANGED] = g_signal_new ("changed", TV_TYPE_FILTER_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[APPLY] = g_signal_new ("apply", TV_TYPE_FILTER_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
tv_filter_form_init (TvFilterForm *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 6);
  self->grid = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 12);
  gtk_widget_set_parent (self->grid, GTK_WIDGET (self));

  self->error = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->error), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (self->error), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->error), WIDTH_CHARS);
  gtk_widget_add_css_class (self->error, "error");
  gtk_widget_add_css_class (self->error, "caption");
  gtk_widget_set_visible (self->error, FALSE);
  gtk_widget_set_parent (self->error, GTK_WIDGET (self));

  self->button = gtk_button_new_with_mnemonic (_("_Apply"));
  gtk_widget_add_css_class (self->button, "suggested-action");
  gtk_widget_set_halign (self->button, GTK_ALIGN_END);
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (apply), self);
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));
}

GtkWidget *
tv_filter_form_new (void)
{
  return g_object_new (TV_TYPE_FILTER_FORM, NULL);
}

/* Appends a widget with a title. */
void
tv_filter_form_add (TvFilterForm *self, const char *title, GtkWidget *widget)
{
  GtkWidget *label = gtk_label_new (title);

  g_return_if_fail (TV_IS_FILTER_FORM (self));

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
  gtk_grid_attach (GTK_GRID (self->grid), label, 0, self->n_rows, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), widget, 1, self->n_rows++, 1, 1);
}

/* Returns: (transfer none): a new entry in the form */
GtkWidget *
tv_filter_form_add_entry (TvFilterForm *self, const char *title)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), WIDTH_CHARS);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (report_changed), self);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (apply), self);
  tv_filter_form_add (self, title, entry);
  return entry;
}

/**
 * tv_filter_form_set_error:
 * @error: (nullable): reason why an entry is invalid, or "" if the reason is obvious; %NULL if all entries are valid
 *
 * Shows or clears the error. The button is disabled while an entry is invalid.
 */
void
tv_filter_form_set_error (TvFilterForm *self, const char *error)
{
  g_return_if_fail (TV_IS_FILTER_FORM (self));

  gtk_widget_set_sensitive (self->button, error == NULL);
  gtk_widget_set_visible (self->error, error != NULL && *error != '\0');
  gtk_label_set_text (GTK_LABEL (self->error), error != NULL ? error : "");
}

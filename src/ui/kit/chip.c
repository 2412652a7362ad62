/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Creates chips and their widgets. Chips are created by views and by ui/filters/selection-chips.c, and shown by
 * chip-row.c and the details pane. No state. */

#include "ui/kit/chip.h"

#include <glib/gi18n.h>

/* Maximum length of a chip's label in characters, so that two chips fit in a narrow window. */
#define MAX_CHARS 28

/**
 * tv_chip_new:
 * @tooltip: description of the effect; also mentions that a click removes the chip
 * @remove: detailed action that removes the filter
 * @restore: detailed action that restores the filter
 *
 * Creates a chip that is removed by a click. Copies the strings.
 *
 * Returns: (transfer full): a chip
 */
TvChip *
tv_chip_new (TvChipKind kind,
             const char *label,
             const char *tooltip,
             const char *remove,
             const char *restore)
{
  return tv_chip_new_editable (kind, label, tooltip, NULL, remove, restore);
}

/**
 * tv_chip_new_editable:
 * @editor: (nullable): id of the editor that a click opens, see tv_chip_row_set_editor()
 *
 * Creates a chip that is edited by a click. See tv_chip_new() for the other parameters.
 *
 * Returns: (transfer full): a chip
 */
TvChip *
tv_chip_new_editable (TvChipKind kind,
                      const char *label,
                      const char *tooltip,
                      const char *editor,
                      const char *remove,
                      const char *restore)
{
  TvChip *self = g_new0 (TvChip, 1);

  self->kind = kind;
  self->label = g_strdup (label);
  self->tooltip = g_strdup (tooltip);
  self->editor = g_strdup (editor);
  self->remove = g_strdup (remove);
  self->restore = g_strdup (restore);
  return self;
}

void
tv_chip_free (TvChip *self)
{
  if (self == NULL)
    return;
  g_free (self->label);
  g_free (self->tooltip);
  g_free (self->editor);
  g_free (self->remove);
  g_free (self->restore);
  g_free (self);
}

static GtkWidget *
make_button (guint index, GtkWidget *child, GCallback callback, gpointer data)
{
  GtkWidget *button = gtk_button_new ();

  gtk_button_set_child (GTK_BUTTON (button), child);
  g_object_set_data (G_OBJECT (button), "tv-index", GUINT_TO_POINTER (index));
  g_signal_connect (button, "clicked", callback, data);
  return button;
}

/* Creates the close button. The button is only for the pointer; keyboard users press Delete. */
static GtkWidget *
make_cross (guint index, GCallback callback, gpointer data)
{
  GtkWidget *image = gtk_image_new_from_icon_name ("window-close-symbolic");
  GtkWidget *cross = make_button (index, image, callback, data);

  gtk_image_set_pixel_size (GTK_IMAGE (image), 12);
  gtk_widget_set_focusable (cross, FALSE);
  gtk_widget_set_tooltip_text (cross, _("Remove (Delete)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (cross), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Remove"), -1);
  gtk_widget_add_css_class (cross, "cross");
  return cross;
}

static GtkWidget *
make_label (const TvChip *chip)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (chip->label);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_CHARS);
  gtk_widget_add_css_class (label, "numeric");
  if (chip->kind == TV_CHIP_EXCLUSION)
    gtk_box_append (GTK_BOX (box), gtk_label_new ("−"));
  gtk_box_append (GTK_BOX (box), label);
  return box;
}

/**
 * tv_chip_make_widget:
 * @index: index of the chip, which tv_chip_get_index() returns for both buttons
 * @on_clicked: called for a click on the label, with its button and @data
 * @on_removed: called for a click on the close button, with the close button and @data
 *
 * Returns: (transfer floating): a box with a button for the label and a close button
 */
GtkWidget *
tv_chip_make_widget (const TvChip *self,
                     guint index,
                     GCallback on_clicked,
                     GCallback on_removed,
                     gpointer data)
{
  static const char *const classes[] = {
    [TV_CHIP_SELECTION] = "selection",
    [TV_CHIP_TRANSFORM] = "transform",
    [TV_CHIP_EXCLUSION] = "exclusion",
  };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *button = make_button (index, make_label (self), on_clicked, data);
  g_autofree char *label =
      self->kind == TV_CHIP_EXCLUSION
          /* Translators: a filter that hides content; %s is the label of that content */
          ? g_strdup_printf (_("Not %s"), self->label)
          : g_strdup (self->label);

  gtk_widget_set_tooltip_text (button, self->tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, self->tooltip, -1);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (box), make_cross (index, on_removed, data));
  gtk_widget_add_css_class (box, "chip");
  gtk_widget_add_css_class (box, classes[self->kind]);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (box, GTK_ALIGN_START);
  return box;
}

/* Returns the index of the chip that contains @button. */
guint
tv_chip_get_index (GtkWidget *button)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "tv-index"));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/views/details/labels.h"

/* Headings and small labels. Used by symbol-calls.c. Stateless: each call creates new widgets. */

/**
 * tv_details_add_heading:
 * @box: parent
 * @text: heading
 * @aside: (transfer floating): widget on the right of the heading
 *
 * Appends a line with a heading to @box.
 */
void
tv_details_add_heading (GtkBox *box, const char *text, GtkWidget *aside)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "heading");
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_margin_top (line, 10);
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (line), aside);
  gtk_box_append (box, line);
}

/* Returns: (transfer floating): a small dimmed label, for example a column title */
GtkWidget *
tv_details_make_dim_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  return label;
}

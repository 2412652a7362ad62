/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Form with titled widgets, and a button that applies the entries. Enter in an entry has the same effect. Afterwards,
 * the popover around the form closes. While an entry is invalid, the form shows an error.
 *
 * Signals:
 *   changed  the text of an entry has changed; handlers call tv_filter_form_set_error()
 *   apply    the user has pressed the button or Enter */

#define TV_TYPE_FILTER_FORM (tv_filter_form_get_type ())
G_DECLARE_FINAL_TYPE (TvFilterForm, tv_filter_form, TV, FILTER_FORM, GtkWidget)

GtkWidget *tv_filter_form_new       (void);
GtkWidget *tv_filter_form_add_entry (TvFilterForm *self,
                                     const char   *title);
void       tv_filter_form_add       (TvFilterForm *self,
                                     const char   *title,
                                     GtkWidget    *widget);
void       tv_filter_form_set_error (TvFilterForm *self,
                                     const char   *error);

G_END_DECLS

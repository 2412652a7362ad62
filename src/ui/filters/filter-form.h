/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Titled widgets and a button that applies their values. Enter in an entry also applies them and closes the
 * popover around the form. Values that cannot be applied show an error.
 *
 * Signals:
 *
 *   changed   one of the entries has another text: it is to be checked, see tv_filter_form_set_error()
 *   apply     it is to be applied */

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

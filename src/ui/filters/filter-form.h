/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Some titled widgets, and a button that applies what is in them, which Enter in an entry does as well;
 * then the popover around it closes. What cannot be applied says why.
 *
 * Signals:
 *   changed   one of the entries has another text: it is to be checked, see tv_filter_form_set_error()
 *   apply     it is to be applied
 */

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

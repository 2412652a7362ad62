/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "core/types.h"

G_BEGIN_DECLS

/* A button that filters a list by one value of a column. Its popover lists the values, each with its number of rows.
 * The label of the button shows the chosen value. A second button clears the choice.
 *
 * Properties (with notify):
 *
 *   title    string   name of the filtered column
 *   chosen   uint     id of the choice, or TV_NONE */

#define TV_TYPE_FILTER_BUTTON (tv_filter_button_get_type ())
G_DECLARE_FINAL_TYPE (TvFilterButton, tv_filter_button, TV, FILTER_BUTTON, GtkWidget)

void       tv_filter_button_add        (TvFilterButton *self,
                                        guint32         id,
                                        const char     *label,
                                        guint32         count);
gboolean   tv_filter_button_has        (TvFilterButton *self,
                                        guint32         id);
guint32    tv_filter_button_get_chosen (TvFilterButton *self);
char      *tv_filter_button_dup_label  (TvFilterButton *self);
void       tv_filter_button_choose     (TvFilterButton *self,
                                        guint32         id);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Button that opens a list of strings with a filter. The list is filled each time it opens.
 *
 * Signals:
 *   chosen (string text)  the user has chosen an item
 *   named (string name)   the user has typed a name; see tv_query_choice_add_entry() */

#define TV_TYPE_QUERY_CHOICE (tv_query_choice_get_type ())
G_DECLARE_FINAL_TYPE (TvQueryChoice, tv_query_choice, TV, QUERY_CHOICE, GtkWidget)

/* Callback that adds the items of the list with tv_query_choice_add() */
typedef void (*TvQueryChoiceList) (GPtrArray *items, gpointer data);

GtkWidget *tv_query_choice_new       (const char        *label,
                                      TvQueryChoiceList  list,
                                      gpointer           data);
void       tv_query_choice_add       (GPtrArray         *items,
                                      const char        *title,
                                      const char        *group,
                                      const char        *text);
void       tv_query_choice_add_entry (TvQueryChoice     *self,
                                      const char        *placeholder);

G_END_DECLS

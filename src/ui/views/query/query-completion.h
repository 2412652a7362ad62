/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "query/completion.h"

G_BEGIN_DECLS

/* List of completions at the cursor of a text view. The text view keeps the focus.
 *
 *   SELECT na▏
 *   ┌───────────────────────┐
 *   │ name            slice │
 *   └───────────────────────┘
 *
 * The list opens on request, and while the user types a name. GtkSourceCompletion of GtkSourceView 5.6 is not used,
 * because it emits warnings with GTK 4.8.
 *
 * Signals:
 *   changed  the list was opened, closed or updated */

#define TV_TYPE_QUERY_COMPLETION (tv_query_completion_get_type ())
G_DECLARE_FINAL_TYPE (TvQueryCompletion, tv_query_completion, TV, QUERY_COMPLETION, GObject)

TvQueryCompletion *tv_query_completion_new       (GtkTextView       *view,
                                                  GtkWidget         *parent);
void               tv_query_completion_set_names (TvQueryCompletion *self,
                                                  TvSqlNames        *names);
gboolean           tv_query_completion_take_key  (TvQueryCompletion *self,
                                                  guint              keyval,
                                                  GdkModifierType    state);
GVariant          *tv_query_completion_get_state (TvQueryCompletion *self);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* How long the calls of the selected symbol take that are counted, and which take longest: a histogram in which
 * a band can be chosen, figures, and a list of a few of them. It hides itself where there are not two. */

#define TV_TYPE_SYMBOL_CALLS (tv_symbol_calls_get_type ())
G_DECLARE_FINAL_TYPE (TvSymbolCalls, tv_symbol_calls, TV, SYMBOL_CALLS, GtkWidget)

void tv_symbol_calls_set_session (TvSymbolCalls *self,
                                  TvSession     *session);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Durations of the counted calls of the selected symbol: a histogram in which the user can select a band,
 * percentiles, and the longest calls. Hidden if there are fewer than two calls, or if all calls have a duration of
 * 0. */

#define TV_TYPE_SYMBOL_CALLS (tv_symbol_calls_get_type ())
G_DECLARE_FINAL_TYPE (TvSymbolCalls, tv_symbol_calls, TV, SYMBOL_CALLS, GtkWidget)

void tv_symbol_calls_set_session (TvSymbolCalls *self,
                                  TvSession     *session);

G_END_DECLS

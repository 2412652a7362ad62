/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Weight of the selected samples in the selected function and in each of its lines. Hidden if the session's call
 * source is not samples, if no function is selected, or if a slice is selected. */

#define TV_TYPE_SYMBOL_SAMPLES (tv_symbol_samples_view_get_type ())
G_DECLARE_FINAL_TYPE (TvSymbolSamplesView, tv_symbol_samples_view, TV, SYMBOL_SAMPLES, GtkWidget)

void tv_symbol_samples_view_set_session (TvSymbolSamplesView *self,
                                         TvSession           *session);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "tables/method-profile.h"
#include "ui/profile/profile-row.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* The columns of the profile in a GtkColumnView: those of the clocks that the trace has. */

void         tv_profile_columns_add           (GtkColumnView         *view,
                                               TvSession             *session);
void         tv_profile_columns_sort_by       (GtkColumnView         *view,
                                               TvMethodProfileColumn  column,
                                               gboolean               is_descending);
gboolean     tv_profile_columns_take_sort      (GtkColumnView         *view,
                                               TvMethodProfileColumn *column,
                                               gboolean              *is_descending);
TvMethodProfileColumn tv_profile_columns_get_column (GtkColumnViewColumn *column);
TvClock      tv_profile_columns_get_clock     (TvMethodProfileColumn  column,
                                               TvClock                fallback);

G_END_DECLS

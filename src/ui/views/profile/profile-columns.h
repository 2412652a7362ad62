/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "tables/method-profile.h"
#include "ui/views/profile/profile-row.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* The columns of the profile in a GtkColumnView: those of the clocks that the trace has. */

/**
 * TvProfileClocks:
 * @TV_PROFILE_WALL_ONLY: those of wall time, and what no clock measures
 * @TV_PROFILE_CPU_ONLY: those of CPU time, and what no clock measures
 * @TV_PROFILE_BOTH_CLOCKS: the columns of all clocks that the trace has
 *
 * Which columns are shown. The numbers are the same.
 */
typedef enum
{
  TV_PROFILE_WALL_ONLY,
  TV_PROFILE_CPU_ONLY,
  TV_PROFILE_BOTH_CLOCKS,
} TvProfileClocks;

void         tv_profile_columns_add           (GtkColumnView         *view,
                                               TvSession             *session);
void         tv_profile_columns_sort_by       (GtkColumnView         *view,
                                               TvMethodProfileColumn  column,
                                               gboolean               is_descending);
gboolean     tv_profile_columns_take_sort      (GtkColumnView         *view,
                                               TvMethodProfileColumn *column,
                                               gboolean              *is_descending);
TvMethodProfileColumn tv_profile_columns_get_column (GtkColumnViewColumn *column);
TvMethodProfileColumn tv_profile_columns_show_clocks (GtkColumnView   *view,
                                                      TvProfile       *profile,
                                                      TvProfileClocks  clocks,
                                                      TvMethodProfileColumn column);
void         tv_profile_columns_widen         (GtkColumnView         *view,
                                               TvTable               *table,
                                               const GArray          *longest);
TvClock      tv_profile_columns_get_clock     (TvMethodProfileColumn  column,
                                               TvClock                fallback);

G_END_DECLS

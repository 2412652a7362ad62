/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/method-profile.h"
#include "ui/kit/table/table-view.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

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

/* The columns of the profile: those of the clocks that the trace has. */

void            tv_profile_columns_show        (TvTableView     *view,
                                                TvSession       *session);
TvClock         tv_profile_columns_get_clock   (guint            column,
                                                TvClock          fallback);
TvProfileClocks tv_profile_columns_find_clocks (const char      *preset);
const char     *tv_profile_columns_get_preset  (TvProfileClocks  clocks);
GMenuModel     *tv_profile_columns_menu_new    (TvSession       *session,
                                                const char      *action);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/method-profile.h"
#include "ui/kit/table/table-view.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* Columns of the profile, for the session's clock or for both clocks */

void            tv_profile_columns_show         (TvTableView     *view,
                                                 TvSession       *session);
void            tv_profile_columns_follow_clock (TvTableView     *view,
                                                 TvSession       *session);
TvClock         tv_profile_columns_get_clock    (guint            column,
                                                 TvClock          fallback);
GMenuModel     *tv_profile_columns_menu_new     (TvSession       *session,
                                                 const char      *action);

G_END_DECLS

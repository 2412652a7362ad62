/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-groups.h"
#include "ui/kit/table/table-view.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* The columns of groups of calls by the session's clock, of samples by their weight; beside an earlier run those of a
 * difference. */

const char *tv_groups_columns_get_title (TvCallGroupBy by);
void tv_groups_columns_show (TvTableView *view, TvSession *session, TvCallGroupBy by);

G_END_DECLS

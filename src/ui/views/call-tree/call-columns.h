/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table/table-view.h"
#include "ui/session/session.h"
#include "ui/views/call-tree/call-rows.h"

G_BEGIN_DECLS

/* Columns of a call tree, and the sort order of its rows */

TvCallMeasure tv_call_columns_get_measure (TvSession     *session);
void          tv_call_columns_show        (TvTableView   *view,
                                           TvSession     *session,
                                           TvCallSort     sort);
TvCallOrder   tv_call_columns_get_order   (TvTableView   *view,
                                           TvSession     *session);

G_END_DECLS

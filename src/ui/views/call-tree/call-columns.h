/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table/table-view.h"
#include "ui/session/session.h"
#include "ui/views/call-tree/call-rows.h"

G_BEGIN_DECLS

/* Which columns a tree of calls has, and what it is sorted by them. */

typedef enum
{
  TV_CALL_CLOCKS_WALL,
  TV_CALL_CLOCKS_CPU,
  TV_CALL_CLOCKS_BOTH,
} TvCallClocks;

TvCallMeasure tv_call_columns_get_measure (TvSession     *session,
                                           TvCallClocks   clocks);
void          tv_call_columns_show        (TvTableView   *view,
                                           TvSession     *session,
                                           TvCallClocks   clocks,
                                           TvCallSort     sort);
TvCallOrder   tv_call_columns_get_order   (TvTableView   *view,
                                           TvSession     *session,
                                           TvCallClocks   clocks);

G_END_DECLS

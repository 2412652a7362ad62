/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table/table-view.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

void tv_difference_columns_show (TvTableView *view,
                                 TvSession   *session,
                                 const char  *name_title);

G_END_DECLS

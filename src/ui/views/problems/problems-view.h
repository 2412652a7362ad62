/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table-view.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* What is odd in a file, in a view of a table. */

void tv_problems_view_show (TvTableView *view,
                            TvSession   *session);

G_END_DECLS

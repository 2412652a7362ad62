/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table/table-view.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

void        tv_samples_columns_show (TvTableView *view,
                                     TvSession   *session);
GMenu      *tv_samples_menu_new     (gpointer     session_view,
                                     TvTableRow  *row);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table/table-view.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

void        tv_threads_columns_show (TvTableView *view,
                                     TvSession   *session);
GMenu      *tv_threads_menu_new     (gpointer         view,
                                     TvTableRow      *row);

G_END_DECLS

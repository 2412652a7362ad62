/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/range/range-section.h"

G_BEGIN_DECLS

GMenuModel *tv_range_menu_new (const TvRangeTableView *kind,
                               TvTableView            *view,
                               TvSession              *session,
                               gboolean                is_of_several);

G_END_DECLS

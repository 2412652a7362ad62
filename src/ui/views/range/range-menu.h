/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/range/range-section.h"

G_BEGIN_DECLS

GMenu      *tv_range_menu_new (const TvRangeTableView *kind,
                               TvTableView            *view,
                               TvSession              *session);

G_END_DECLS

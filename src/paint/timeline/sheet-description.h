/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/kit/label-cache.h"
#include "paint/timeline/sheet.h"

G_BEGIN_DECLS

GPtrArray *tv_timeline_sheet_describe (const TvTimelineSheetPlan *plan,
                                       TvLabelCache              *texts,
                                       double                     width);

G_END_DECLS

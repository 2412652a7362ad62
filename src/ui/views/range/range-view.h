/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"
#include "ui/kit/table-view.h"

G_BEGIN_DECLS

/* What happened in the selected range of time, or in the whole trace: CPU use, thread states,
 * slices by name and counters of a log; of a method trace, slices by name. As many of them as there
 * is room for are side by side, the others are switched to. */

#define TV_TYPE_RANGE_VIEW (tv_range_view_get_type ())
G_DECLARE_FINAL_TYPE (TvRangeView, tv_range_view, TV, RANGE_VIEW, GtkWidget)

void         tv_range_view_set_session (TvRangeView *self,
                                        TvSession   *session);
TvTableView *tv_range_view_find_table  (TvRangeView *self,
                                        const char  *name);

G_END_DECLS

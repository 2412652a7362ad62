/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Where the timelines of two runs that are compared lie above each other: at their starts, or at marks of the
 * user. Marks of the same name in both runs mean the same. */

void        tv_align_at_starts         (TvSession  *session);
gboolean    tv_align_at_mark           (TvSession  *session,
                                        const char *name);
gboolean    tv_align_can_use_selected  (TvSession  *session);
void        tv_align_at_selected_marks (TvSession  *session);
GMenuModel *tv_align_menu_new          (TvSession  *session);

G_END_DECLS

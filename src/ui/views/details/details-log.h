/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/details/fact-list.h"

G_BEGIN_DECLS

/* What is known of a slice of a log: of a span, of what a CPU ran, of a thread's state. */

char       *tv_details_log_dup_title    (TvSession  *session,
                                         guint32     slice);
char       *tv_details_log_dup_subtitle (TvSession  *session,
                                         guint32     slice);
const char *tv_details_log_get_remark   (TvSession  *session,
                                         guint32     slice);
void        tv_details_log_fill         (TvFactList *facts,
                                         TvSession  *session,
                                         guint32     slice);

G_END_DECLS

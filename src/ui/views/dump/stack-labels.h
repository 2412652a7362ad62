/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"

G_BEGIN_DECLS

char *tv_stack_labels_dup_details  (TvSession *session,
                                 guint32    thread);
char *tv_stack_labels_dup_snapshot_time (TvSession *session,
                                 guint32    snapshot);
char *tv_stack_labels_dup_change (TvSession *session,
                                 guint32    earlier,
                                 guint32    later);
char *tv_stack_labels_dup_legend (TvTrace   *trace,
                                 guint32    thread);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Names that sentences give to threads, locks and frames of dumps. */

char *tv_dump_take_short_name  (char    *name);
char *tv_dump_dup_thread_label (TvTrace *trace,
                                guint32  thread);
char *tv_dump_dup_lock_label   (TvTrace *trace,
                                guint32  lock);
char *tv_dump_dup_frame_label  (TvTrace *trace,
                                guint32  callsite);

G_END_DECLS

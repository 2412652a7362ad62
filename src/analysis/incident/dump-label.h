/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/waits.h"

G_BEGIN_DECLS

/* Labels of dumped threads, locks and frames for sentences. */

char *tv_dump_take_short_name  (char    *name);
char *tv_dump_dup_thread_label (TvTrace *trace,
                                guint32  thread);
char *tv_dump_dup_lock_label   (TvTrace *trace,
                                guint32  lock);
char *tv_dump_dup_frame_label  (TvTrace *trace,
                                guint32  callsite);
char *tv_dump_dup_lock_type    (TvTrace *trace,
                                guint32  lock);
char *tv_dump_dup_time         (gint64   ts,
                                gint32   utc_offset_s);
char *tv_dump_dup_held_by      (TvTrace       *trace,
                                const TvWaits *waits,
                                guint32        thread);

G_END_DECLS

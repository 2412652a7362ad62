/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* The main thread of a process is the thread whose id is the process id. */

guint32  tv_main_thread_find (TvTrace *trace,
                              guint32  upid);
guint32 *tv_main_thread_list (TvTrace *trace);

G_END_DECLS

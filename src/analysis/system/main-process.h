/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvMainProcess:
 * @upid: main process of the trace, or %TV_NONE
 * @utid: main thread of the process, or %TV_NONE
 *
 * The main process of a trace.
 */
typedef struct
{
  guint32 upid;
  guint32 utid;
} TvMainProcess;

TvMainProcess tv_main_process_find (TvTrace *trace);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/cut.h"
#include "formats/format.h"
#include "formats/ftrace/ftrace-mark.h"
#include "formats/ftrace/kernel-events.h"
#include "formats/open-begins.h"

G_BEGIN_DECLS

gboolean tv_ftrace_cut               (TvInput             *input,
                                      TvCut               *cut,
                                      const TvReadContext *context,
                                      GError             **error);
gboolean tv_ftrace_event_names_tasks (TvFtraceEvent        event);
void     tv_ftrace_mark_survey       (TvOpenBegins        *begins,
                                      guint32              tid,
                                      const TvFtraceMark  *mark,
                                      gboolean             is_wanted,
                                      guint64              number);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-paths.h"

/* Sources of call stacks in a trace: the slices of threads, or a kind of samples; see analysis/calls/call-paths.h. */

G_BEGIN_DECLS

gboolean tv_call_source_has_calls   (TvTrace     *trace);
guint32  tv_call_source_get_default (TvTrace     *trace);
gboolean tv_call_source_find        (TvTrace     *trace,
                                     const char  *name,
                                     guint32     *source);
char    *tv_call_source_dup_names   (TvTrace     *trace);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"

G_BEGIN_DECLS

/* Opaque interface to the merge of kernel events of several files. See formats/ftrace/ftrace-merge.h for the
 * full interface. Call order: tv_ftrace_merge_begin() before each file is gathered, tv_ftrace_merge_emit()
 * after the last one. */

TvFtraceMerge *tv_ftrace_merge_new  (TvTraceBuilder       *builder,
                                     guint64               size);
void           tv_ftrace_merge_free (TvFtraceMerge        *self);
void           tv_ftrace_merge_begin (TvFtraceMerge       *self,
                                     gint64                start_ns);
gboolean       tv_ftrace_merge_emit (TvFtraceMerge        *self,
                                     gboolean              is_all,
                                     const TvReadContext  *context,
                                     GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFtraceMerge, tv_ftrace_merge_free)

G_END_DECLS

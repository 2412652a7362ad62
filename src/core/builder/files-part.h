/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_files;

/* Several files that fill one builder; some of them are read apart, with a clock of their own. */

/* Returns the sum of the sizes of all files so far; offsets of the next one begin there. */
guint64  tv_trace_builder_get_inputs_end (const TvTraceBuilder *self);

/* Returns whether times of all files are in ns, see tv_trace_builder_count_in_ns(). */
gboolean tv_trace_builder_counts_ns     (const TvTraceBuilder *self);

/* Returns whether a file is being read apart now; whether any was. */
gboolean tv_trace_builder_is_apart      (const TvTraceBuilder *self);
gboolean tv_trace_builder_was_apart     (const TvTraceBuilder *self);

/* Threads of files that were read before the one that is read apart. */
gboolean tv_trace_builder_is_shared     (const TvTraceBuilder *self,
                                         guint32               utid);

/* Returns the thread with that id that another file added: the one that existed at the start of this file, else a
 * later one, or TV_NONE. Sets its process if it had none. */
guint32  tv_trace_builder_find_shared   (TvTraceBuilder       *self,
                                         guint32               upid,
                                         guint32               tid);

/* Converts ticks of the file that is read apart, counted from its base, to ns from the builder's base. The result
 * is clamped to the times of a trace, so that differences fit. */
gint64   tv_trace_builder_convert_time  (const TvTraceBuilder *self,
                                         gint64                ticks);

/* Converts an offset in the file that is read apart to an offset among all files; -1 stays. */
gint64   tv_trace_builder_convert_place (const TvTraceBuilder *self,
                                         gint64                where);

/* Adds the name of the file to each problem with an offset, and makes the offset relative to the file. */
void     tv_trace_builder_name_inputs   (TvTraceBuilder       *self,
                                         GArray               *problems);

/* Stage: decides whether the trace has CPU times, before slices are laid out. */
void     tv_trace_builder_settle_clocks (TvTraceBuilder       *self);

G_END_DECLS

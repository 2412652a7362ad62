/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_files;

/* Several files that fill one builder. A file that is read separately has its own clock, unit and offsets. */

/* Returns the total size of the files added so far, which is the offset of the next file. */
guint64  tv_trace_builder_get_inputs_end (const TvTraceBuilder *self);

/* Returns whether times of all files are in ns, see tv_trace_builder_count_in_ns(). */
gboolean tv_trace_builder_counts_ns     (const TvTraceBuilder *self);

/* Return whether a file is being read separately, and whether any file was. */
gboolean tv_trace_builder_is_separate      (const TvTraceBuilder *self);
gboolean tv_trace_builder_was_separate     (const TvTraceBuilder *self);

/* Returns whether the thread was added before the file that is currently being read separately. */
gboolean tv_trace_builder_is_shared     (const TvTraceBuilder *self,
                                         guint32               utid);

/* Returns a thread with this tid that was added before the current file; TV_NONE if there is none. Prefers a thread
 * that existed at the start of the file to one that started later. Sets the thread's process if it was unknown. */
guint32  tv_trace_builder_find_shared   (TvTraceBuilder       *self,
                                         guint32               upid,
                                         guint32               tid);

/* Converts ticks from the base of the file that is being read separately to ns from the builder's base. Clamps the
 * result to the valid times of a trace, so that differences fit in 64 bits. */
gint64   tv_trace_builder_convert_time  (const TvTraceBuilder *self,
                                         gint64                ticks);

/* Converts an offset in the file that is being read separately to an offset in the builder's concatenated input.
 * Returns -1 for -1. */
gint64   tv_trace_builder_convert_file_offset (const TvTraceBuilder *self,
                                         gint64                where);

/* Adds the name of the file to each problem with an offset, and makes the offset relative to the file. */
void     tv_trace_builder_name_inputs   (TvTraceBuilder       *self,
                                         GArray               *problems);

/* Stage, before slices are laid out: decides whether the trace has CPU times. */
void     tv_trace_builder_settle_clocks (TvTraceBuilder       *self);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_files;

/* Several files that fill one builder. A file that is read separately ("apart") has its own clock, unit and
 * offsets. */

/* Returns the total size of all files so far, which is the offset at which the next one begins. */
guint64  tv_trace_builder_get_inputs_end (const TvTraceBuilder *self);

/* Returns whether times of all files are in ns, see tv_trace_builder_count_in_ns(). */
gboolean tv_trace_builder_counts_ns     (const TvTraceBuilder *self);

/* Return whether a file is being read separately, and whether any file was read separately. */
gboolean tv_trace_builder_is_separate      (const TvTraceBuilder *self);
gboolean tv_trace_builder_was_separate     (const TvTraceBuilder *self);

/* Returns whether the thread was added before the file that is being read separately. */
gboolean tv_trace_builder_is_shared     (const TvTraceBuilder *self,
                                         guint32               utid);

/* Returns the thread with this id that another file added: the one that existed at the start of this file, else a
 * later one, or TV_NONE. Sets the process of that thread if it was unknown. */
guint32  tv_trace_builder_find_shared   (TvTraceBuilder       *self,
                                         guint32               upid,
                                         guint32               tid);

/* Converts ticks of the file that is read separately, counted from its base, to ns from the builder's base. Clamps
 * the result to the valid times of a trace, so that differences fit in 64 bits. */
gint64   tv_trace_builder_convert_time  (const TvTraceBuilder *self,
                                         gint64                ticks);

/* Converts an offset in the file that is read separately to an offset within all files; -1 is not changed. */
gint64   tv_trace_builder_convert_file_offset (const TvTraceBuilder *self,
                                         gint64                where);

/* Adds the name of the file to each problem with an offset, and makes the offset relative to the file. */
void     tv_trace_builder_name_inputs   (TvTraceBuilder       *self,
                                         GArray               *problems);

/* Stage, before slices are laid out: decides whether the trace has CPU times. */
void     tv_trace_builder_settle_clocks (TvTraceBuilder       *self);

G_END_DECLS

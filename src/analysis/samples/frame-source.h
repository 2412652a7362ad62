/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvSourceLocation:
 * @file: string id of the source file, or %TV_NONE if unknown or ambiguous
 * @first_line: lowest line number of the symbol's frames, or 0
 * @last_line: highest line number of the symbol's frames, or 0
 * @is_inlined: whether all frames are inlined
 * @is_inlined_in_part: whether some frames are inlined, but not all
 *
 * Source location of a function, from the frames of stacks.
 */
typedef struct
{
  guint32 file;
  guint32 first_line;
  guint32 last_line;
  guint is_inlined : 1;
  guint is_inlined_in_part : 1;
} TvSourceLocation;

guint32        tv_frame_find_file       (TvTrace             *trace,
                                         const TvFrame       *frame);
char          *tv_frame_dup_source      (TvTrace             *trace,
                                         const TvFrame       *frame);
char          *tv_source_dup_text       (TvTrace             *trace,
                                         guint32              file,
                                         guint32              line);
gboolean       tv_trace_has_frame_lines (TvTrace             *trace);
gboolean       tv_symbol_find_source    (TvTrace             *trace,
                                         guint32              symbol,
                                         guint32             *file,
                                         guint32             *line);
TvSourceLocation *tv_source_locations_new     (TvTrace             *trace);
char          *tv_source_location_dup_text (const TvSourceLocation *self,
                                         TvTrace             *trace);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace-builder.h"
#include "formats/load.h"
#include "formats/source.h"

G_BEGIN_DECLS

/**
 * TvReadContext:
 * @progress: (nullable): called with @progress_data
 * @progress_data: what the caller of tv_load() gave
 * @cancellable: (nullable): to stop reading
 * @is_cut: the file was compressed and ends too early
 * @has_changed: somebody wrote to a file beside it while that was read
 * @source: the file
 * @thread: that which loads
 *
 * What a reader reports to. See tv_read_context_step() and its like.
 */
typedef struct
{
  TvLoadProgress progress;
  gpointer progress_data;
  GCancellable *cancellable;
  gboolean is_cut;
  gboolean has_changed;
  TvSource *source;
  GThread *thread;
} TvReadContext;

/**
 * TvFormat:
 * @name: for users, such as "Android method traces (.trace)"
 * @recognize: whether these are bytes of this format; looks at the content, never at the name
 * @reads_windows: (nullable): whether it is a file of this format, by its head, that is read
 *   through windows; all others are in memory, and taken out of what they are packed in, when they
 *   are recognised
 * @read: reads all of it; errors are %TV_ERROR and do not name the file
 *
 * A format that can be read. A new one is a file that defines one of these and a line in the
 * table of format.c.
 */
typedef struct
{
  const char *name;
  gboolean (*recognize) (const TvSource *source);
  gboolean (*reads_windows) (const TvSource *source);
  TvTrace *(*read) (TvSource *source, TvReadContext *context, GError **error);
} TvFormat;

extern const TvFormat tv_format_ftrace;
extern const TvFormat tv_format_long_method_trace;
extern const TvFormat tv_format_method_trace;

const TvFormat *tv_format_recognize     (const TvSource       *source,
                                         GError              **error);
const TvFormat *tv_format_find_by_head  (const TvSource       *source);
void            tv_read_context_tell    (const TvReadContext  *self,
                                         TvTraceBuilder       *builder);
gboolean        tv_read_context_step    (const TvReadContext  *self,
                                         double                fraction,
                                         GError              **error);

G_END_DECLS

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
 * @has_changed: somebody wrote to the file while it was read
 * @source: the file
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
} TvReadContext;

/**
 * TvFormat:
 * @name: for users, such as "Android method traces (.trace)"
 * @recognize: whether these are bytes of this format; looks at the content, never at the name
 * @read: reads all of it; errors are %TV_ERROR and do not name the file
 *
 * A format that can be read. A new one is a file that defines one of these and a line in the
 * table of format.c.
 */
typedef struct
{
  const char *name;
  gboolean (*recognize) (const TvSource *source);
  TvTrace *(*read) (const TvSource *source, TvReadContext *context, GError **error);
} TvFormat;

extern const TvFormat tv_format_ftrace;
extern const TvFormat tv_format_long_method_trace;
extern const TvFormat tv_format_method_trace;

const TvFormat *tv_format_recognize     (const TvSource       *source,
                                         GError              **error);
void            tv_read_context_tell    (const TvReadContext  *self,
                                         TvTraceBuilder       *builder);
void            tv_read_context_give_back (const TvReadContext *self,
                                         const guint8         *end);
gboolean        tv_read_context_step    (const TvReadContext  *self,
                                         double                fraction,
                                         GError              **error);

G_END_DECLS

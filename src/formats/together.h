/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/load.h"

G_BEGIN_DECLS

/**
 * TvSource:
 * @path: path of the file
 * @member: (nullable): member of the file, see #TvBundle; %NULL for the file itself
 * @is_text: whether to read it as plain text regardless of its format
 * @has_offset: whether the user gave an offset
 * @offset_ns: offset from its position by its clock; without synchronization, from the start of the reference
 *   file
 *
 * A file to open.
 */
typedef struct
{
  const char *path;
  const char *member;
  gboolean is_text;
  gboolean has_offset;
  gint64 offset_ns;
} TvSource;

/**
 * TvTogetherFile:
 * @name: display name without folders
 * @format: (nullable): title of its format, if it could be opened
 * @clock: (nullable): its clock, such as "boot", or the one that its private clock is synchronized with; %NULL if
 *   unknown
 * @is_tied: whether it can be placed on the timeline
 * @start_ns: a time near its start, on the timeline's clock; if @is_tied
 * @offset_ns: offset from its timestamps to that clock
 * @uncertainty_ns: uncertainty of the offset
 * @source: (nullable): description of the synchronization for users; %NULL for the reference file, and for others
 *   with its clock
 * @reason: (nullable): reason why it is not synchronized
 *
 * A file of the session.
 */
typedef struct
{
  const char *name;
  const char *format;
  const char *clock;
  gboolean is_tied;
  gint64 start_ns;
  gint64 offset_ns;
  gint64 uncertainty_ns;
  const char *source;
  const char *reason;
} TvTogetherFile;

/**
 * TvTogether:
 *
 * Multi-file session: files for one timeline, with their clocks and offsets. Used by one thread at a time.
 */
typedef struct _TvTogether TvTogether;

TvTogether *tv_together_new           (void);
void        tv_together_free          (TvTogether       *self);
gboolean    tv_together_set_sources   (TvTogether       *self,
                                       const TvSource   *sources,
                                       guint             n,
                                       GCancellable     *cancellable,
                                       GError          **error);
const TvTogetherFile *tv_together_get_files
                                      (const TvTogether *self,
                                       guint            *n);
guint       tv_together_get_reference (const TvTogether *self);
TvTrace    *tv_together_load          (TvTogether       *self,
                                       TvLoadProgress    progress,
                                       gpointer          progress_data,
                                       GCancellable     *cancellable,
                                       GError          **error);
TvTrace    *tv_load_together          (const TvSource   *sources,
                                       guint             n,
                                       TvLoadProgress    progress,
                                       gpointer          progress_data,
                                       GCancellable     *cancellable,
                                       GError          **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTogether, tv_together_free)

G_END_DECLS

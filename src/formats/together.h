/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/load.h"

G_BEGIN_DECLS

/**
 * TvSource:
 * @path: name of a file
 * @member: (nullable): which of the files in it, see #TvBundle; %NULL for the file itself
 * @is_text: read it as plain text, whatever it is
 * @has_offset: somebody says where it is on the timeline
 * @offset_ns: by how much it is later than its clock says; where nothing ties its clock, than the
 *   beginning of the file whose clock is the timeline's
 *
 * Something to open.
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
 * @name: what users call it, without folders
 * @format: (nullable): what it is, for users, as far as it could be opened
 * @clock: (nullable): which clock it tells its times by, such as "boot", or that its own is tied to;
 *   %NULL where that is not stated
 * @is_tied: whether it can be put on the timeline
 * @start_ns: a time early in it, on the timeline's clock; if it is tied
 * @offset_ns: how much later its times are on that clock than they say
 * @uncertainty_ns: by how much that may be off
 * @source: (nullable): what ties it, for users; %NULL for the file whose clock is the timeline's, and
 *   for others of that clock
 * @reason: (nullable): why it is not tied
 *
 * One of the files.
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
 * Files for one timeline: what each tells of its clock, and what that makes of them together. One
 * thread's at a time.
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

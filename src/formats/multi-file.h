/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/load.h"

G_BEGIN_DECLS

/**
 * TvSource:
 * @path: path of the file
 * @member: (nullable): name of a member of the bundle at @path, see #TvBundle; %NULL to read the file itself
 * @bundle: (nullable): the bundle that contains @member, if it is already open
 * @file: (nullable): the file, if it is already open; only for a file that is loaded alone, see tv_load_open()
 * @is_text: whether to read the file as plain text regardless of its format
 * @has_offset: whether the user entered an offset
 * @offset_ns: the user's offset in ns, added to the offset that the clocks determine; for a file that is not
 *   synchronized, offset from the start of the reference file
 *
 * A file to open.
 */
typedef struct
{
  const char *path;
  const char *member;
  TvBundle *bundle;
  TvInput *file;
  gboolean is_text;
  gboolean has_offset;
  gint64 offset_ns;
} TvSource;

/**
 * TvMultiFileMember:
 * @name: display name without folders
 * @format: (nullable): title of the format; %NULL if the file could not be opened
 * @clock: (nullable): name of the file's clock, such as "boot"; for a private clock, name of the device clock with
 *   which it is synchronized; %NULL if unknown
 * @is_synchronized: whether the file can be placed on the timeline
 * @start_ns: time near the start of the file, on the timeline's clock; valid if @is_synchronized
 * @offset_ns: offset from the file's timestamps to the timeline's clock, in ns; valid if @is_synchronized
 * @uncertainty_ns: uncertainty of the offset, in ns
 * @source: (nullable): description of the synchronization for users; %NULL for the reference file and for other files
 *   with the same clock
 * @reason: (nullable): reason why the file is not synchronized
 *
 * A file of a multi-file session.
 */
typedef struct
{
  const char *name;
  const char *format;
  const char *clock;
  gboolean is_synchronized;
  gint64 start_ns;
  gint64 offset_ns;
  gint64 uncertainty_ns;
  const char *source;
  const char *reason;
} TvMultiFileMember;

/**
 * TvMultiFile:
 *
 * A multi-file session: files that share a timeline, with their clocks and offsets. Not thread-safe: only one thread
 * may use a session at a time.
 */
typedef struct _TvMultiFile TvMultiFile;

TvMultiFile *tv_multi_file_new           (void);
void        tv_multi_file_free          (TvMultiFile       *self);
gboolean    tv_multi_file_set_sources   (TvMultiFile       *self,
                                       const TvSource   *sources,
                                       guint             n,
                                       GCancellable     *cancellable,
                                       GError          **error);
const TvMultiFileMember *tv_multi_file_get_files
                                      (const TvMultiFile *self,
                                       guint            *n);
guint       tv_multi_file_get_reference (const TvMultiFile *self);
TvTrace    *tv_multi_file_load          (TvMultiFile       *self,
                                       TvLoadProgress    progress,
                                       gpointer          progress_data,
                                       GCancellable     *cancellable,
                                       GError          **error);
TvTrace    *tv_load_multi_file          (const TvSource   *sources,
                                       guint             n,
                                       TvLoadProgress    progress,
                                       gpointer          progress_data,
                                       GCancellable     *cancellable,
                                       GError          **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMultiFile, tv_multi_file_free)

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Instead of a file's name: what the program is given. */
#define TV_SOURCE_STDIN "-"

/**
 * TvSource:
 * @path: (nullable): the file's name
 * @size: bytes of the file, as it was when it was opened
 * @head: its first bytes, 64 KB of a file that is not in memory
 * @head_size: how many these are
 * @data: (nullable): all its bytes, if they are in memory: see tv_source_load()
 * @bytes: (nullable): the same
 *
 * A file. In memory are its bytes as they were when they were read: whatever becomes of the file,
 * they stay. What is looked at through a #TvSourceWindow may have changed from one look to the
 * next, or be gone; see tv_source_has_changed().
 */
typedef struct
{
  char *path;
  gsize size;
  const guint8 *head;
  gsize head_size;
  const guint8 *data;
  GBytes *bytes;
  int fd; /* or -1 */
  gint64 modified_s;
  gint64 modified_ns;
  guint8 *first_bytes;
  gint has_changed; /* atomic */
  gsize n_given_back;
  gboolean is_own; /* the bytes are pages that nobody else looks at */
} TvSource;

/**
 * TvSourceWindow:
 * @source: the file
 * @start: offset in it of what is in @buffer
 * @size: how many bytes that are
 * @least: so many are read at a time at least; 0 for as many as is good where pieces follow each
 *   other
 *
 * What somebody sees of a file, one piece after another; one thread's own. Of a file in memory,
 * that is the whole.
 */
typedef struct
{
  TvSource *source;
  guint8 *buffer;
  gsize capacity;
  gsize start;
  gsize size;
  gsize least;
} TvSourceWindow;

TvSource *tv_source_open         (const char      *path,
                                  GCancellable    *cancellable,
                                  GError         **error);
TvSource *tv_source_new_for_bytes (GBytes         *bytes);
TvSource *tv_source_open_sibling (const TvSource  *self,
                                  const char      *extension,
                                  const char      *sibling_extension,
                                  GCancellable    *cancellable);
gboolean  tv_source_load         (TvSource        *self,
                                  GCancellable    *cancellable,
                                  GError         **error);
gboolean  tv_source_unpack       (TvSource        *self,
                                  GCancellable    *cancellable,
                                  gboolean        *is_cut,
                                  GError         **error);
void      tv_source_give_back    (TvSource        *self,
                                  gsize            end);
void      tv_source_set_changed  (TvSource        *self);
gboolean  tv_source_has_changed  (TvSource        *self);
char     *tv_source_dup_display_name (const char  *path);
void      tv_source_free         (TvSource        *self);

const guint8 *tv_source_window_look  (TvSourceWindow *self,
                                      gsize           offset,
                                      gsize           size,
                                      gsize          *available,
                                      GError        **error);
void          tv_source_window_clear (TvSourceWindow *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSource, tv_source_free)

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Instead of a file's name: what the program is given. */
#define TV_SOURCE_STDIN "-"

/**
 * TvSource:
 * @path: (nullable): the file's name
 * @data: its bytes
 * @size: how many
 * @bytes: the same
 * @has_changed: somebody wrote to the file, or cut it, while it was read
 *
 * The bytes of a file, as they were when it was read: whatever becomes of the file, they stay.
 */
typedef struct
{
  char *path;
  const guint8 *data;
  gsize size;
  GBytes *bytes;
  gboolean has_changed;
  gsize n_given_back;
  gboolean is_own; /* the bytes are pages that nobody else looks at */
} TvSource;

TvSource *tv_source_open         (const char      *path,
                                  GCancellable    *cancellable,
                                  GError         **error);
TvSource *tv_source_new_for_bytes (GBytes         *bytes);
TvSource *tv_source_open_sibling (const TvSource  *self,
                                  const char      *extension,
                                  const char      *sibling_extension,
                                  GCancellable    *cancellable);
gboolean  tv_source_unpack       (TvSource        *self,
                                  GCancellable    *cancellable,
                                  gboolean        *is_cut,
                                  GError         **error);
void      tv_source_give_back    (TvSource        *self,
                                  const guint8    *end);
char     *tv_source_dup_display_name (const char  *path);
void      tv_source_free         (TvSource        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSource, tv_source_free)

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/input/input.h"

G_BEGIN_DECLS

/* Limits of a list: number of members, and nesting depth of folders. */
#define TV_CONTAINER_MAX_MEMBERS 4096
#define TV_CONTAINER_MAX_DEPTH   8

/**
 * TvContainerMember:
 * @name: display name with folders
 * @size: uncompressed size in bytes, or -1 if the container does not store it
 * @modified_s: modification time in s since 1970, or -1
 * @path: (nullable): path on disk; %NULL if the container is an archive
 * @is_locked: whether the member is password-protected or unreadable, so that @prefix is empty
 * @prefix: first bytes, up to 64 KB
 * @prefix_size: number of bytes in @prefix
 *
 * A file in a folder or in a zip or tar archive.
 */
typedef struct
{
  const char *name;
  gint64 size;
  gint64 modified_s;
  const char *path;
  gboolean is_locked;
  const guint8 *prefix;
  gsize prefix_size;
} TvContainerMember;

typedef void (*TvContainerVisit) (const TvContainerMember *member,
                                  gpointer                 data);

gboolean tv_container_list_folder
                           (const char       *path,
                            TvContainerVisit  visit,
                            gpointer          data,
                            gboolean         *is_partial,
                            GCancellable     *cancellable,
                            GError          **error);
gboolean tv_container_list (TvInput          *archive,
                            TvContainerVisit  visit,
                            gpointer          data,
                            gboolean         *is_partial,
                            GCancellable     *cancellable,
                            GError          **error);
TvInput *tv_container_open (TvInput          *archive,
                            guint             index,
                            const char       *name,
                            GCancellable     *cancellable,
                            GError          **error);

G_END_DECLS

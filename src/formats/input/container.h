/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/input/input.h"

G_BEGIN_DECLS

/* So many members are listed, and folders in folders are looked into so deep. */
#define TV_CONTAINER_MAX_MEMBERS 4096
#define TV_CONTAINER_MAX_DEPTH   8

/**
 * TvContainerMember:
 * @name: what it is called, with folders, as text that can be shown
 * @size: its bytes when unpacked, or -1 if the container does not tell
 * @modified_s: when it was last written to, in seconds since 1970, or -1
 * @path: (nullable): its name on disk, if it is in a folder
 * @is_locked: it needs a password, or a right to read it: nothing is known of what is in it
 * @head: its first bytes, 64 KB if it has as many
 * @head_size: how many these are
 *
 * A file in a folder, zip or tar.
 */
typedef struct
{
  const char *name;
  gint64 size;
  gint64 modified_s;
  const char *path;
  gboolean is_locked;
  const guint8 *head;
  gsize head_size;
} TvContainerMember;

typedef void (*TvContainerVisit) (const TvContainerMember *member,
                                  gpointer                 data);

gboolean tv_container_list (const char       *path,
                            TvContainerVisit  visit,
                            gpointer          data,
                            gboolean         *is_partial,
                            GCancellable     *cancellable,
                            GError          **error);
gboolean tv_container_list_inner
                           (GBytes           *bytes,
                            TvContainerVisit  visit,
                            gpointer          data,
                            gboolean         *is_partial,
                            GCancellable     *cancellable,
                            GError          **error);
TvInput *tv_container_open (const char       *path,
                            GBytes           *inner,
                            guint             index,
                            const char       *name,
                            GCancellable     *cancellable,
                            GError          **error);

G_END_DECLS

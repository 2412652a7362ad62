/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvSource:
 * @path: the file's name
 * @data: its bytes
 * @size: how many
 *
 * The bytes of a file: mapped if it is a regular one, else read to its end.
 */
typedef struct
{
  char *path;
  const guint8 *data;
  gsize size;
  GBytes *bytes;
} TvSource;

TvSource *tv_source_open         (const char      *path,
                                  GCancellable    *cancellable,
                                  GError         **error);
TvSource *tv_source_open_sibling (const TvSource  *self,
                                  const char      *extension,
                                  const char      *sibling_extension,
                                  GCancellable    *cancellable);
gboolean  tv_source_unpack       (TvSource        *self,
                                  GCancellable    *cancellable,
                                  gboolean        *is_cut,
                                  GError         **error);
void      tv_source_free         (TvSource        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSource, tv_source_free)

G_END_DECLS

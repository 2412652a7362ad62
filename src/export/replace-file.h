/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvFileWriter:
 * @stream: output stream
 * @data: user data passed to tv_replace_file()
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for an error
 *
 * Writes the contents of a file.
 * Returns: whether everything was written
 */
typedef gboolean (*TvFileWriter) (GOutputStream  *stream,
                                  gpointer        data,
                                  GCancellable   *cancellable,
                                  GError        **error);

gboolean tv_replace_file (GFile         *file,
                          TvFileWriter   write,
                          gpointer       data,
                          GCancellable  *cancellable,
                          GError       **error);

/**
 * TvReplacement:
 *
 * A temporary file, which replaces another file when it is complete.
 */
typedef struct _TvReplacement TvReplacement;

TvReplacement *tv_replacement_new      (const char           *path,
                                        GError              **error);
const char    *tv_replacement_get_path (const TvReplacement  *self);
gboolean       tv_replacement_commit   (TvReplacement        *self,
                                        GError              **error);
void           tv_replacement_free     (TvReplacement        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvReplacement, tv_replacement_free)

G_END_DECLS

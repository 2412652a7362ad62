/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvFileWriter:
 * @stream: output stream
 * @data: data of tv_replace_file()
 * @cancellable: (nullable): to stop it
 * @error: (nullable): where to put the error
 *
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

G_END_DECLS

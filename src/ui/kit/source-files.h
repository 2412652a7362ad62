/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Source files on this computer: finds them in folders by the filenames in a trace, and opens them in an editor. The
 * filenames in a trace are untrusted. */

char    *tv_source_files_find        (const char *const   *roots,
                                      const char          *class_name,
                                      const char          *file,
                                      GCancellable        *cancellable);
char   **tv_source_files_dup_command (const char          *command,
                                      const char          *path,
                                      guint32              line,
                                      GError             **error);
gboolean tv_source_files_open        (const char          *command,
                                      const char          *path,
                                      guint32              line,
                                      GError             **error);

G_END_DECLS

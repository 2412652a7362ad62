/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Source files on this computer: searched in folders by the names from a trace, and opened in an editor. Names
 * from a trace are untrusted. */

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

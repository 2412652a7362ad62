/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Names of files that are safe to show in labels and terminals. Results are (transfer full). */

char *tv_file_name_dup_shown (const char *path);
char *tv_file_dup_shown_name (GFile      *file);
char *tv_file_dup_stem       (GFile      *file);
GFile *tv_file_find_folder        (GFile      *file);

G_END_DECLS

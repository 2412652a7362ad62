/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "formats/multi-file.h"

G_BEGIN_DECLS

/* A strip that shows the time ranges of files and their overlap: a bar per file, or a mark for a point in time. The
 * width of a bar's soft edges is the uncertainty of the file's clock offset. */

#define TV_TYPE_MULTI_FILE_STRIP (tv_multi_file_strip_get_type ())
G_DECLARE_FINAL_TYPE (TvMultiFileStrip, tv_multi_file_strip, TV, MULTI_FILE_STRIP, GtkWidget)

void tv_multi_file_strip_set (TvMultiFileStrip      *self,
                            const TvMultiFileMember *files,
                            const gint64         *durations,
                            guint                 n,
                            gboolean              is_wall);

G_END_DECLS

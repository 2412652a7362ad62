/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "formats/multi-file.h"

G_BEGIN_DECLS

/* A strip with the time ranges of files and their overlaps: a bar for each, or a mark for a moment. An uncertain clock
 * offset has soft edges of its width. */

#define TV_TYPE_TOGETHER_STRIP (tv_together_strip_get_type ())
G_DECLARE_FINAL_TYPE (TvTogetherStrip, tv_together_strip, TV, TOGETHER_STRIP, GtkWidget)

void tv_together_strip_set (TvTogetherStrip      *self,
                            const TvMultiFileMember *files,
                            const gint64         *durations,
                            guint                 n,
                            gboolean              is_wall);

G_END_DECLS

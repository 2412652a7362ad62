/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "formats/together.h"

G_BEGIN_DECLS

/* A strip that shows what files cover of a timeline and what overlaps: a bar each, or a mark for what is a
 * moment. What may be off has soft edges of that width. */

#define TV_TYPE_TOGETHER_STRIP (tv_together_strip_get_type ())
G_DECLARE_FINAL_TYPE (TvTogetherStrip, tv_together_strip, TV, TOGETHER_STRIP, GtkWidget)

void tv_together_strip_set (TvTogetherStrip      *self,
                            const TvTogetherFile *files,
                            const gint64         *durations,
                            guint                 n,
                            gboolean              is_wall);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "formats/multi-file.h"

G_BEGIN_DECLS

/* The list of files to be opened together. For each file, it shows the clock, the offset from the timeline's clock,
 * and the uncertainty and source of the offset. For a file that cannot be synchronized with the others, it shows the
 * reason. A worker reads the clocks; meanwhile, the previous list remains visible, dimmed.
 *
 * Actions:
 *
 *   together.offsets   lets the user enter clock offsets that the files do not contain
 *
 * Signals:
 *
 *   examined  the files were examined, or the offsets have changed */

#define TV_TYPE_MULTI_FILE_PANE (tv_multi_file_pane_get_type ())
G_DECLARE_FINAL_TYPE (TvMultiFilePane, tv_multi_file_pane, TV, MULTI_FILE_PANE, GtkWidget)

void     tv_multi_file_pane_set_sources (TvMultiFilePane *self,
                                       const TvSource *sources,
                                       const gint64   *durations,
                                       guint           n);
GVariant *tv_multi_file_pane_dup_tied   (TvMultiFilePane *self,
                                       const char     *uri);
gboolean tv_multi_file_pane_has_offset  (TvMultiFilePane *self,
                                       const char     *member);
void     tv_multi_file_pane_take_clockless (TvMultiFilePane *self,
                                       char          **members);
void     tv_multi_file_pane_set_below   (TvMultiFilePane *self,
                                       gboolean        is_below);
guint    tv_multi_file_pane_count_tied  (TvMultiFilePane *self);

G_END_DECLS

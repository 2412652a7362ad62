/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/views/dump/stack-lines.h"

G_BEGIN_DECLS

/* Row for one line of a stack: a frame, or a lock in a separate bar. If two stacks are shown side by side, the row
 * contains a frame of each and shows whether the frames are equal.
 *
 * Signals:
 *   link  the user has clicked the link, which leads to the owner of a lock or to the source code of a frame */

#define TV_TYPE_STACK_ROW (tv_stack_row_get_type ())
G_DECLARE_FINAL_TYPE (TvStackRow, tv_stack_row, TV, STACK_ROW, GtkWidget)

GtkWidget *tv_stack_row_new      (void);
void       tv_stack_row_set      (TvStackRow        *self,
                                  TvTrace           *trace,
                                  const TvStackLine *line,
                                  gboolean           is_beside);
char      *tv_stack_row_dup_label (TvStackRow       *self);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/views/dump/stack-lines.h"

G_BEGIN_DECLS

/* Line of a stack: a frame, or a lock in a bar of its own; for two stacks, a frame of each, and whether they are
 * equal.
 *
 * Signals:
 *   link  the link was clicked: the owner of a lock, or the source of a frame
 */

#define TV_TYPE_STACK_ROW (tv_stack_row_get_type ())
G_DECLARE_FINAL_TYPE (TvStackRow, tv_stack_row, TV, STACK_ROW, GtkWidget)

GtkWidget *tv_stack_row_new      (void);
void       tv_stack_row_set      (TvStackRow        *self,
                                  TvTrace           *trace,
                                  const TvStackLine *line,
                                  gboolean           is_beside);
char      *tv_stack_row_dup_words (TvStackRow       *self);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "analysis/symbols/text-match.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* Stack of the session's dump-thread with its locks, or this stack beside the stack of the same thread in another
 * dump of the process.
 *
 * Properties (with notify):
 *   beside  int, writable  #TvDumpSnapshot with the other stack, or -1
 *
 * Actions:
 *   stack.beside (int)  sets the property
 *   stack.copy          copies the stack as text to the clipboard
 *   stack.menu          opens the menu of the selected frame
 *   stack.follow        selects the thread for which this thread waits */

#define TV_TYPE_STACK_PANE (tv_stack_pane_get_type ())
G_DECLARE_FINAL_TYPE (TvStackPane, tv_stack_pane, TV, STACK_PANE, GtkWidget)

GtkWidget *tv_stack_pane_new         (void);
void       tv_stack_pane_set_session (TvStackPane *self,
                                      TvSession   *session);
void       tv_stack_pane_add_start   (TvStackPane *self,
                                      GtkWidget   *widget);
void       tv_stack_pane_add_end     (TvStackPane *self,
                                      GtkWidget   *widget);
gboolean   tv_stack_pane_step        (TvStackPane *self,
                                      const TvTextMatch *match,
                                      int          direction);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Comparison of a thread's stack with the stack of the same thread in another dump of the process */

int         tv_stack_comparison_choose   (TvSession *session,
                                      guint32    thread);
guint32     tv_stack_comparison_find     (TvSession *session,
                                      guint32    thread,
                                      int        snapshot);
GMenuModel *tv_stack_comparison_new_menu (TvSession *session,
                                      guint32    thread);
char       *tv_stack_comparison_dup_label (TvSession *session,
                                      guint32    thread,
                                      int        snapshot);

G_END_DECLS

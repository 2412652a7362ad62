/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A toast that shows the progress of work on a worker thread, with a button that cancels the work. Not shown for
 * short work. */
typedef struct _TvProgressToast TvProgressToast;

TvProgressToast *tv_progress_toast_new (GtkWidget    *widget,
                                        const char   *title,
                                        GCancellable *cancellable);
void             tv_progress_toast_set (double        fraction,
                                        gpointer      self);
void             tv_progress_toast_end (TvProgressToast *self);

G_END_DECLS

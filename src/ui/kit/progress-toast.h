/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A toast with the progress of work in a worker thread and a button to cancel it. It is not shown if the work is
 * short. */
typedef struct _TvProgressToast TvProgressToast;

TvProgressToast *tv_progress_toast_new (GtkWidget    *widget,
                                        const char   *title,
                                        GCancellable *cancellable);
void             tv_progress_toast_set (double        fraction,
                                        gpointer      self);
void             tv_progress_toast_end (TvProgressToast *self);

G_END_DECLS

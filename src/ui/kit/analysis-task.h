/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/profile.h"

G_BEGIN_DECLS

/* The analyses as asynchronous calls: run in a worker, answered on the calling thread. */

void       tv_profile_new_async        (GObject              *source,
                                        TvTrace              *trace,
                                        const TvSelection    *selection,
                                        TvProfileFlags        flags,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
TvProfile *tv_profile_new_finish       (GAsyncResult         *result,
                                        GError              **error);
void       tv_occurrences_find_async   (GObject              *source,
                                        TvTrace              *trace,
                                        guint32               symbol,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
GArray    *tv_occurrences_find_finish  (GAsyncResult         *result,
                                        GError              **error);
void       tv_occurrences_select_async (GObject              *source,
                                        TvTrace              *trace,
                                        GArray               *occurrences,
                                        const TvSelection    *selection,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
GArray    *tv_occurrences_select_finish (GAsyncResult        *result,
                                        GError              **error);

G_END_DECLS

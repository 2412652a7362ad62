/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/call-tree.h"
#include "analysis/profile.h"

G_BEGIN_DECLS

/* The analyses as asynchronous calls: run in a worker, answered on the calling thread. */

void       tv_profile_new_async        (GObject              *source,
                                        TvTrace              *trace,
                                        TvCallPaths          *paths,
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
                                        TvCallPaths          *paths,
                                        GArray               *occurrences,
                                        const TvSelection    *selection,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
GArray    *tv_occurrences_select_finish (GAsyncResult        *result,
                                        GError              **error);
void       tv_call_paths_new_async     (GObject              *source,
                                        TvTrace              *trace,
                                        guint32               call_source,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
TvCallPaths *tv_call_paths_new_finish  (GAsyncResult         *result,
                                        GError              **error);
void       tv_call_tree_new_async      (GObject              *source,
                                        TvCallPaths          *paths,
                                        const TvSelection    *selection,
                                        TvCallTreeFlags       flags,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
TvCallTree *tv_call_tree_new_finish    (GAsyncResult         *result,
                                        GError              **error);

G_END_DECLS

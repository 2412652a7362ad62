/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/view-state.h"

G_BEGIN_DECLS

/* States of views on the disk: `views/` in the program's folder of the user's cache, a file each,
 * called by what its trace's path hashes to. All of this blocks; what goes wrong is only told to
 * who debugs. */

char        *tv_view_store_dup_path (const char        *trace_path);
TvViewState *tv_view_store_load     (const char        *path);
void         tv_view_store_save     (const char        *path,
                                     const char        *data,
                                     gsize              length);
void         tv_view_store_prune    (guint              n_kept);

G_END_DECLS

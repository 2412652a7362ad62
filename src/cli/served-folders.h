/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Folders whose files a server may read. Symbolic links and ".." are resolved first, so that a path outside the
 * folders is rejected regardless of its form. */

typedef struct _TvServedFolders TvServedFolders;

TvServedFolders *tv_served_folders_new      (const char *const *paths,
                                             GError           **error);
void             tv_served_folders_free     (TvServedFolders   *self);
char            *tv_served_folders_find     (TvServedFolders   *self,
                                             const char        *name,
                                             GError           **error);
char            *tv_served_folders_dup_list (TvServedFolders   *self,
                                             const char        *folder,
                                             GError           **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvServedFolders, tv_served_folders_free)

G_END_DECLS

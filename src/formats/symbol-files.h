/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/input/span.h"

G_BEGIN_DECLS

/* Unstripped programs and libraries with symbols that recordings lack. A binary is searched in the folders that the
 * user chose, first by name and then by build id. After that, debug files of this machine and the file at the
 * recorded path are tried, but only if their build id is that in the recording. If the recording contains no build
 * id, only the name is used. */
typedef struct _TvSymbolFiles TvSymbolFiles;

gboolean       tv_symbol_files_are_read    (void);
void           tv_symbol_files_set_folders (const char *const *folders);
TvSymbolFiles *tv_symbol_files_get         (void);
TvSymbolFiles *tv_symbol_files_new         (const char *const *folders);
void           tv_symbol_files_unref       (TvSymbolFiles     *self);
guint          tv_symbol_files_get_n       (const TvSymbolFiles *self);
const char    *tv_symbol_files_find        (TvSymbolFiles     *self,
                                            TvSpan             path,
                                            const char        *build_id,
                                            guint64            address,
                                            gboolean           is_offset);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSymbolFiles, tv_symbol_files_unref)

G_END_DECLS

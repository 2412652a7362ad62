/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Strings by number, each kept once. All are valid UTF-8 without NULs: bytes of a file that
 * are not are kept visible as \xNN. */
typedef struct _TvStringPool TvStringPool;

TvStringPool *tv_string_pool_new    (void);
void          tv_string_pool_free   (TvStringPool       *self);
guint32       tv_string_pool_intern (TvStringPool       *self,
                                     const char         *text,
                                     gsize               len,
                                     gboolean           *was_bad);
const char   *tv_string_pool_get    (const TvStringPool *self,
                                     guint32             string);
guint32       tv_string_pool_get_n  (const TvStringPool *self);
char         *tv_string_pool_dup_valid (const char      *text,
                                     gsize               len);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvStringPool, tv_string_pool_free)

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/**
 * TvTextFlags:
 * @TV_TEXT_WAS_BAD: characters were escaped
 * @TV_TEXT_WAS_LONG: the string was truncated to 64 KiB
 *
 * Changes made to a string from a file when it was interned.
 */
typedef enum
{
  TV_TEXT_WAS_BAD = 1 << 0,
  TV_TEXT_WAS_LONG = 1 << 1,
} TvTextFlags;

/* A pool of interned strings, which are identified by their index. All strings are valid UTF-8 without NULs: invalid
 * bytes of a file are escaped as \xNN. */
typedef struct _TvStringPool TvStringPool;

TvStringPool *tv_string_pool_new    (void);
TvStringPool *tv_string_pool_new_for (const TvStringPool *other);
void          tv_string_pool_free   (TvStringPool       *self);
void          tv_string_pool_empty  (TvStringPool       *self);
guint32       tv_string_pool_find   (const TvStringPool *self,
                                     const char         *text,
                                     gsize               len);
guint32       tv_string_pool_intern (TvStringPool       *self,
                                     const char         *text,
                                     gsize               len);
void          tv_string_pool_intern_all (TvStringPool   *self,
                                     TvStringPool       *other,
                                     guint32            *strings);
const char   *tv_string_pool_get    (const TvStringPool *self,
                                     guint32             string);
TvTextFlags   tv_string_pool_get_flags (const TvStringPool *self,
                                     guint32             string);
guint32       tv_string_pool_count_changed (const TvStringPool *self,
                                     TvTextFlags         flag,
                                     guint32            *first);
guint32       tv_string_pool_get_n  (const TvStringPool *self);
char         *tv_string_pool_dup_valid (const char      *text,
                                     gsize               len);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvStringPool, tv_string_pool_free)

G_END_DECLS

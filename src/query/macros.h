/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "query/sql-tokens.h"

G_BEGIN_DECLS

/* Macros of PerfettoSQL: name!(argument, …). Macros are expanded token by token before SQLite parses the statement. */

typedef struct _TvMacros TvMacros;

TvMacros *tv_macros_new (void);
void tv_macros_free (TvMacros *self);
gboolean tv_macros_add (TvMacros *self,
                        const char *name,
                        char **parameters,
                        const char *body,
                        gboolean is_replaced,
                        GError **error);
GPtrArray *tv_macros_list (TvMacros *self);
GArray *
tv_macros_expand (TvMacros *self, const GArray *tokens, guint32 *error_offset, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMacros, tv_macros_free)

G_END_DECLS

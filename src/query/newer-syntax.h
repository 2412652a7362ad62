/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Rewrites newer SQL syntax in older syntax, because the installed version of SQLite may lack the newer one. */

typedef struct _TvNewerSyntax TvNewerSyntax;

TvNewerSyntax *tv_newer_syntax_replace (GArray *tokens);
void tv_newer_syntax_free (TvNewerSyntax *self);
char *tv_newer_syntax_dup_name (const TvNewerSyntax *self, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvNewerSyntax, tv_newer_syntax_free)

G_END_DECLS

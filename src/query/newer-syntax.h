/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Replaces SQL syntax that the installed version of SQLite may lack with older syntax. */

typedef struct _TvNewerSyntax TvNewerSyntax;

TvNewerSyntax *tv_newer_syntax_replace (GArray *tokens);
void tv_newer_syntax_free (TvNewerSyntax *self);
char *tv_newer_syntax_dup_name (const TvNewerSyntax *self, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvNewerSyntax, tv_newer_syntax_free)

G_END_DECLS

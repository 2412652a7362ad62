/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Search patterns: a substring or a regular expression. A pattern is case-sensitive only if it contains a
 * capital letter. Patterns are immutable and may be used by several threads. */

typedef struct _TvTextMatch TvTextMatch;

TvTextMatch *tv_text_match_new  (const char         *query,
                                 gboolean            is_regex,
                                 GError            **error);
gboolean     tv_text_match_is_exact (const char      *query,
                                 gboolean            is_regex);
void         tv_text_match_free (TvTextMatch        *self);
gboolean     tv_text_match_test (const TvTextMatch  *self,
                                 const char         *text,
                                 gssize              len);
gboolean     tv_text_match_may_have (const TvTextMatch *self,
                                 char                character);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTextMatch, tv_text_match_free)

G_END_DECLS

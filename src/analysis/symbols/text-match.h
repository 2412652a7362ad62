/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Matching of texts with a query: a part of the text, or a regular expression. Case counts only if the
 * query has a capital letter. Any number of threads may match at the same time. */

typedef struct _TvTextMatch TvTextMatch;

TvTextMatch *tv_text_match_new  (const char         *query,
                                 gboolean            is_regex,
                                 GError            **error);
void         tv_text_match_free (TvTextMatch        *self);
gboolean     tv_text_match_test (const TvTextMatch  *self,
                                 const char         *text,
                                 gssize              len);
gboolean     tv_text_match_may_have (const TvTextMatch *self,
                                 char                character);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTextMatch, tv_text_match_free)

G_END_DECLS

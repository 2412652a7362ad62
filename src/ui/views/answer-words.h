/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"

G_BEGIN_DECLS

/**
 * TvAnswerFact:
 * @label: label
 * @text: value
 * @tooltip: (nullable): explanation
 *
 * Fact next to a diagnosis.
 */
typedef struct
{
  const char *label;
  char *text;
  char *tooltip;
} TvAnswerFact;

char   *tv_answer_dup_markup  (const TvSentence *sentence,
                               gboolean          is_whole);
gboolean tv_answer_parse_link (const char       *uri,
                               TvSentenceTarget *target,
                               guint32          *row);
GArray *tv_answer_list_facts  (TvSession        *session);
char   *tv_answer_dup_text    (TvSession        *session);

G_END_DECLS

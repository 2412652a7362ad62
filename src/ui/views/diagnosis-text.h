/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"

G_BEGIN_DECLS

/**
 * TvDiagnosisDetail:
 * @label: translated label; not owned
 * @text: value
 * @tooltip: (nullable): explanation
 *
 * A property of a diagnosis.
 */
typedef struct
{
  const char *label;
  char *text;
  char *tooltip;
} TvDiagnosisDetail;

char   *tv_diagnosis_text_dup_markup  (const TvSentence *sentence,
                               gboolean          is_whole);
gboolean tv_diagnosis_text_parse_link (const char       *uri,
                               TvSentenceTarget *target,
                               guint32          *row);
GArray *tv_diagnosis_text_list_details  (TvSession        *session);
char   *tv_diagnosis_text_dup_all    (TvSession        *session);

G_END_DECLS

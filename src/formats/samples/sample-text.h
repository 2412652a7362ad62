/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/input/input.h"
#include "formats/scan.h"

G_BEGIN_DECLS

/**
 * TvSampleText:
 * @start: start of the text
 * @at: start of the next line
 * @end: end of the text
 *
 * Line iterator for text files with stacks.
 */
typedef struct
{
  const char *start;
  const char *at;
  const char *end;
} TvSampleText;

void     tv_sample_text_init      (TvSampleText *self,
                                   const guint8 *bytes,
                                   gsize         size);
void     tv_sample_text_init_prefix (TvSampleText *self,
                                   TvInput      *input,
                                   gsize         most);
gboolean tv_sample_text_next      (TvSampleText *self,
                                   TvSpan       *line,
                                   gsize        *where);

/* Line parsers in addition to those in scan.h. */
gboolean tv_sample_text_take_word (TvSpan       *rest,
                                   TvSpan       *word);
TvSpan   tv_sample_text_strip     (TvSpan        text);

G_END_DECLS

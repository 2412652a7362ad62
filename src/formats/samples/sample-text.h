/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/input/input.h"
#include "formats/scan.h"

G_BEGIN_DECLS

/**
 * TvSampleText:
 * @start: where it begins
 * @at: where the next line begins
 * @end: where it ends
 *
 * A text of stacks, line by line.
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
void     tv_sample_text_init_head (TvSampleText *self,
                                   TvInput      *input,
                                   gsize         most);
gboolean tv_sample_text_next      (TvSampleText *self,
                                   TvSpan       *line,
                                   gsize        *where);

/* Steps through a line beside those of scan.h. */
gboolean tv_sample_text_take_word (TvSpan       *rest,
                                   TvSpan       *word);
TvSpan   tv_sample_text_strip     (TvSpan        text);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvQueryExample:
 * @part: part of a trace that the query reads; 0 if every trace has it
 * @group: heading for queries of the same part; marked with N_()
 * @title: question that the query answers; marked with N_()
 * @text: SQL
 *
 * Example query.
 */
typedef struct
{
  TvTraceParts part;
  const char *group;
  const char *title;
  const char *text;
} TvQueryExample;

const TvQueryExample *tv_query_examples_get   (guint                *n);
gboolean              tv_query_example_suits  (const TvQueryExample *self,
                                               TvTrace              *trace);

G_END_DECLS

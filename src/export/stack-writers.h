/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-tree.h"
#include "analysis/calls/call-walk.h"
#include "export/stacks.h"

G_BEGIN_DECLS

/* Input of a stack writer. @tree is the call tree of the selection, grouped by thread. */
typedef struct
{
  const TvStackExport *what;
  TvCallTree *tree;
  GOutputStream *stream;
  TvStackProgress progress;
  gpointer progress_data;
  GCancellable *cancellable;
} TvStackJob;

typedef gboolean (*TvStackWriter) (const TvStackJob *job, GError **error);

gboolean tv_stacks_write_folded     (const TvStackJob *job, GError **error);
gboolean tv_stacks_write_speedscope (const TvStackJob *job, GError **error);
gboolean tv_stacks_write_pprof      (const TvStackJob *job, GError **error);
gboolean tv_stacks_write_chrome     (const TvStackJob *job, GError **error);

gboolean tv_stack_job_is_of_calls   (const TvStackJob *job);
void     tv_stack_job_report          (const TvStackJob *job,
                                     double            fraction);
GArray  *tv_stack_job_list_samples  (const TvStackJob *job);

G_END_DECLS

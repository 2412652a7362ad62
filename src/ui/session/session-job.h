/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"

G_BEGIN_DECLS

/* The input of a worker, copied from the session when the worker is started. */
typedef struct
{
  TvTrace *trace;
  TvSelection *selection;
  TvCallPaths *paths; /* (nullable) */
  guint32 call_source;
  guint32 symbol;
  guint32 counted_like;
  guint32 counted_thread;
  GArray *occurrences; /* (nullable): calls of the symbol */
  gboolean are_alike;  /* the found slices have one kind */
  TvProfileFlags profile_flags;
  TvCallTreeFlags tree_flags;
  TvCallTree *tree; /* (nullable): the result */

  /* Of the baseline: */
  TvTrace *baseline;               /* (nullable) */
  GBytes *pairs;                   /* (nullable) */
  TvSelection *baseline_selection; /* (nullable): %NULL if nothing of it is selected */
  gboolean has_baseline_source;    /* it has such samples */
  guint32 baseline_source;
  TvCallPaths *baseline_paths;  /* (nullable): %NULL until they are found */
  TvCallComparison *comparison; /* (nullable): a result */
  TvProfile *baseline_profile;  /* (nullable): a result */
} TvSessionJob;

TvSessionJob *tv_session_job_new  (TvSession *self);
void          tv_session_job_free (gpointer   data);
TvCallPaths  *tv_session_job_need_baseline_paths (TvSessionJob  *job,
                                                  GCancellable  *cancellable,
                                                  GError       **error);
void          tv_session_keep_baseline_paths (TvSession    *self,
                                              TvSessionJob *job);

G_END_DECLS

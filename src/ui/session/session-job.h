/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Input of a worker, copied from the session when the worker is started, and its results. */
typedef struct
{
  TvTrace *trace;
  TvSelection *selection;
  TvCallPaths *paths; /* (nullable): call paths */
  guint32 call_source;
  guint32 symbol;
  guint32 counted_like;
  guint32 counted_thread;
  GArray *occurrences; /* (nullable): calls of @symbol */
  gboolean are_alike;  /* result: whether all found slices are of one kind */
  TvProfileFlags profile_flags;
  TvCallTreeFlags tree_flags;
  TvCallTree *tree; /* (nullable): result */

  /* For the comparison with the baseline: */
  TvTrace *baseline; /* (nullable) */
  GBytes *pairs;     /* (nullable): for each symbol, the symbol of the baseline */
  TvSelection
      *baseline_selection; /* (nullable): selection of the baseline; NULL if it would be empty */
  gboolean
      has_baseline_source; /* whether the baseline has a source that corresponds to @call_source */
  guint32 baseline_source;
  TvCallPaths *baseline_paths;  /* (nullable): call paths of the baseline; NULL until computed */
  TvCallComparison *comparison; /* (nullable): result */
  TvProfile *baseline_profile;  /* (nullable): result */
} TvSessionJob;

TvSessionJob *tv_session_job_new  (TvSession *self);
void          tv_session_job_free (gpointer   data);

G_END_DECLS

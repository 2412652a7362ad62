/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/difference-table.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* Comparison of runs. A job is created from a session on the main thread, and run in a worker. */

typedef struct _TvDifferenceJob TvDifferenceJob;

TvDifferenceJob *tv_difference_job_new  (TvSession              *session,
                                         TvDifferenceBy          by);
TvTable         *tv_difference_job_run  (const TvDifferenceJob  *job,
                                         GCancellable           *cancellable,
                                         GError                **error);
void             tv_difference_job_free (TvDifferenceJob        *job);

G_END_DECLS

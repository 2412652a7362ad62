/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Additional runs on both sides of a comparison. They are read like other files, but only their durations and the
 * times of their methods are used: the timelines show one run per side. */

/**
 * TvSessionRun:
 * @trace: trace of the run
 * @file: file of the run
 * @is_after: whether the run belongs to the later side
 * @pairs: array of guint32: for each symbol of the session's trace, the symbol of @trace or %TV_NONE
 *
 * An additional run; immutable and reference-counted.
 */
typedef struct
{
  TvTrace *trace;
  GFile *file;
  gboolean is_after;
  GBytes *pairs;
} TvSessionRun;

void          tv_session_run_unref           (TvSessionRun  *self);

void          tv_session_load_runs           (TvSession     *self,
                                              gboolean       is_after,
                                              GFile *const  *files,
                                              guint          n);
void          tv_session_remove_run          (TvSession     *self,
                                              guint          index);
GPtrArray    *tv_session_get_runs            (TvSession     *self);
gboolean      tv_session_is_loading_runs     (TvSession     *self);
const char   *tv_session_get_run_error       (TvSession     *self);
TvSelection  *tv_session_dup_run_selection   (TvSession     *self,
                                              TvSessionRun  *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSessionRun, tv_session_run_unref)

G_END_DECLS

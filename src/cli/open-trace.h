/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/profile.h"
#include "core/trace.h"
#include "formats/bundle.h"

G_BEGIN_DECLS

/**
 * TvTraceSource:
 * @member: (nullable): value of `--member NAME`
 * @with: (nullable): values of `--with FILE`
 * @map: (nullable): value of `--mapping FILE`
 * @symbols: (nullable): values of `--symbols DIR`
 * @has_raw_names: whether `--raw-names` was given
 * @is_quiet: %TRUE to print nothing to standard error, for callers that report problems themselves
 * @file: (nullable): the file, if it is already open; tv_open_trace() consumes it, see tv_load_open()
 * @bundle: (nullable): the bundle that contains @member, if it is already open
 * @records: (nullable) (element-type TvCallRecord): receives the records of a single file, see tv_load_records()
 *
 * Input options in addition to the file name.
 */
typedef struct
{
  char *member;
  char **with;
  char *map;
  char **symbols;
  gboolean has_raw_names;
  gboolean is_quiet;
  TvInput *file;
  const TvBundle *bundle;
  GArray *records;
} TvTraceSource;

void     tv_trace_source_clear          (TvTraceSource       *self);
void     tv_trace_source_add_options    (TvTraceSource       *self,
                                         GOptionContext      *context);
void     tv_open_trace_keep             (guint                max_n);
TvTrace *tv_open_trace                  (const char          *name,
                                         const TvTraceSource *source,
                                         GError             **error);
char    *tv_open_trace_dup_problem      (const char          *path,
                                         const TvProblem     *problem);
void     tv_open_trace_warn_missing_switches (TvTrace             *trace,
                                         TvProfileFlags       flags);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvTraceSource, tv_trace_source_clear)

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-name.h"

G_BEGIN_DECLS

/* Groups of calls and samples, shared by all views, tables and commands. */

/**
 * TvCallGroupBy:
 * @TV_CALL_GROUP_PACKAGE: packages, see analysis/symbols/symbol-package.h
 * @TV_CALL_GROUP_CLASS: classes
 * @TV_CALL_GROUP_LIBRARY: mapped files with the code; samples only
 * @TV_CALL_GROUP_PROCESS: processes; those with the same name are one group
 */
typedef enum
{
  TV_CALL_GROUP_PACKAGE,
  TV_CALL_GROUP_CLASS,
  TV_CALL_GROUP_LIBRARY,
  TV_CALL_GROUP_PROCESS,
  TV_N_CALL_GROUPS,
} TvCallGroupBy;

const char *tv_call_group_by_get_name (TvCallGroupBy self);
gboolean tv_call_group_by_parse (const char *name, TvCallGroupBy *by);
guint32 *tv_call_group_find_libraries (TvTrace *trace);
char *
tv_call_group_dup (TvTrace *trace, TvCallGroupBy by, const guint32 *libraries, TvCallName name);
const char *tv_call_group_get_placeholder (TvCallGroupBy by);

G_END_DECLS

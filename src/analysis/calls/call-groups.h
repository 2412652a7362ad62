/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-name.h"

G_BEGIN_DECLS

/* Groupings of calls and samples, which views, tables and commands share. */

/**
 * TvCallGroupBy:
 * @TV_CALL_GROUP_PACKAGE: package, see analysis/symbols/symbol-package.h
 * @TV_CALL_GROUP_CLASS: class
 * @TV_CALL_GROUP_LIBRARY: mapped file that contains the code; samples only
 * @TV_CALL_GROUP_PROCESS: process; processes with the same name form one group
 *
 * Property by which calls or samples are grouped.
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

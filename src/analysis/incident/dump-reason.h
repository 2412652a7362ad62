/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/incident.h"

G_BEGIN_DECLS

/**
 * TvDumpReason:
 * @text: (nullable): reason as written in the file
 * @waited_ns: time without a response in ns, parsed from @text; -1 if unknown
 *
 * Reason why a device dumped threads, as written by Android's InputDispatcher, ActivityManager and other components.
 * Times have the form "Waited 5003ms" or "5003ms".
 */
typedef struct
{
  const char *text;
  gint64 waited_ns;
} TvDumpReason;

void  tv_dump_reason_find      (TvTrace            *trace,
                                guint32             thread,
                                TvDumpReason       *reason);
char *tv_dump_reason_dup_short (const TvDumpReason *reason);

G_END_DECLS

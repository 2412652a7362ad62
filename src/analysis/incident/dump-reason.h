/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/incident.h"

G_BEGIN_DECLS

/**
 * TvDumpReason:
 * @text: (nullable): why dumps were made, as the file has it
 * @waited_ns: how long the program had not answered then, as the text tells, or -1
 *
 * What made a device dump threads. Sources: the reasons that Android's InputDispatcher, ActivityManager and
 * its like give, of which those that tell a time have it as "Waited 5003ms" or "5003ms".
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

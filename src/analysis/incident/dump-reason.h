/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/incident.h"

G_BEGIN_DECLS

/**
 * TvDumpReason:
 * @text: (nullable): reason as the file contains it
 * @waited_ns: time without a response according to the text, or -1
 *
 * Reason for a device to dump threads. Parses the reasons of Android's InputDispatcher, ActivityManager and the
 * like, which contain times as "Waited 5003ms" or "5003ms".
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

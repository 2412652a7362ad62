/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Names of what traces tell by numbers: tables that are part of the program. */

/**
 * TvPerfettoEventField:
 * @number: in the event's message
 * @name: what the kernel calls it
 * @type: i or u for integers with and without a sign, s for text, b for bytes, d and f for floating point
 *
 * A field of a kernel event.
 */
typedef struct
{
  guint number;
  const char *name;
  char type;
} TvPerfettoEventField;

/**
 * TvPerfettoEvent:
 * @number: in FtraceEvent
 * @name: what the kernel calls it
 * @fields: #TvPerfettoEventField
 *
 * A kernel event.
 */
typedef struct
{
  guint number;
  const char *name;
  GArray *fields;
} TvPerfettoEvent;

const TvPerfettoEvent *tv_perfetto_event_find   (guint number);
const char            *tv_perfetto_meminfo_name (guint number);
const char            *tv_perfetto_vmstat_name  (guint number);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "export/call-report.h"

G_BEGIN_DECLS

/* What the report of dmtracedump tells, one thing after another, for whoever writes it as text or as HTML:
 *
 *   section exclusive   method…
 *   section inclusive   method: callers… own callees…
 *   section classes     group: member…
 *   section methods     group: member…
 */

typedef enum
{
  TV_CALL_REPORT_EXCLUSIVE,
  TV_CALL_REPORT_INCLUSIVE,
  TV_CALL_REPORT_CLASSES,
  TV_CALL_REPORT_METHODS,
  TV_N_CALL_REPORT_SECTIONS,
} TvCallReportSection;

/**
 * TvCallReportRow:
 * @methods: all methods, by number
 * @number: the one that is told of
 * @sum_ns: exclusive time of it and of all that were told before in its list
 * @whole_ns: all that it is a part of: of the trace, of the method that it calls or is called by, or of its
 *   group
 */
typedef struct
{
  const TvRankedMethod *methods;
  guint32 number;
  gint64 sum_ns;
  gint64 whole_ns;
} TvCallReportRow;

/**
 * TvCallReportRelative:
 * @relative: a caller or callee
 * @group: which of them
 * @calls: all calls of the callee
 * @place: where it is among those of its group, from 0
 * @n: how many of them there are
 */
typedef struct
{
  const TvRankedRelative *relative;
  TvProfileGroup group;
  guint64 calls;
  guint place;
  guint n;
} TvCallReportRelative;

/**
 * TvCallReportWriter:
 * @begin_section: begins one, of a trace of so much time
 * @end_section: (nullable): ends it
 * @exclusive: tells of a method by its exclusive time
 * @begin_method: begins a method with its callers and callees
 * @relative: tells of a caller or callee of it
 * @own: tells of what it did by itself; between callers and callees
 * @end_method: (nullable): ends it
 * @begin_group: begins methods that are added up; @row is without a number
 * @member: tells of one of them
 * @end_group: (nullable): ends them
 */
typedef struct
{
  void (*begin_section) (GString *text, TvCallReportSection section, gint64 total_ns);
  void (*end_section) (GString *text, TvCallReportSection section);
  void (*exclusive) (GString *text, const TvCallReportRow *row);
  void (*begin_method) (GString *text, const TvCallReportRow *row);
  void (*relative) (GString *text,
                    const TvCallReportRow *row,
                    const TvCallReportRelative *relative);
  void (*own) (GString *text, const TvCallReportRow *row);
  void (*end_method) (GString *text, const TvCallReportRow *row);
  void (*begin_group) (GString *text, const TvMethodGroup *group, const TvCallReportRow *row);
  void (*member) (GString *text, const TvCallReportRow *row, TvCallReportSection section);
  void (*end_group) (GString *text);
} TvCallReportWriter;

void tv_call_report_write (GString                  *text,
                           const TvMethodRanks      *ranks,
                           const TvCallReportWriter *writer);

G_END_DECLS

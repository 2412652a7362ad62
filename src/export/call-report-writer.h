/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "export/call-report.h"

G_BEGIN_DECLS

/* Callbacks for the contents of a dmtracedump report, in the order in which they are called. Implemented by the text
 * writer and the HTML writer:
 *
 *   section exclusive   method…
 *   section inclusive   method: callers… own callees…
 *   section classes     group: member…
 *   section methods     group: member… */

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
 * @number: number of the current method
 * @sum_ns: exclusive time in ns of the current method and all methods before it in the list
 * @whole_ns: time in ns that corresponds to 100 %: the time of the trace; for a caller or callee, the time of the
 *   method to which it belongs; for a member, the time of the group
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
 * @group: whether it is a caller or a callee, and whether the calls are recursive
 * @calls: number of all calls of the callee, including recursive ones
 * @position: index in @group, from 0
 * @n: number of callers or callees in @group
 */
typedef struct
{
  const TvRankedRelative *relative;
  TvProfileGroup group;
  guint64 calls;
  guint position;
  guint n;
} TvCallReportRelative;

/**
 * TvCallReportWriter:
 * @begin_section: begins a section; @total_ns is the time of the trace
 * @end_section: (nullable): ends the section
 * @exclusive: writes a method with its exclusive time
 * @begin_method: begins a method with its callers and callees
 * @relative: writes a caller or callee of the method
 * @own: writes the times of the method itself; called between callers and callees
 * @end_method: (nullable): ends the method
 * @begin_group: begins a group of methods with their total time; the number in @row is not set
 * @member: writes a method of the group
 * @end_group: (nullable): ends the group
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

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes the samples of make-trace-perf.h in other formats: output of simpleperf report-sample --protobuf,
 * and folded stacks. */

#pragma once

#include "make-trace.h"

#define REPORT_FORM "simpleperf"
#define FOLDED_FORM "folded"

gboolean report_write (const TraceOptions *options, GError **error);
gboolean folded_write (const TraceOptions *options, GError **error);

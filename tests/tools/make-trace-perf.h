/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes perf.data recordings of simpleperf, of any size. Small recordings check the totals: see
 * sample_files.py. */

#pragma once

#include "make-trace.h"

#define PERF_FORM "perf"

gboolean perf_write (const TraceOptions *options, GError **error);

/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Recordings of samples as simpleperf writes them (perf.data), of any size. Small ones check the totals, see
 * sample_files.py.
 */

#pragma once

#include "make-trace.h"

#define PERF_FORM "perf"

gboolean perf_write (const TraceOptions *options, GError **error);

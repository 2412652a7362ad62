/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Perfetto traces of any size: runs of CPUs in compact form, with marks and frequencies; or tracks of programs, with
 * incremental clocks and interned names; or both.
 */

#pragma once

#include "make-trace.h"

#define PERFETTO_FORM "perfetto"

gboolean perfetto_write (const TraceOptions *options, GError **error);

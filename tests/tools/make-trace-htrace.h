/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes recordings of OpenHarmony's profiler of any size, with kernel events: switches, wakeups, markers and
 * frequencies. */

#pragma once

#include "make-trace.h"

#define HTRACE_FORM "htrace"

gboolean htrace_write (const TraceOptions *options, GError **error);

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes a Perfetto trace of heapprofd with several dumps of an app's native heap: images accumulate,
 * parsed data is freed, and a little memory leaks. */

#pragma once

#include "make-trace.h"

#define HEAP_FORM "heap"

gboolean heap_write (const TraceOptions *options, GError **error);

/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A Perfetto trace of heapprofd, with the native heap of an app at several dumps: pictures grow, parsed data is
 * freed, and a little leaks.
 */

#pragma once

#include "make-trace.h"

#define HEAP_FORM "heap"

gboolean heap_write (const TraceOptions *options, GError **error);

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Thread dumps with planted deadlocks. A thread in a deadlock is called `cycle C K`; it is thread K of cycle C and
 * waits for the next thread. No other thread is in a deadlock. */

#pragma once

#include "make-trace.h"

gboolean dump_write (const TraceOptions *options, GError **error);

/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Dumps of threads with planted deadlocks: a thread that is in one is called `cycle C K`, the Kth of the
 * Cth, which waits for the next; no other thread is in any.
 */

#pragma once

#include "make-trace.h"

gboolean dump_write (const TraceOptions *options, GError **error);

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes device logs in the format of `logcat -v threadtime -v year`. An app is repeatedly started and used; it drops
 * frames, hangs and is killed, among lines of the system. The number of records of each kind depends only on the
 * size, so that tests can check these numbers. */

#pragma once

#include "make-trace.h"

gboolean logcat_write (const TraceOptions *options, GError **error);

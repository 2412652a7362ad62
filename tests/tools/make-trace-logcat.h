/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes device logs in the format of `logcat -v threadtime -v year`. An app is started, used, drops frames, hangs and
 * is killed, again and again, among lines of the system. The number of records of each kind only depends on the size,
 * so that counts can be checked. */

#pragma once

#include "make-trace.h"

gboolean logcat_write (const TraceOptions *options, GError **error);

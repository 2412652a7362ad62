/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Logs of a device as `logcat -v threadtime -v year` prints them: an app is started, used, drops frames, hangs
 * and is killed, again and again, among lines of the system. The size alone decides how many records of a kind
 * there are, so a count of lines can be compared with the truth.
 */

#pragma once

#include "make-trace.h"

gboolean logcat_write (const TraceOptions *options, GError **error);

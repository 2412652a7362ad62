/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Logs of a device as `logcat -v threadtime -v year` prints them: of an app that is started, used, jerks, hangs
 * and is killed, again and again, among what the system says. How many records of a kind there are is known
 * by the size alone, so that who counts the lines counts the truth.
 */

#pragma once

#include "make-trace.h"

gboolean logcat_write (const TraceOptions *options, GError **error);

/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Perfetto traces of any size: what CPUs run, in compact form and beside it marks and frequencies; or tracks of
 * programs, by clocks of differences and with names that are interned; or both.
 */

#pragma once

#include "make-trace.h"

#define PERFETTO_FORM "perfetto"

gboolean perfetto_write (const TraceOptions *options, GError **error);

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes Perfetto traces of any size: scheduling in compact form, with markers and frequencies; or tracks
 * of programs, with incremental clocks and interned names; or both. */

#pragma once

#include "make-trace.h"

#define PERFETTO_FORM "perfetto"

gboolean perfetto_write (const TraceOptions *options, GError **error);

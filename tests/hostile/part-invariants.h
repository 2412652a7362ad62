/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

char *tv_trace_dup_part_violation  (TvTrace *trace);
char *tv_trace_dup_fault_violation (TvTrace *trace);

G_END_DECLS

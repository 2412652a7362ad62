/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/smaps.h"

G_BEGIN_DECLS

/* Adds memory regions of processes, in any order. */

void tv_trace_builder_add_smaps_entry (TvTraceBuilder     *self,
                                       const TvSmapsEntry *entry);

G_END_DECLS

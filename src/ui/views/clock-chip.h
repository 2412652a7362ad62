/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"
#include "ui/kit/chip.h"

G_BEGIN_DECLS

/* That a view shows CPU time alone, as one of its chips. */
void tv_clock_chip_add (GPtrArray  *chips,
                        TvTrace    *trace,
                        gboolean    is_cpu,
                        const char *action);

G_END_DECLS

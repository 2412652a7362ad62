/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/scheduling.h"

G_BEGIN_DECLS

/* Names of thread states, and the kind of state for kernel state letters. */

const char *tv_state_kind_get_name (TvStateKind kind);
char       *tv_state_kind_dup_label (const char *text,
                                     int         io_wait);
TvStateKind tv_state_kind_find     (const char *text,
                                    int         io_wait);

G_END_DECLS

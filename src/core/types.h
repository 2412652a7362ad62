/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "None" in every column of ids: no parent, no process, no name … */
#define TV_NONE G_MAXUINT32

/**
 * TvClock:
 * @TV_CLOCK_WALL: real time
 * @TV_CLOCK_CPU: time a thread ran on a CPU
 *
 * The clocks a slice can be measured by. See tv_trace_has_clock().
 */
typedef enum
{
  TV_CLOCK_WALL,
  TV_CLOCK_CPU,
} TvClock;

#define TV_N_CLOCKS 2

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/**
 * TvTrackRole:
 * @TV_ROLE_CALLS: the calls of a thread's methods or functions
 * @TV_ROLE_MARKS: what a thread marks as begun and ended
 * @TV_ROLE_SPANS: what begins and ends on any thread of a process
 * @TV_ROLE_RUNS: what a CPU runs
 * @TV_ROLE_STATES: what state a thread is in
 * @TV_ROLE_OTHER: anything else; the track's name tells
 *
 * What the slices of a track mean, whatever it is called.
 */
typedef enum
{
  TV_ROLE_CALLS,
  TV_ROLE_MARKS,
  TV_ROLE_SPANS,
  TV_ROLE_RUNS,
  TV_ROLE_STATES,
  TV_ROLE_OTHER,
} TvTrackRole;

G_END_DECLS

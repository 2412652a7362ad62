/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/chip.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/**
 * TvSelectionParts:
 * @TV_SELECTION_RANGE: time range
 * @TV_SELECTION_THREADS: threads
 * @TV_SELECTION_CALLS: filters by name and duration, and transforms of stacks
 *
 * Parts of a selection. Each view supports some of them.
 */
typedef enum
{
  TV_SELECTION_RANGE = 1 << 0,
  TV_SELECTION_THREADS = 1 << 1,
  TV_SELECTION_CALLS = 1 << 2,
} TvSelectionParts;

void tv_selection_chips_add (GPtrArray        *chips,
                             TvSession        *session,
                             TvSelectionParts  parts);

G_END_DECLS

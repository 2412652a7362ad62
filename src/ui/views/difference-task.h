/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/difference-table.h"
#include "ui/kit/work.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* What workers find of two sessions that are compared. */

void tv_difference_find_in_worker (TvSession       *session,
                                   TvDifferenceBy   by,
                                   TvWorkDoneFunc   done,
                                   gpointer         owner,
                                   GCancellable   **slot);

/**
 * TvFirstCalls:
 * @symbol: of the later run
 * @ns: when the symbol was first called in the later run, and in the earlier
 */
typedef struct
{
  guint32 symbol;
  gint64 ns[2];
} TvFirstCalls;

void tv_first_calls_find_in_worker (TvSession       *session,
                                    guint32          symbol,
                                    guint32          baseline_symbol,
                                    TvWorkDoneFunc   done,
                                    gpointer         owner,
                                    GCancellable   **slot);

G_END_DECLS

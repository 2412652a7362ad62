/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/pages/panel.h"

G_BEGIN_DECLS

/**
 * TvPagePosition:
 * @line: line of the file, starting at 1; 0 for none
 * @ns: timestamp in the log, or %TV_NO_TIME
 * @comparison: comparison to show, or %TV_COMPARE_NOTHING
 *
 * Position that a page shows when its trace is loaded.
 */
typedef struct
{
  guint64 line;
  gint64 ns;
  TvComparison comparison;
} TvPagePosition;

void     tv_page_position_clear (TvPagePosition       *self);
gboolean tv_page_position_is_in (const TvPagePosition *self,
                                 TvTrace              *trace);
void     tv_page_position_show  (TvPagePosition       *self,
                                 TvPanel              *panel);

G_END_DECLS

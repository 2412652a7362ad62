/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Position that a page shows when its trace is loaded. Used by the trace page. The views declare the positions that
 * they can show (TvViewInfo). */

#include "ui/pages/page-position.h"

void
tv_page_position_clear (TvPagePosition *self)
{
  *self = (TvPagePosition){ .ns = TV_NO_TIME };
}

/* Returns: whether a view can show the line of the position; %TRUE if the position has no line */
gboolean
tv_page_position_is_in (const TvPagePosition *self, TvTrace *trace)
{
  return self->line == 0 || tv_views_have_line (trace, self->line);
}

/* Shows the position in a panel, then clears it. */
void
tv_page_position_show (TvPagePosition *self, TvPanel *panel)
{
  if (self->comparison != TV_COMPARE_NOTHING)
    tv_panel_show_comparison (panel, self->comparison);
  if (self->ns != TV_NO_TIME)
    tv_panel_show_time (panel, self->ns);
  if (self->line > 0)
    tv_panel_show_line (panel, self->line);
  tv_page_position_clear (self);
}

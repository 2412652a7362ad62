/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/clock-chip.h"

#include <glib/gi18n.h>

/**
 * tv_clock_chip_add:
 * @chips: (element-type TvChip): where to add it, before all others: it is not what leaves nothing
 * @trace: a trace
 * @is_cpu: whether the view shows CPU time alone
 * @action: what has the clock as its state, "wall" or "cpu"
 *
 * Adds a chip that says so, where there is wall time to go back to.
 */
void
tv_clock_chip_add (GPtrArray *chips, TvTrace *trace, gboolean is_cpu, const char *action)
{
  g_autofree char *remove = g_strconcat (action, "::wall", NULL);
  g_autofree char *restore = g_strconcat (action, "::cpu", NULL);

  if (is_cpu && tv_trace_has_clock (trace, TV_CLOCK_WALL))
    g_ptr_array_insert (chips, 0,
                        tv_chip_new (TV_CHIP_SELECTION, _("CPU time"),
                                     _("Only time that threads were on a CPU is shown. Click for "
                                       "wall time."),
                                     remove, restore));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/call-difference.h"

#include <inttypes.h>

#include "export/visible-text.h"

/* Writes a text report of the differences between two runs, in the format of the original dmtracedump. Called by
 * `tracedump dmtracedump`. Pure: appends to the caller's string. */

#define SECTION_RULE "======================================================================"

static void
append_row (GString *text,
            const TvCallDifference *self,
            const TvDifferenceRow *row,
            TvDifferenceTime time)
{
  gint64 before_us = tv_call_difference_get_us (self, &row->before, time);
  gint64 after_us = tv_call_difference_get_us (self, &row->after, time);
  g_autofree char *change = tv_call_difference_dup_change (before_us, after_us);

  g_string_append_printf (
      text, "%10" PRId64 " %10" PRId64 " %+10" PRId64 " %9s %8" PRId64 " %8" PRId64 "  ", before_us,
      after_us, after_us - before_us, change, row->before.calls, row->after.calls);
  tv_call_difference_append_name (text, row);
  g_string_append_c (text, '\n');
}

static void
append_changes (GString *text,
                const TvCallDifference *self,
                TvDifferenceTime time,
                const char *title)
{
  g_autoptr (GPtrArray) rows = tv_call_difference_sort (self, time);

  g_string_append_printf (text,
                          "\n" SECTION_RULE "\n%s elapsed times of methods that both runs "
                          "called, sorted\nby the difference: slower in run 2 first.\n\n"
                          "  Run 1 us   Run 2 us    Diff us  Change %%  Calls 1  Calls 2  Method\n",
                          title);
  for (guint i = 0; i < rows->len; i++)
    append_row (text, self, rows->pdata[i], time);
}

static void
append_only (GString *text, const TvCallDifference *self, gboolean is_after)
{
  g_autoptr (GPtrArray) rows = tv_call_difference_find_only (self, is_after);

  g_string_append_printf (text,
                          "\n" SECTION_RULE "\nMethods that only run %d called, sorted by "
                          "inclusive time.\n\n"
                          "   Excl us    Incl us    Calls  Method\n",
                          is_after ? 2 : 1);
  for (guint i = 0; i < rows->len; i++)
    {
      const TvDifferenceRow *row = rows->pdata[i];
      const TvDifferenceSide *side = is_after ? &row->after : &row->before;

      g_string_append_printf (text, "%10" PRId64 " %10" PRId64 " %8" PRId64 "  ",
                              tv_call_difference_get_us (self, side, TV_DIFFERENCE_EXCLUSIVE),
                              tv_call_difference_get_us (self, side, TV_DIFFERENCE_INCLUSIVE),
                              side->calls);
      tv_call_difference_append_name (text, row);
      g_string_append_c (text, '\n');
    }
}

/**
 * tv_call_difference_append_text:
 * @text: output buffer
 * @self: two runs
 *
 * Appends a report: methods that both runs called, sorted by the change of their exclusive times, then of their
 * inclusive times, and methods that only one run called.
 */
void
tv_call_difference_append_text (GString *text, const TvCallDifference *self)
{
  for (guint run = 0; run < G_N_ELEMENTS (self->names); run++)
    {
      g_string_append_printf (text, "Run %u: ", run + 1);
      tv_visible_text_append (text, self->names[run]);
      g_string_append_printf (text, ", cycles in calls: %" PRId64 "\n",
                              tv_call_difference_get_total_us (self, run == 1));
    }
  append_changes (text, self, TV_DIFFERENCE_EXCLUSIVE, "Exclusive");
  append_changes (text, self, TV_DIFFERENCE_INCLUSIVE, "Inclusive");
  append_only (text, self, FALSE);
  append_only (text, self, TRUE);
}

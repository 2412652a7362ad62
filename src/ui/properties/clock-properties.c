/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/properties/clock-properties.h"

#include <glib/gi18n.h>

#include "core/time-format.h"
#include "ui/kit/number-format.h"
#include "ui/kit/slice-labels.h"

/* Durations of a slice by clock. Called by slice-properties.c. Only reads the trace and appends to the list; the
 * caller computes the durations and shares. */

static char *
dup_share (double share)
{
  return share >= 0.0 ? tv_format_percent (100.0 * share) : NULL;
}

static void
add_clock (TvPropertyList *self, const TvCallNumbers *call, TvClock clock)
{
  TvProperty *property = tv_property_list_take (self, TV_PROPERTY_ALL,
                                                clock == TV_CLOCK_WALL ? _("Wall") : _("CPU"),
                                                tv_time_format (call->inclusive_ns[clock]));

  property->kind = TV_PROPERTY_FIGURES;
  property->texts[1] = call->n > 0 ? tv_time_format (call->exclusive_ns[clock])
                                   : g_strdup (TV_PROPERTY_PENDING);
  property->texts[2] = dup_share (call->parent_share[clock]);
  property->texts[3] = dup_share (call->thread_share[clock]);
}

/**
 * tv_property_list_add_clocks:
 * @self: properties of a slice with a duration
 * @call: durations and shares of the slice
 *
 * Adds the headings, and a row of figures for each clock of the trace.
 */
void
tv_property_list_add_clocks (TvPropertyList *self,
                             TvTrace *trace,
                             guint32 slice,
                             const TvCallNumbers *call)
{
  const char *headings[TV_PROPERTY_MAX_FIGURES] = {
    _("inclusive"),
    _("exclusive"),
    tv_slice_labels_get_share (trace, slice),
    _("of thread"),
  };

  for (guint i = 0; i < TV_PROPERTY_MAX_FIGURES; i++)
    self->headings[i] = g_strdup (headings[i]);
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (trace, clock))
      add_clock (self, call, clock);
}

/* Adds the clock of the thread as the program reported it. If the trace has no CPU times and the list has headings,
 * this clock is another row of figures; otherwise, it is a separate property. After packets were lost during the
 * slice, the delta-encoded clock may have gone backwards; such a negative value is not added. Also adds the reported
 * number of instructions. */
void
tv_property_list_add_reported_clock (TvPropertyList *self, TvTrace *trace, guint32 slice)
{
  gboolean is_figure = self->headings[0] != NULL && !tv_trace_has_clock (trace, TV_CLOCK_CPU);
  gint64 reported;

  if (tv_trace_find_thread_clock (trace, slice, TV_THREAD_CLOCK_DUR, &reported) && reported >= 0)
    {
      TvProperty *property = tv_property_list_take (self, TV_PROPERTY_ALL,
                                                    is_figure ? _("CPU") : _("CPU, as reported"),
                                                    tv_time_format (reported));

      if (is_figure)
        property->kind = TV_PROPERTY_FIGURES;
    }
  if (tv_trace_find_thread_clock (trace, slice, TV_THREAD_CLOCK_INSTRUCTION_DELTA, &reported) &&
      reported > 0)
    tv_property_list_take (self, TV_PROPERTY_ALL, _("Instructions"),
                           tv_format_count ((guint64) reported));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Properties of a counter. Called by the timeline for its card, and by the details, which also use the worker
 * (tv_counter_properties_find()). Only reads the trace. */

#include "ui/properties/counter-properties.h"

#include <glib/gi18n.h>

#include "analysis/system/counter-use.h"
#include "paint/timeline/counter-spans.h"
#include "ui/kit/number-format.h"

static char *
dup_owner (TvTrace *trace, guint32 counter)
{
  g_autofree char *owner = tv_trace_dup_counter_owner (trace, counter);

  if (owner == NULL)
    return g_strdup (_("Counter of the system"));
  /* Translators: a process, thread or CPU */
  return g_strdup_printf (_("Counter of %s"), owner);
}

/* ---- At a time ---- */

/* Adds the previous or next sample of the counter, as a link. */
static void
add_sample (TvPropertyList *self,
            TvTrace *trace,
            const TvTimeBase *base,
            const char *label,
            guint32 counter,
            guint32 row)
{
  const TvSamples *samples = tv_trace_get_samples (trace);
  g_autofree char *value = tv_counter_format_value (trace, counter, samples->value[row]);
  g_autofree char *time = tv_time_base_format (base, samples->ts[row]);
  TvProperty *property = tv_property_list_take (
      self, TV_PROPERTY_FULL, label,
      /* Translators: value of a counter; time of the value */
      g_strdup_printf (_("%s at %s"), value, time));

  property->counter = counter;
  property->ns = samples->ts[row];
}

/* Returns the reason why a counter has no value at a time. */
static const char *
get_unknown (TvTrace *trace, guint32 counter, gint64 ns)
{
  return tv_trace_find_counter_gap (trace, counter, ns) != TV_NONE
             ? _("not known since the end of a recording")
             : _("not yet known");
}

/* Adds the delta or rate up to the next sample, as the timeline draws it. */
static void
add_change_at (TvPropertyList *self,
               TvTrace *trace,
               guint32 counter,
               guint32 sample,
               TvCounterMode mode)
{
  g_autofree char *text = tv_counter_format_shown (
      trace, counter, mode, tv_counter_get_shown (trace, counter, sample, mode));

  if (mode == TV_COUNTER_VALUE)
    return;
  tv_property_list_add (self, TV_PROPERTY_ALL, mode == TV_COUNTER_DELTA ? _("Delta") : _("Rate"),
                        text != NULL ? text : _("none, because there is no later sample"));
}

static void
add_position (TvPropertyList *self,
              TvTrace *trace,
              const TvTimeBase *base,
              guint32 counter,
              gint64 ns,
              TvCounterMode mode)
{
  const TvSamples *samples = tv_trace_get_samples (trace);
  const TvCounterTrack *track = &tv_trace_get_counter_tracks (trace, NULL)[counter];
  guint32 row = tv_trace_find_sample (trace, counter, ns, ns);
  guint32 next = tv_trace_find_sample_from (trace, counter, ns + 1);
  guint32 before = row != TV_NONE ? row : next;

  tv_property_list_add_timestamp (self, TV_PROPERTY_FULL, _("Time"), trace, base, ns);
  if (row != TV_NONE)
    {
      tv_property_list_take (self, TV_PROPERTY_ALL, _("Value"),
                             tv_counter_format_value (trace, counter, samples->value[row]));
      add_change_at (self, trace, counter, row, mode);
      tv_property_list_add_timestamp (self, TV_PROPERTY_FULL, _("Since"), trace, base,
                                      samples->ts[row]);
    }
  else
    tv_property_list_add (self, TV_PROPERTY_ALL, _("Value"), get_unknown (trace, counter, ns));
  if (before > track->first_sample)
    add_sample (self, trace, base, _("Before"), counter, before - 1);
  if (next < track->first_sample + track->n_samples)
    add_sample (self, trace, base, _("Next"), counter, next);
}

/**
 * tv_counter_properties_new:
 * @base: base for times
 * @counter: index of a #TvCounterTrack
 * @ns: a time, or %G_MININT64
 * @mode: display mode of the counter
 *
 * Returns: (transfer full): the properties that can be computed immediately; tv_counter_properties_find() computes
 * all properties
 */
TvPropertyList *
tv_counter_properties_new (TvTrace *trace,
                           const TvTimeBase *base,
                           guint32 counter,
                           gint64 ns,
                           TvCounterMode mode)
{
  const TvCounterTrack *track = &tv_trace_get_counter_tracks (trace, NULL)[counter];
  TvPropertyList *self = tv_property_list_new (g_strdup (tv_trace_get_string (trace, track->name)),
                                               dup_owner (trace, counter));

  self->is_whole = FALSE;
  if (ns != G_MININT64)
    add_position (self, trace, base, counter, ns, mode);
  tv_property_list_take (self, TV_PROPERTY_BRIEF, _("Minimum"),
                         tv_counter_format_value (trace, counter, track->min));
  tv_property_list_take (self, TV_PROPERTY_BRIEF, _("Maximum"),
                         tv_counter_format_value (trace, counter, track->max));
  return self;
}

/* ---- In a time range ---- */

/* Adds a minimum or maximum, as a link to its first sample. */
static void
add_extreme (TvPropertyList *self,
             TvTrace *trace,
             const TvTimeBase *base,
             const char *label,
             guint32 counter,
             double value,
             gint64 ns)
{
  g_autofree char *text = tv_counter_format_value (trace, counter, value);
  g_autofree char *time = tv_time_base_format (base, ns);
  TvProperty *property = tv_property_list_take (self, TV_PROPERTY_FULL, label,
                                                g_strdup_printf (_("%s at %s"), text, time));

  property->counter = counter;
  property->ns = ns;
}

static void
add_use (TvPropertyList *self, TvTrace *trace, const TvTimeBase *base, const TvCounterUse *use)
{
  add_extreme (self, trace, base, _("Minimum"), use->counter, use->min, use->min_ns);
  add_extreme (self, trace, base, _("Maximum"), use->counter, use->max, use->max_ns);
  tv_property_list_take (self, TV_PROPERTY_FULL, _("Average"),
                         tv_counter_format_amount (trace, use->counter, use->average, ""));
  tv_property_list_take (self, TV_PROPERTY_FULL, _("Samples"), tv_format_count (use->n_samples));
}

static void
add_change (TvPropertyList *self, TvTrace *trace, const TvCounterUse *use)
{
  double change = use->last - use->first;
  g_autofree char *rate = tv_counter_format_amount (trace, use->counter,
                                                    tv_counter_use_get_rate (use), "+");

  tv_property_list_take (self, TV_PROPERTY_FULL, _("Change"),
                         tv_counter_format_amount (trace, use->counter, change, "+"));
  if (rate != NULL)
    /* Translators: growth of a counter per second */
    tv_property_list_take (self, TV_PROPERTY_FULL, _("Rate"), g_strdup_printf (_("%s/s"), rate));
}

typedef struct
{
  TvTrace *trace;
  TvTimeBase base;
  guint32 counter;
  gint64 ns;
  TvSelection *selection; /* (nullable): selected range */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->trace);
  g_clear_pointer (&job->selection, tv_selection_unref);
  g_free (job);
}

static gpointer
find_properties (gpointer data, GCancellable *cancellable, GError **error)
{
  const Job *job = data;
  TvTrace *trace = job->trace;
  TvPropertyList *self = tv_counter_properties_new (trace, &job->base, job->counter, job->ns,
                                                    TV_COUNTER_VALUE);
  TvRange range = tv_range_new (trace, job->selection), whole = tv_range_new (trace, NULL);
  TvCounterUse use;

  if (job->selection != NULL)
    {
      tv_property_list_add_heading (self, _("In the Selected Range"));
      if (tv_counter_use_find (trace, &range, job->counter, &use, cancellable))
        {
          add_change (self, trace, &use);
          add_use (self, trace, &job->base, &use);
        }
      else
        tv_property_list_add (self, TV_PROPERTY_FULL, _("Value"),
                              get_unknown (trace, job->counter, range.start_ns));
    }
  if (tv_counter_use_find (trace, &whole, job->counter, &use, cancellable))
    {
      tv_property_list_add_heading (self, _("In the Whole Trace"));
      add_use (self, trace, &job->base, &use);
    }
  self->is_whole = TRUE;
  return self;
}

static const TvWork properties_work = { find_properties, job_free,
                                        (GDestroyNotify) tv_property_list_free };

/**
 * tv_counter_properties_find:
 * @base: base for times
 * @counter: index of a #TvCounterTrack
 * @ns: a time, or %G_MININT64
 * @start_ns: start of the selected range
 * @end_ns: end of the selected range; equal to @start_ns if no range is selected
 *
 * Computes all properties of a counter in a worker; see tv_work_start() for @done, @owner and @slot. The result is a
 * #TvPropertyList.
 */
void
tv_counter_properties_find (TvTrace *trace,
                            const TvTimeBase *base,
                            guint32 counter,
                            gint64 ns,
                            gint64 start_ns,
                            gint64 end_ns,
                            TvWorkDoneFunc done,
                            gpointer owner,
                            GCancellable **slot)
{
  Job *job = g_new0 (Job, 1);

  job->trace = g_object_ref (trace);
  job->base = *base;
  job->counter = counter;
  job->ns = ns;
  if (end_ns > start_ns)
    job->selection = tv_selection_new_range (start_ns, end_ns);
  tv_work_start (&properties_work, job, done, owner, slot);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Properties of a stack sample, or of a run of samples in the same function: time, thread, weight and frames. Called
 * by the timeline for its card and its accessible text, and by the details. Only reads the trace. */

#include "ui/properties/sample-properties.h"

#include <glib/gi18n.h>

#include "analysis/calls/call-tree.h"
#include "analysis/calls/sample-rows.h"
#include "analysis/samples/frame-source.h"
#include "core/time-format.h"
#include "paint/kit/weight-format.h"
#include "paint/kit/frame-labels.h"
#include "ui/kit/number-format.h"

/* Maximum number of frames on a card (BRIEF_FRAMES) and in the details (MAX_FRAMES) */
#define BRIEF_FRAMES 5
#define MAX_FRAMES   300

static const TvSampleKind *
get_kind (TvTrace *trace, guint32 sample)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  return &stacks->kinds[stacks->samples.kind[sample]];
}

static char *
dup_title (TvTrace *trace, guint32 sample)
{
  const TvFrame *leaf = tv_sample_find_leaf (trace, sample);

  return leaf != NULL ? tv_frame_dup_name (trace, leaf) : g_strdup (_("No stack"));
}

static char *
dup_subtitle (TvTrace *trace, guint32 sample)
{
  const TvFrame *leaf = tv_sample_find_leaf (trace, sample);

  return leaf != NULL ? tv_frame_dup_library (trace, leaf) : NULL;
}

static void
add_circumstances (TvPropertyList *self, TvTrace *trace, const TvTimeBase *base, guint32 sample)
{
  const TvStackSamples *samples = &tv_trace_get_stacks (trace)->samples;
  const TvSampleKind *kind = get_kind (trace, sample);
  guint32 utid = samples->utid[sample], upid;
  const TvFrame *leaf = tv_sample_find_leaf (trace, sample);

  if (samples->ts[sample] != TV_NO_TIME)
    tv_property_list_add_timestamp (self, TV_PROPERTY_ALL, _("Time"), trace, base,
                                    samples->ts[sample]);
  tv_property_list_add (self, TV_PROPERTY_ALL, _("Event"), tv_trace_get_string (trace, kind->name));
  tv_property_list_take (self, TV_PROPERTY_ALL, _("Weight"),
                         tv_weight_format (trace, samples->kind[sample], samples->weight[sample]));
  if (utid != TV_NONE)
    {
      tv_property_list_take (self, TV_PROPERTY_ALL, _("Thread"),
                             tv_trace_dup_thread_label (trace, utid));
      upid = tv_trace_get_threads (trace, NULL)[utid].upid;
      if (upid != TV_NONE)
        tv_property_list_take (self, TV_PROPERTY_FULL, _("Process"),
                               tv_trace_dup_process_label (trace, upid));
    }
  tv_property_list_add (self, TV_PROPERTY_FULL, _("State"),
                        kind->is_off_cpu ? _("off the CPU") : _("on the CPU"));
  if (samples->cpu[sample] != TV_NONE)
    tv_property_list_take (self, TV_PROPERTY_FULL, _("CPU"),
                           tv_trace_dup_cpu_number (trace, samples->cpu[sample]));
  if (leaf != NULL)
    tv_property_list_add (self, TV_PROPERTY_FULL, _("Origin"),
                          tv_frame_labels_get_name (leaf->kind));
}

/* Returns the name of a frame, with "(inlined)" if it was inlined, and with its source line if that is known. */
static char *
dup_frame (TvTrace *trace, const TvFrame *frame)
{
  g_autofree char *name = tv_frame_dup_name (trace, frame);
  g_autofree char *source = frame->line > 0 ? tv_frame_dup_source (trace, frame) : NULL;

  return g_strconcat (name, frame->is_inlined ? " " : "", frame->is_inlined ? _("(inlined)") : "",
                      source != NULL ? "  " : "", source, NULL);
}

static void
add_frame (TvPropertyList *self, TvTrace *trace, const TvFrame *frame, guint32 number)
{
  const char *letter = tv_frame_labels_get_letter (frame->kind);
  g_autofree char *label = g_strdup_printf ("%u %s", number, letter);

  tv_property_list_take (self, number < BRIEF_FRAMES ? TV_PROPERTY_ALL : TV_PROPERTY_FULL, label,
                         dup_frame (trace, frame));
}

static void
add_more (TvPropertyList *self, TvPropertyUse uses, guint32 n)
{
  tv_property_list_take (self, uses, "",
                         tv_number_printf (ngettext ("… %u more frame", "… %u more frames", n), n));
}

/* Adds the frames from the innermost outwards, in the details and in copied text alike. */
static void
add_stack (TvPropertyList *self, TvTrace *trace, guint32 sample)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 depth = tv_sample_get_depth (trace, sample), number = 0;
  g_autofree char *count = tv_format_count (depth);
  g_autofree char *heading = g_strdup_printf (
      ngettext ("Stack of %s Frame", "Stack of %s Frames", depth), count);

  if (depth == 0)
    return;
  tv_property_list_add_heading (self, heading);
  for (guint32 at = stacks->samples.callsite[sample]; at != TV_NONE && number < MAX_FRAMES;
       at = stacks->callsites[at].parent)
    {
      if (number == BRIEF_FRAMES)
        add_more (self, TV_PROPERTY_BRIEF, depth - BRIEF_FRAMES);
      add_frame (self, trace, &stacks->frames[stacks->callsites[at].frame], number++);
    }
  if (depth > number)
    add_more (self, TV_PROPERTY_FULL, depth - number);
}

/**
 * tv_sample_properties_new:
 * @base: base for times
 * @sample: a stack sample
 *
 * Returns: (transfer full): time, thread, weight and stack of the sample
 */
TvPropertyList *
tv_sample_properties_new (TvTrace *trace, const TvTimeBase *base, guint32 sample)
{
  TvPropertyList *self = tv_property_list_new (dup_title (trace, sample),
                                               dup_subtitle (trace, sample));

  add_circumstances (self, trace, base, sample);
  add_stack (self, trace, sample);
  return self;
}

/**
 * tv_stack_run_properties_new:
 * @base: base for times
 * @sample: a sample of the run
 * @run: consecutive samples whose stacks contain the same function
 *
 * Returns: (transfer full): the function, and the time range and the number of samples of the run
 */
TvPropertyList *
tv_stack_run_properties_new (TvTrace *trace,
                             const TvTimeBase *base,
                             guint32 sample,
                             const TvStackRun *run)
{
  const TvStackSamples *samples = &tv_trace_get_stacks (trace)->samples;
  TvPropertyList *self = tv_property_list_new (tv_call_name_dup (trace, run->name), NULL);

  tv_property_list_add_timestamp (self, TV_PROPERTY_ALL, _("Start"), trace, base, run->start_ns);
  tv_property_list_take (self, TV_PROPERTY_ALL, _("Duration"),
                         tv_time_format (run->end_ns - run->start_ns));
  tv_property_list_take (self, TV_PROPERTY_ALL, _("Samples"), tv_format_count (run->n_samples));
  tv_property_list_add (self, TV_PROPERTY_ALL, _("Event"),
                        tv_trace_get_string (trace, get_kind (trace, sample)->name));
  if (samples->utid[sample] != TV_NONE)
    tv_property_list_take (self, TV_PROPERTY_ALL, _("Thread"),
                           tv_trace_dup_thread_label (trace, samples->utid[sample]));
  return self;
}

/* Returns: (transfer full): accessible text of a sample */
char *
tv_sample_facts_dup_spoken (TvTrace *trace, guint32 sample)
{
  const TvSampleKind *kind = get_kind (trace, sample);
  g_autofree char *title = dup_title (trace, sample);
  const TvStackSamples *samples = &tv_trace_get_stacks (trace)->samples;
  g_autofree char *weight = tv_weight_format (trace, samples->kind[sample],
                                              samples->weight[sample]);

  /* Translators: accessible text of a sample: its innermost function; its event; its weight */
  return g_strdup_printf (_("Sample in %s, %s %s"), title, tv_trace_get_string (trace, kind->name),
                          weight);
}

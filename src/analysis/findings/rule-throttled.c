/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/system/cpu-use.h"
#include "core/time-format.h"

/* Implements the rule throttled: busy CPUs whose maximum allowed frequency was reduced. Listed in rules[] in
 * findings.c. Only reads the trace. */

/* CPU usage, in percent of an interval, above which a CPU counts as busy */
#define BUSY_PERCENT 80

#define KHZ_PER_MHZ 1000

/* Returns whether a counter is higher than another one. The counters of a CPU's minimum and maximum allowed frequency
 * have the same role; the higher one is the maximum. */
static gboolean
is_above (const TvCounterTrack *self, const TvCounterTrack *other)
{
  return self->max != other->max ? self->max > other->max : self->min > other->min;
}

/* Returns: (transfer full): per CPU, the counter of its maximum allowed frequency */
static GArray *
list_limits (TvTrace *trace)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL); /* CPU → index */
  guint32 n;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (trace, &n);

  for (guint32 i = 0; i < n; i++)
    {
      gpointer cpu = GUINT_TO_POINTER (counters[i].cpu), index;
      guint32 *best;

      if (counters[i].role != TV_COUNTER_ROLE_CPU_FREQUENCY_LIMIT || counters[i].n_samples == 0)
        continue;
      if (!g_hash_table_lookup_extended (known, cpu, NULL, &index))
        {
          g_hash_table_insert (known, cpu, GUINT_TO_POINTER (list->len));
          g_array_append_val (list, i);
          continue;
        }
      best = &g_array_index (list, guint32, GPOINTER_TO_UINT (index));
      if (is_above (&counters[i], &counters[*best]))
        *best = i;
    }
  return list;
}

static gboolean
is_busy (TvRuleContext *context, guint32 cpu, gint64 from_ns, gint64 to_ns)
{
  g_autoptr (TvSelection) range = tv_selection_new_range (from_ns, to_ns);
  g_autoptr (GArray) uses = tv_cpu_use_by_cpu (tv_rule_context_get_trace (context), range,
                                               tv_rule_context_get_cancellable (context), NULL);

  for (guint i = 0; uses != NULL && i < uses->len; i++)
    if (g_array_index (uses, TvCpuUse, i).id == cpu)
      return g_array_index (uses, TvCpuUse, i).percent > BUSY_PERCENT;
  return FALSE;
}

/* Adds each interval of at least @limit_ns in which the allowed frequency is below its maximum and the CPU is busy. */
static void
add_times (TvRuleContext *context, guint32 counter, gint64 limit_ns, TvRuleFinding *one)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const TvSamples *samples = tv_trace_get_samples (trace);
  const TvCounterTrack *track = &tv_trace_get_counter_tracks (trace, NULL)[counter];
  guint32 end = track->first_sample + track->n_samples;

  for (guint32 sample = track->first_sample; sample < end;)
    {
      guint32 first = sample;
      gint64 to_ns = samples->ts[sample];
      double lowest = track->max, lost = 0;

      for (; sample < end && samples->value[sample] < track->max; sample++)
        {
          to_ns = tv_trace_get_sample_end (trace, counter, sample);
          lowest = MIN (lowest, samples->value[sample]);
          lost += (double) (to_ns - samples->ts[sample]) *
                  (1 - samples->value[sample] / track->max);
        }
      if (to_ns - samples->ts[first] >= limit_ns && sample > first &&
          is_busy (context, track->cpu, samples->ts[first], to_ns))
        {
          tv_rule_finding_add (one,
                               (TvRuleEvidence){ TV_RULE_TABLE_COUNTER, first, samples->ts[first],
                                                 to_ns - samples->ts[first], TV_NONE });
          one->value = one->n == 1 ? lowest : MIN (one->value, lowest);
          tv_add_ns (&one->cost, (gint64) lost);
        }
      if (sample == first)
        sample++;
    }
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (trace, NULL);
  g_autoptr (GArray) limits = list_limits (trace);

  for (guint i = 0; i < limits->len; i++)
    {
      guint32 counter = g_array_index (limits, guint32, i);
      g_autoptr (TvRuleFinding) one = tv_rule_finding_new (self, TV_NONE);
      g_autofree char *cpu = NULL, *time = NULL;

      add_times (context, counter, (gint64) (limit * 1e6), one);
      if (one->n == 0)
        continue;
      cpu = tv_trace_dup_cpu_label (trace, counters[counter].cpu);
      time = tv_time_format (one->sum_ns);
      one->text = g_strdup_printf (
          /* Translators: CPU, time, frequencies */
          _("%s was busy for %s while limited, down to %.0f of %.0f MHz"), cpu, time,
          one->value / KHZ_PER_MHZ, counters[counter].max / KHZ_PER_MHZ);
      one->value = (double) one->max_ns / 1e6;
      g_ptr_array_add (found, g_steal_pointer (&one));
    }
}

const TvRule tv_throttled_rule = {
  .id = "throttled",
  .kind = TV_RULE_ON_CPU,
  .severity = TV_RULE_WARNING,
  .title = N_("CPU limited while busy"),
  .definition =
      N_("The frequency limit of a CPU stayed below its highest recorded frequency for at least "
         "the threshold, and the CPU was busy for over 80 % of that time"),
  .limit = 100,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_STATES | TV_RULE_FREQUENCY_LIMIT,
  .run = run,
};

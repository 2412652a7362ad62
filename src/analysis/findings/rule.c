/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/findings/rule.h"

#include <glib/gi18n.h>

TvRuleFinding *
tv_rule_finding_new (const TvRule *rule, guint32 upid)
{
  TvRuleFinding *self = g_atomic_rc_box_new0 (TvRuleFinding);

  self->rule = rule;
  self->severity = rule->severity;
  self->upid = upid;
  self->evidence = g_array_new (FALSE, FALSE, sizeof (TvRuleEvidence));
  return self;
}

TvRuleFinding *
tv_rule_finding_ref (TvRuleFinding *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear_finding (gpointer data)
{
  TvRuleFinding *self = data;

  g_array_unref (self->evidence);
  g_free (self->text);
}

void
tv_rule_finding_unref (TvRuleFinding *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear_finding);
}

/* Adds an occurrence, later than those before. */
void
tv_rule_finding_add (TvRuleFinding *self, TvRuleEvidence evidence)
{
  g_array_append_val (self->evidence, evidence);
  self->n++;
  tv_add_ns (&self->sum_ns, evidence.dur);
  self->max_ns = MAX (self->max_ns, evidence.dur);
}

/* Adds a slice as an occurrence, on whichever track it is. */
void
tv_rule_finding_add_slice (TvRuleFinding *self, TvTrace *trace, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 track = tv_trace_find_track_at (trace, slice);

  tv_rule_finding_add (self, (TvRuleEvidence){ "slice", slice, tv_slices_start (slices, slice),
                                               tv_time_column_get (&slices->dur, slice),
                                               tv_trace_get_tracks (trace, NULL)[track].utid });
}

/* Adds the part of a state that lies in a range as an occurrence. */
void
tv_rule_finding_add_state (TvRuleFinding *self,
                           TvTrace *trace,
                           guint32 state,
                           gint64 from_ns,
                           gint64 to_ns)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  gint64 start = MAX (tv_slices_start (slices, state), from_ns);
  guint32 track = tv_trace_find_track_at (trace, state);

  tv_rule_finding_add (self, (TvRuleEvidence){ "thread_state", state, start,
                                               MIN (tv_slices_end (slices, state), to_ns) - start,
                                               tv_trace_get_tracks (trace, NULL)[track].utid });
}

/* Returns: start of the first occurrence */
gint64
tv_rule_finding_get_ts (const TvRuleFinding *self)
{
  gint64 ts = G_MAXINT64;

  for (guint i = 0; i < self->evidence->len; i++)
    ts = MIN (ts, g_array_index (self->evidence, TvRuleEvidence, i).ts);
  return ts;
}

/* Returns: end of the last occurrence */
gint64
tv_rule_finding_get_end_ns (const TvRuleFinding *self)
{
  gint64 end_ns = G_MININT64;

  for (guint i = 0; i < self->evidence->len; i++)
    {
      const TvRuleEvidence *row = &g_array_index (self->evidence, TvRuleEvidence, i);

      end_ns = MAX (end_ns, row->ts + row->dur);
    }
  return end_ns;
}

/* Returns: name in tables and options */
const char *
tv_rule_severity_get_name (TvRuleSeverity severity)
{
  static const char *const names[TV_N_RULE_SEVERITIES] = { "hint", "warning", "error" };

  return names[severity];
}

/* Returns: name in texts */
const char *
tv_rule_unit_get_name (TvRuleUnit unit)
{
  static const char *const names[] = { "ms", "%", "", "/s" };

  return names[unit];
}

/* Returns: (transfer full): name and id of a process */
char *
tv_rule_dup_process (TvTrace *trace, guint32 upid)
{
  return upid != TV_NONE ? tv_trace_dup_process_label (trace, upid)
                         : g_strdup (_("unnamed process"));
}

/* Returns: (transfer full): name of a slice */
char *
tv_rule_dup_slice_name (TvTrace *trace, guint32 slice)
{
  return tv_trace_dup_symbol_name (trace, tv_slices_symbol (tv_trace_get_slices (trace), slice));
}

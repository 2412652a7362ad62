/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/findings/rule.h"

#include <string.h>

#include <glib/gi18n.h>

#include "analysis/heap/heap-classes.h"
#include "analysis/symbols/short-name.h"
#include "core/number-format.h"
#include "core/time-format.h"

/* Creates findings, and returns the names and titles of rules and of their severities, units and kinds. Rules create
 * findings on one thread; afterwards findings are immutable, and any thread may use them. Names are for tables and
 * options; titles are translated. */

/* Maximum number of characters of a function's name in sentences; longer names are shortened */
#define MAX_NAME_CHARS 40

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

/* Adds a row of evidence, and counts it as an occurrence. */
void
tv_rule_finding_add (TvRuleFinding *self, TvRuleEvidence evidence)
{
  g_array_append_val (self->evidence, evidence);
  self->n++;
  tv_add_ns (&self->sum_ns, evidence.dur);
  self->max_ns = MAX (self->max_ns, evidence.dur);
}

/* Adds a slice of any track as evidence, and counts it as an occurrence. */
void
tv_rule_finding_add_slice (TvRuleFinding *self, TvTrace *trace, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 track = tv_trace_find_track_at (trace, slice);

  tv_rule_finding_add (self, (TvRuleEvidence){ "slice", slice, tv_slices_start (slices, slice),
                                               tv_time_column_get (&slices->dur, slice),
                                               tv_trace_get_tracks (trace, NULL)[track].utid });
}

/* Adds the part of a thread state that lies in a range as evidence, and counts it as an occurrence. */
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

/* Returns the start of the earliest evidence in ns. */
gint64
tv_rule_finding_get_ts (const TvRuleFinding *self)
{
  gint64 ts = G_MAXINT64;

  for (guint i = 0; i < self->evidence->len; i++)
    ts = MIN (ts, g_array_index (self->evidence, TvRuleEvidence, i).ts);
  return ts;
}

/* Returns the end of the latest evidence in ns. */
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

/* Returns the name of a severity in tables and options. */
const char *
tv_rule_severity_get_name (TvRuleSeverity severity)
{
  static const char *const names[TV_N_RULE_SEVERITIES] = { "hint", "warning", "error" };

  return names[severity];
}

/* Returns the name of a unit in messages. */
const char *
tv_rule_unit_get_name (TvRuleUnit unit)
{
  static const char *const names[] = { "ms", "%", "", "/s", "MiB" };

  return names[unit];
}

/* Returns the name of a kind in tables. */
const char *
tv_rule_kind_get_name (TvRuleKind kind)
{
  static const char *const names[TV_N_RULE_KINDS] = { "start", "frames", "waiting",
                                                      "cpu",   "memory", "recording" };

  return names[kind];
}

/* Returns the translated title of a kind. */
const char *
tv_rule_kind_get_title (TvRuleKind kind)
{
  static const char *const titles[TV_N_RULE_KINDS] = { N_("Start"), N_("Frames"), N_("Waiting"),
                                                       N_("CPU"),   N_("Memory"), N_("Recording") };

  return _ (titles[kind]);
}

/* Returns the name of a cost unit in tables. */
const char *
tv_rule_cost_unit_get_name (TvRuleCostUnit unit)
{
  static const char *const names[] = { "ns", "bytes", "events" };

  return names[unit];
}

static gboolean
has_capital (const char *word)
{
  for (; *word != '\0' && *word != ' '; word = g_utf8_next_char (word))
    if (g_unichar_isupper (g_utf8_get_char (word)))
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full): title of a rule, capitalized unless its first word contains a capital letter, as in
 * bindApplication */
char *
tv_rule_dup_title (const TvRule *rule)
{
  const char *title = _ (rule->title);
  g_autoptr (GString) text = g_string_new (NULL);

  if (has_capital (title))
    return g_strdup (title);
  g_string_append_unichar (text, g_unichar_toupper (g_utf8_get_char (title)));
  g_string_append (text, g_utf8_next_char (title));
  return g_strdup (text->str);
}

/* Returns: (transfer full): cost with its unit, for messages */
char *
tv_rule_finding_dup_cost (const TvRuleFinding *self)
{
  switch (self->cost_unit)
    {
    case TV_RULE_COST_NS:
      return tv_time_format (self->cost);
    case TV_RULE_COST_BYTES:
      return tv_size_format ((double) self->cost);
    case TV_RULE_COST_EVENTS:
      {
        g_autofree char *n = tv_count_format (self->cost);

        /* Translators: number of sampled events */
        return g_strdup_printf (ngettext ("%s event", "%s events", (gulong) self->cost), n);
      }
    default:
      g_assert_not_reached ();
    }
}

/* ---- Evidence ---- */

#define IS_TABLE(evidence, name) g_str_equal ((evidence)->table, name)

/* Returns whether the row is a slice, state or run, which the timeline shows. */
gboolean
tv_rule_evidence_is_slice (const TvRuleEvidence *self)
{
  return !IS_TABLE (self, TV_RULE_TABLE_SAMPLE) && !IS_TABLE (self, TV_RULE_TABLE_CHANGE) &&
         !IS_TABLE (self, TV_RULE_TABLE_OBJECT) && !IS_TABLE (self, TV_RULE_TABLE_CLASS) &&
         !IS_TABLE (self, TV_RULE_TABLE_COUNTER);
}

/* Returns: (transfer full): name of a stack's innermost function; empty if unknown */
static char *
dup_innermost_name (TvTrace *trace, guint32 callsite)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 symbol = callsite != TV_NONE ? stacks->frames[stacks->callsites[callsite].frame].symbol
                                       : TV_NONE;

  return symbol != TV_NONE ? tv_trace_dup_symbol_name (trace, symbol) : g_strdup ("");
}

static char *
dup_class_name (TvTrace *trace, guint32 klass)
{
  return g_strdup (tv_trace_get_string (trace, tv_heap_class_name (trace, klass)));
}

static char *
dup_counter_name (TvTrace *trace, guint32 sample)
{
  guint32 n, i = 0;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (trace, &n);

  while (i + 1 < n && (sample < counters[i].first_sample ||
                       sample >= counters[i].first_sample + counters[i].n_samples))
    i++;
  return g_strdup (tv_trace_get_string (trace, counters[i].name));
}

/* Returns: (transfer full): name of the row: the name of the slice, state, run, class or counter; for an object, the
 * name of its class; for a sample or heap change, the name of the innermost function */
char *
tv_rule_evidence_dup_name (TvTrace *trace, const TvRuleEvidence *self)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  if (IS_TABLE (self, TV_RULE_TABLE_SAMPLE))
    return dup_innermost_name (trace, stacks->samples.callsite[self->id]);
  if (IS_TABLE (self, TV_RULE_TABLE_CHANGE))
    return dup_innermost_name (trace, stacks->changes.callsite[self->id]);
  if (IS_TABLE (self, TV_RULE_TABLE_OBJECT))
    return dup_class_name (trace, tv_trace_get_heap_graphs (trace)->klass[self->id]);
  if (IS_TABLE (self, TV_RULE_TABLE_CLASS))
    return dup_class_name (trace, self->id);
  if (IS_TABLE (self, TV_RULE_TABLE_COUNTER))
    return dup_counter_name (trace, self->id);
  return tv_rule_dup_slice_name (trace, self->id);
}

/* ---- Names ---- */

/* Returns: (transfer full): label of a process, with its name and id */
char *
tv_rule_dup_process (TvTrace *trace, guint32 upid)
{
  return upid != TV_NONE ? tv_trace_dup_process_label (trace, upid)
                         : g_strdup (_("unnamed process"));
}

char *
tv_rule_dup_slice_name (TvTrace *trace, guint32 slice)
{
  return tv_trace_dup_symbol_name (trace, tv_slices_symbol (tv_trace_get_slices (trace), slice));
}

/* Returns: (transfer full): name of a symbol for sentences, shortened and without its package */
char *
tv_rule_dup_short_symbol (TvTrace *trace, guint32 symbol)
{
  const TvSymbol *row = &tv_trace_get_symbols (trace, NULL)[symbol];
  const char *class_name = tv_trace_get_string (trace, row->class_name);
  const char *dot = class_name != NULL ? strrchr (class_name, '.') : NULL;
  const char *method = tv_trace_get_string (trace, row->name);
  g_autofree char *name = NULL, *start = NULL;

  if (class_name != NULL && method != NULL)
    name = g_strdup_printf ("%s.%s", dot != NULL ? dot + 1 : class_name, method);
  else if (method != NULL)
    name = tv_short_name_dup (method);
  else
    name = tv_trace_dup_symbol_name (trace, symbol);
  if (g_utf8_strlen (name, -1) <= MAX_NAME_CHARS)
    return g_steal_pointer (&name);
  start = g_utf8_substring (name, 0, MAX_NAME_CHARS - 1);
  return g_strconcat (start, "…", NULL);
}

/* Returns @ts, or the start of the trace for rows without a time. */
gint64
tv_rule_get_time (TvTrace *trace, gint64 ts)
{
  return ts != TV_NO_TIME ? ts : tv_trace_get_start_ns (trace);
}

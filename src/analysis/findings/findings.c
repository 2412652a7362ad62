/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/findings/findings.h"

#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "core/error.h"

/* Runs the rules one after another on the caller's thread, and sorts their findings. Called by `tracedump findings`,
 * the Findings view (on a worker) and the tables of findings. Only reads the traces; calls the progress callback. */

/* All rules, in the order of the manual */
static const TvRule *const rules[] = {
  &tv_start_slow_rule,     &tv_start_runnable_rule,  &tv_start_contention_rule,
  &tv_start_sleeping_rule, &tv_start_io_rule,        &tv_start_dex_files_rule,
  &tv_start_bind_rule,     &tv_start_inflate_rule,   &tv_start_resources_rule,
  &tv_start_verify_rule,   &tv_start_locks_rule,     &tv_start_reclaim_rule,
  &tv_start_jit_rule,      &tv_start_gc_rule,        &tv_start_dex2oat_rule,
  &tv_start_load_rule,     &tv_late_frames_rule,     &tv_frozen_frame_rule,
  &tv_main_blocked_rule,   &tv_lock_wait_rule,       &tv_deadlock_rule,
  &tv_slow_call_rule,      &tv_binder_pool_rule,     &tv_starved_rule,
  &tv_inversion_rule,      &tv_low_frequency_rule,   &tv_migrations_rule,
  &tv_memory_kill_rule,    &tv_start_faults_rule,    &tv_start_dispatched_rule,
  &tv_start_received_rule, &tv_start_from_apk_rule,  &tv_late_streak_rule,
  &tv_throttled_rule,      &tv_main_io_rule,         &tv_main_wait_rule,
  &tv_recursion_rule,      &tv_method_gc_rule,       &tv_unsymbolized_rule,
  &tv_hot_function_rule,   &tv_slower_function_rule, &tv_live_activities_rule,
  &tv_equal_bitmaps_rule,  &tv_heap_growth_rule,     &tv_native_growth_rule,
};

/**
 * tv_rules_list:
 * @n: (out): number of rules
 *
 * Returns: (transfer none) (array length=n): all rules
 */
const TvRule *const *
tv_rules_list (guint *n)
{
  *n = G_N_ELEMENTS (rules);
  return rules;
}

/* Returns: (nullable): the rule with the given id */
const TvRule *
tv_rules_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (g_str_equal (rules[i]->id, id))
      return rules[i];
  return NULL;
}

/* Returns: (transfer full): an empty set of limits, with which all rules have their default limits; free it with
 * g_hash_table_unref() */
TvRuleLimits *
tv_rule_limits_new (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

/* Sets the limit of a rule. Returns whether the rule exists. */
gboolean
tv_rule_limits_set (TvRuleLimits *self, const char *id, double limit)
{
  const TvRule *rule = tv_rules_find (id);

  if (rule == NULL)
    return FALSE;
  g_hash_table_insert (self, (gpointer) rule, g_memdup2 (&limit, sizeof limit));
  return TRUE;
}

/* ---- Findings ---- */

static void
free_missing (gpointer data)
{
  TvMissingSource *missing = data;

  g_ptr_array_unref (missing->rules);
  g_free (missing);
}

static void
add_missing (TvFindings *self, TvRuleSources sources, const TvRule *rule)
{
  for (guint i = 0; i < TV_RULE_N_SOURCES; i++)
    {
      TvMissingSource *missing = NULL;

      if ((sources & 1u << i) == 0)
        continue;
      for (guint j = 0; j < self->missing->len && missing == NULL; j++)
        if (((TvMissingSource *) self->missing->pdata[j])->source == 1u << i)
          missing = self->missing->pdata[j];
      if (missing == NULL)
        {
          missing = g_new0 (TvMissingSource, 1);
          missing->source = (TvRuleSources) (1u << i);
          missing->rules = g_ptr_array_new ();
          g_ptr_array_add (self->missing, missing);
        }
      g_ptr_array_add (missing->rules, (gpointer) rule);
    }
}

static int
compare_found (gconstpointer a, gconstpointer b)
{
  const TvRuleFinding *x = *(const TvRuleFinding *const *) a;
  const TvRuleFinding *y = *(const TvRuleFinding *const *) b;
  gint64 first = tv_rule_finding_get_ts (x), second = tv_rule_finding_get_ts (y);

  if (x->severity != y->severity)
    return x->severity > y->severity ? -1 : 1;
  if (x->cost_unit != y->cost_unit)
    return x->cost_unit < y->cost_unit ? -1 : 1;
  if (x->cost != y->cost)
    return x->cost > y->cost ? -1 : 1;
  if (first != second)
    return first < second ? -1 : 1;
  return g_strcmp0 (x->text, y->text);
}

static void
run_rule (TvFindings *self, TvRuleContext *context, const TvRule *rule, TvRuleLimits *limits)
{
  const double *limit = limits != NULL ? g_hash_table_lookup (limits, rule) : NULL;
  TvRuleSources missing = tv_rule_context_find_missing (context, rule->needs);
  guint n = self->found->len;

  if (missing != 0)
    {
      add_missing (self, missing, rule);
      return;
    }
  rule->run (context, rule, limit != NULL ? *limit : rule->limit, self->found);
  if (self->found->len == n)
    g_ptr_array_add (self->clear, (gpointer) rule);
}

/**
 * tv_findings_new:
 * @trace: a trace
 * @before: (nullable): trace of an earlier run of the same program, for rules about changes
 * @limits: (nullable): limits that replace the defaults of rules
 * @progress: (nullable): function called before each rule and at the end
 * @data: argument of @progress
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Runs all rules that apply to the trace and whose sources were recorded. Lists the sources that were not recorded,
 * with the rules that need them.
 *
 * Returns: (transfer full) (nullable): the findings; %NULL if cancelled
 */
TvFindings *
tv_findings_new (TvTrace *trace,
                 TvTrace *before,
                 TvRuleLimits *limits,
                 TvFindingsProgress progress,
                 gpointer data,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (TvFindings) self = g_new0 (TvFindings, 1);
  g_autoptr (TvRuleContext) context = tv_rule_context_new (trace, before, cancellable);

  self->found = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_rule_finding_unref);
  self->missing = g_ptr_array_new_with_free_func (free_missing);
  self->clear = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      if (progress != NULL)
        progress (i, G_N_ELEMENTS (rules), data);
      if (tv_rule_subject_is_in (rules[i]->subject, trace, before))
        run_rule (self, context, rules[i], limits);
      if (g_cancellable_is_cancelled (cancellable))
        {
          tv_error_set_cancelled (error);
          return NULL;
        }
    }
  if (progress != NULL)
    progress (G_N_ELEMENTS (rules), G_N_ELEMENTS (rules), data);
  g_ptr_array_sort (self->found, compare_found);
  return g_steal_pointer (&self);
}

void
tv_findings_free (TvFindings *self)
{
  g_clear_pointer (&self->found, g_ptr_array_unref);
  g_clear_pointer (&self->clear, g_ptr_array_unref);
  g_clear_pointer (&self->missing, g_ptr_array_unref);
  g_free (self);
}

/* Returns: (transfer full): sentence about a missing source and the rules that need it. @is_by_title: whether to list
 * the rules by title instead of by id */
char *
tv_missing_source_dup_text (const TvMissingSource *self, gboolean is_by_title)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < self->rules->len; i++)
    {
      const TvRule *rule = self->rules->pdata[i];
      g_autofree char *title = tv_rule_dup_title (rule);

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", is_by_title ? title : rule->id);
    }
  /* Translators: names of rules, then the missing part of a recording */
  return g_strdup_printf (_("Not checked: %s. Not recorded: %s"), names->str,
                          tv_rule_source_get_advice (self->source));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rule-start.h"
#include "analysis/findings/rules.h"
#include "core/time-format.h"

/* Implements the rule start-load-ability: time from the request for an ability to the attachment of its process, on
 * OpenHarmony. Listed in rules[] in findings.c. Only reads the trace, the phases of app starts, and the app starts of
 * the context. */

#define LOAD   "LoadAbility"
#define ATTACH "Application Launching"

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const GArray *starts = tv_rule_context_get_starts (context);
  g_autoptr (GArray) phases = tv_app_start_phases_new (trace, NULL, NULL, NULL);

  for (guint i = 0; i < phases->len; i++)
    {
      const TvAppStartPhase *load = &g_array_index (phases, TvAppStartPhase, i);

      for (guint j = 0; g_str_equal (load->name, LOAD) && j < phases->len; j++)
        {
          const TvAppStartPhase *attach = &g_array_index (phases, TvAppStartPhase, j);
          gint64 ns = attach->ts - load->ts;
          g_autofree char *name = NULL, *time = NULL;
          const TvAppStart *start = NULL;
          TvRuleFinding *one;

          if (attach->start != load->start || !g_str_equal (attach->name, ATTACH) ||
              ns <= (gint64) (limit * 1e6))
            continue;
          for (guint s = 0; s < starts->len && start == NULL; s++)
            if (g_array_index (starts, TvAppStart, s).id == load->start)
              start = &g_array_index (starts, TvAppStart, s);
          if (start == NULL)
            continue;
          one = tv_rule_finding_new (self, start->upid);
          tv_rule_finding_add (one,
                               (TvRuleEvidence){ "slice", load->slice, load->ts, ns, load->utid });
          one->cost = ns;
          one->value = (double) ns / 1e6;
          name = tv_rule_dup_start (trace, start);
          time = tv_time_format (ns);
          /* Translators: package, time */
          one->text = g_strdup_printf (
              _("Start of %s: the process was attached %s after the ability was requested"), name,
              time);
          g_ptr_array_add (found, one);
        }
    }
}

const TvRule tv_start_load_rule = {
  .id = "start-load-ability",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("Process created slowly"),
  .definition = N_("On OpenHarmony, an app start took longer than the threshold from LoadAbility "
                   "to AttachApplication"),
  .limit = 500,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_MARKS,
  .run = run,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The groups that are open to begin with. */

#include "paint/timeline/layout-private.h"

#include "analysis/system/app-process.h"

/* Of more processes than this, only the first few are open to begin with. */
#define MAX_OPEN_PROCESSES   12
#define FIRST_OPEN_PROCESSES 5

static TvTimelineGroup *
get_group (TvTimelineLayout *self, guint i)
{
  return &g_array_index (self->groups, TvTimelineGroup, i);
}

/* Users who open a log mostly want to see an app. */
static void
find_app (TvTimelineLayout *self, TvTrace *trace)
{
  TvProcessNature best = TV_PROCESS_KERNEL;

  for (guint i = 0; i < self->groups->len; i++)
    {
      const TvTimelineGroup *group = get_group (self, i);
      TvProcessNature nature;

      if (group->kind != TV_TIMELINE_PROCESS)
        continue;
      nature = tv_process_nature_from_name (
          tv_trace_get_string (trace, tv_trace_get_processes (trace, NULL)[group->upid].name));
      if (nature > best)
        {
          best = nature;
          self->app_group = i;
        }
    }
}

static void
fold_by_default (TvTimelineLayout *self)
{
  guint n_processes = 0, n_seen = 0;

  for (guint i = 0; i < self->groups->len; i++)
    n_processes += get_group (self, i)->kind > TV_TIMELINE_CPU_COUNTERS;
  for (guint i = 0; i < self->groups->len; i++)
    {
      TvGroupPlan *plan = &g_array_index (self->group_plans, TvGroupPlan, i);

      if (get_group (self, i)->kind == TV_TIMELINE_CPU_COUNTERS)
        plan->is_folded_by_default = self->groups->len > 1;
      else if (get_group (self, i)->kind != TV_TIMELINE_CPUS)
        plan->is_folded_by_default = n_seen++ >= FIRST_OPEN_PROCESSES &&
                                     n_processes > MAX_OPEN_PROCESSES && i != self->app_group;
    }
}

/* To be called when all groups of a log are there. */
void
tv_timeline_layout_fold_groups (TvTimelineLayout *self, TvTrace *trace)
{
  find_app (self, trace);
  fold_by_default (self);
}

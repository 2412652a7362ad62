/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Groups that are unfolded by default. */

#include "paint/timeline/layout-private.h"

/* With more processes, only the first few are unfolded by default. */
#define MAX_OPEN_PROCESSES   12
#define FIRST_OPEN_PROCESSES 5

static TvTimelineGroup *
get_group (TvTimelineLayout *self, guint i)
{
  return &g_array_index (self->groups, TvTimelineGroup, i);
}

static void
find_app (TvTimelineLayout *self, guint32 upid)
{
  for (guint i = 0; i < self->groups->len; i++)
    if (get_group (self, i)->kind == TV_TIMELINE_PROCESS && get_group (self, i)->upid == upid)
      self->app_group = i;
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

/* Call this when all groups are added; @subject is the main process of the trace, or %TV_NONE. */
void
tv_timeline_layout_fold_groups (TvTimelineLayout *self, guint32 subject)
{
  find_app (self, subject);
  fold_by_default (self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The profile of what is counted: a range of time, one thread or all. */

#include "ui/session/session-private.h"

static void
show_profile (TvSession *self, TvProfile *profile)
{
  if (g_set_object (&self->profile, profile))
    tv_session_notify (self, TV_SESSION_PROP_PROFILE);
}

static gboolean
changes_calls (const TvSelection *selection, guint32 call_source)
{
  return tv_selection_changes_calls (selection) || call_source != TV_CALLS_OF_SLICES;
}

static gboolean
is_whole (const TvSelection *selection, guint32 call_source)
{
  return tv_selection_is_all (selection) && !changes_calls (selection, call_source);
}

/* Returns: whether it was not cancelled */
static gboolean
find_baseline_profile (TvSessionJob *job, GCancellable *cancellable, GError **error)
{
  const TvSelection *selection = job->baseline_selection;

  if (selection == NULL || !job->has_baseline_source)
    return TRUE;
  if (!changes_calls (selection, job->baseline_source))
    job->baseline_profile = tv_profile_new (job->baseline, selection, job->profile_flags,
                                            cancellable, error);
  else if (tv_session_job_need_baseline_paths (job, cancellable, error) != NULL)
    job->baseline_profile = tv_profile_new_of_calls (job->baseline_paths, selection, cancellable,
                                                     error);
  return job->baseline_profile != NULL;
}

static gpointer
find_profile (gpointer data, GCancellable *cancellable, GError **error)
{
  TvSessionJob *job = data;

  if (job->baseline != NULL && !find_baseline_profile (job, cancellable, error))
    return NULL;
  return changes_calls (job->selection, job->call_source)
             ? tv_profile_new_of_calls (job->paths, job->selection, cancellable, error)
             : tv_profile_new (job->trace, job->selection, job->profile_flags, cancellable, error);
}

static const TvWork profile_work = { find_profile, tv_session_job_free, g_object_unref };

static void
on_profile_done (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvSession *self = owner;
  TvSessionJob *job = data;
  g_autoptr (TvProfile) profile = result;

  g_object_freeze_notify (G_OBJECT (self));
  if (profile == NULL)
    g_warning ("The profile could not be computed: %s", error->message);
  else
    {
      if (is_whole (job->selection, job->call_source) && job->profile_flags != TV_PROFILE_DEFAULT)
        g_set_object (&self->whole_switch_profile, profile);
      g_set_object (&self->baseline_profile, job->baseline_profile);
      tv_session_keep_baseline_paths (self, job);
      show_profile (self, profile);
    }
  tv_session_notify (self, TV_SESSION_PROP_IS_PROFILING);
  g_object_thaw_notify (G_OBJECT (self));
}

static TvProfileFlags
get_profile_flags (TvSession *self)
{
  gboolean has_both_clocks = tv_trace_has_clock (self->trace, TV_CLOCK_WALL) &&
                             tv_trace_has_clock (self->trace, TV_CLOCK_CPU);

  return self->has_context_switches && has_both_clocks ? TV_PROFILE_CONTEXT_SWITCHES
                                                       : TV_PROFILE_DEFAULT;
}

void
tv_session_update_profile (TvSession *self)
{
  GCancellable **slot = &self->work[TV_SESSION_WORK_PROFILE];
  gboolean was_profiling = *slot != NULL;
  TvProfileFlags flags = get_profile_flags (self);
  const TvSelection *selection = tv_session_get_selection (self);
  TvProfile *known = NULL;
  gboolean needs_paths = changes_calls (selection, self->call_source);

  tv_session_update_counted (self);
  tv_session_update_call_tree (self);
  if (is_whole (selection, self->call_source) && self->baseline == NULL)
    known = flags == TV_PROFILE_DEFAULT ? self->whole_profile : self->whole_switch_profile;

  tv_work_stop (slot);
  g_object_freeze_notify (G_OBJECT (self));
  if (known != NULL)
    show_profile (self, known);
  else if (needs_paths && tv_session_need_call_paths (self) == NULL)
    tv_work_await (slot);
  else
    {
      TvSessionJob *job = tv_session_job_new (self);

      job->profile_flags = flags;
      tv_work_start (&profile_work, job, on_profile_done, self, slot);
    }
  if (was_profiling != (*slot != NULL))
    tv_session_notify (self, TV_SESSION_PROP_IS_PROFILING);
  g_object_thaw_notify (G_OBJECT (self));
}

TvProfile *
tv_session_get_profile (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->profile;
}

/* (transfer none) (nullable): of the baseline, what the profile is of this; %NULL if that has nothing of it */
TvProfile *
tv_session_get_baseline_profile (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->baseline_profile;
}

/* The profile of the whole trace without context switches, whatever is selected. */
TvProfile *
tv_session_get_whole_profile (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->whole_profile;
}

gboolean
tv_session_get_context_switches (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return self->has_context_switches;
}

void
tv_session_set_context_switches (TvSession *self, gboolean context_switches)
{
  g_return_if_fail (TV_IS_SESSION (self));

  context_switches = !!context_switches;
  if (self->has_context_switches == context_switches)
    return;
  self->has_context_switches = context_switches;
  tv_session_notify (self, TV_SESSION_PROP_CONTEXT_SWITCHES);
  tv_session_update_profile (self);
}

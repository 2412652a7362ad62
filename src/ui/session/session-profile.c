/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The profile of what is counted: a range of time, one thread or all. */

#include "ui/session/session-private.h"

#include "ui/kit/analysis-task.h"

static void
show_profile (TvSession *self, TvProfile *profile)
{
  if (g_set_object (&self->profile, profile))
    tv_session_notify (self, TV_SESSION_PROP_PROFILE);
}

static void
on_profile_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvSession *self = TV_SESSION (source);
  gboolean is_whole = GPOINTER_TO_INT (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvProfile) profile = tv_profile_new_finish (result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->profile_cancellable)
    return; /* a newer request took its place */

  g_clear_object (&self->profile_cancellable);
  g_object_freeze_notify (G_OBJECT (self));
  if (profile == NULL)
    g_warning ("The profile could not be computed: %s", error->message);
  else
    {
      if (is_whole)
        g_set_object (&self->whole_switch_profile, profile);
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
  gboolean was_profiling = self->profile_cancellable != NULL;
  TvProfileFlags flags = get_profile_flags (self);
  const TvSelection *selection = tv_session_get_selection (self);
  TvProfile *known = NULL;
  gboolean changes_calls = tv_selection_changes_calls (selection) ||
                           self->call_source != TV_CALLS_OF_SLICES;
  gboolean is_whole = tv_selection_is_all (selection) && !changes_calls;
  TvCallPaths *paths = changes_calls ? tv_session_need_call_paths (self) : NULL;

  tv_session_update_counted (self);
  tv_session_update_call_tree (self);
  if (is_whole)
    known = flags == TV_PROFILE_DEFAULT ? self->whole_profile : self->whole_switch_profile;

  tv_session_cancel (&self->profile_cancellable);
  g_object_freeze_notify (G_OBJECT (self));
  if (known != NULL)
    show_profile (self, known);
  else
    {
      self->profile_cancellable = g_cancellable_new ();
      if (paths != NULL || !changes_calls) /* else once they are found */
        tv_profile_new_async (G_OBJECT (self), self->trace, paths, selection, flags,
                              self->profile_cancellable, on_profile_done,
                              GINT_TO_POINTER (is_whole));
    }
  if (was_profiling != (self->profile_cancellable != NULL))
    tv_session_notify (self, TV_SESSION_PROP_IS_PROFILING);
  g_object_thaw_notify (G_OBJECT (self));
}

TvProfile *
tv_session_get_profile (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->profile;
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

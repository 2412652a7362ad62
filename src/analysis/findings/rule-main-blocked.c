/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/system/app-start.h"
#include "core/time-format.h"

/* Implements the rule main-blocked: long top-level slices of an app's main thread outside app starts. Listed in
 * rules[] in findings.c. Only reads the trace and the app starts of the context. */

/* Duration in ns after which the system reports that an app is not responding */
#define NO_RESPONSE_NS (5 * G_GINT64_CONSTANT (1000000000))

/* Parts of the names of waits in the message loop, during which the thread is idle */
static const char *const idle_names[] = { "nativePollOnce", "MessageQueue.next", "epoll_wait",
                                          "pollOnce" };

static gboolean
is_idle (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (idle_names); i++)
    if (strstr (name, idle_names[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* Returns whether a slice overlaps a start of the app, for which there are separate rules. */
static gboolean
is_in_start (const GArray *starts, guint32 upid, gint64 ts, gint64 dur)
{
  for (guint i = 0; i < starts->len; i++)
    {
      const TvAppStart *start = &g_array_index (starts, TvAppStart, i);

      if (start->upid == upid && start->ts < ts + dur && start->end > ts)
        return TRUE;
    }
  return FALSE;
}

static void
add_slice (TvTrace *trace,
           const TvRule *self,
           guint32 upid,
           guint32 slice,
           gint64 dur,
           GPtrArray *found)
{
  g_autofree char *name = tv_rule_dup_slice_name (trace, slice), *process = NULL, *time = NULL;
  TvRuleFinding *one;

  if (is_idle (name))
    return;
  one = tv_rule_finding_new (self, upid);
  if (dur > NO_RESPONSE_NS)
    one->severity = TV_RULE_ERROR;
  tv_rule_finding_add_slice (one, trace, slice);
  one->cost = dur;
  one->value = (double) dur / 1e6;
  process = tv_rule_dup_process (trace, upid);
  time = tv_time_format (dur);
  /* Translators: process, time, name of a slice */
  one->text = g_strdup_printf (_("The main thread of %s spent %s in “%s”"), process, time, name);
  g_ptr_array_add (found, one);
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);
  const GArray *starts = tv_rule_context_get_starts (context);
  gint64 limit_ns = (gint64) (limit * 1e6);
  guint32 n;

  tv_trace_get_processes (trace, &n);
  for (guint32 upid = 0; upid < n; upid++)
    {
      guint32 main = tv_rule_context_find_main (context, upid);
      guint32 track = main != TV_NONE ? tv_trace_get_threads (trace, NULL)[main].track : TV_NONE;

      if (track == TV_NONE || tracks[track].role != TV_ROLE_MARKS ||
          !tv_rule_context_is_app (context, upid))
        continue;
      for (guint32 slice = tracks[track].first_slice;
           slice < tracks[track].first_slice + tracks[track].n_slices; slice++)
        {
          gint64 dur = tv_time_column_get (&slices->dur, slice);

          if (tv_slices_depth (slices, slice) == 0 && !tv_slices_is_unfinished (slices, slice) &&
              dur > limit_ns &&
              (dur > NO_RESPONSE_NS ||
               !is_in_start (starts, upid, tv_slices_start (slices, slice), dur)))
            add_slice (trace, self, upid, slice, dur, found);
        }
    }
}

const TvRule tv_main_blocked_rule = {
  .id = "main-blocked",
  .kind = TV_RULE_ON_WAITING,
  .severity = TV_RULE_WARNING,
  .title = N_("Main thread blocked"),
  .definition =
      N_("One top-level slice of an app’s main thread took longer than the threshold; an error "
         "if it took longer than 5 s"),
  .limit = 200,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_MARKS,
  .run = run,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "core/time-format.h"

#define MONITOR "monitor contention with owner "

static gboolean
is_lock (const char *name)
{
  return g_str_has_prefix (name, "monitor contention") ||
         g_str_has_prefix (name, "Lock contention on") ||
         g_str_has_prefix (name, "Contending for pthread mutex");
}

/* Returns the owner's name in "monitor contention with owner NAME (TID) at …"; the wait may still end with another. */
static char *
dup_owner (const char *name)
{
  const char *owner = strstr (name, MONITOR), *end;

  if (owner == NULL)
    return NULL;
  owner += strlen (MONITOR);
  end = strstr (owner, ") at ");
  return end != NULL ? g_strndup (owner, (gsize) (end + 1 - owner)) : NULL;
}

static void
add_wait (TvTrace *trace, const TvRule *self, guint32 upid, guint32 slice, GPtrArray *found)
{
  g_autofree char *name = tv_rule_dup_slice_name (trace, slice);
  g_autofree char *process = tv_rule_dup_process (trace, upid);
  g_autofree char *owner = dup_owner (name), *time = NULL;
  TvRuleFinding *one = tv_rule_finding_new (self, upid);

  tv_rule_finding_add_slice (one, trace, slice);
  one->cost_ns = one->max_ns;
  one->value = (double) one->max_ns / 1e6;
  time = tv_time_format (one->max_ns);
  if (owner != NULL)
    /* Translators: process, time, thread with id */
    one->text = g_strdup_printf (_("The main thread of %s waited %s for a lock that %s held"),
                                 process, time, owner);
  else
    /* Translators: process, time, name of a slice */
    one->text = g_strdup_printf (_("The main thread of %s waited %s: %s"), process, time, name);
  g_ptr_array_add (found, one);
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);
  gint64 limit_ns = (gint64) (limit * 1e6);
  guint32 n;

  tv_trace_get_processes (trace, &n);
  for (guint32 upid = 0; upid < n; upid++)
    {
      guint32 main = tv_rule_context_find_main (context, upid);
      guint32 track = main != TV_NONE ? tv_trace_get_threads (trace, NULL)[main].track : TV_NONE;
      gint64 seen_ns = G_MININT64;

      for (guint32 i = 0; track != TV_NONE && i < tracks[track].n_slices; i++)
        {
          guint32 slice = tracks[track].first_slice + i;
          g_autofree char *name = NULL;

          /* A wait within another is a part of it. */
          if (tv_time_column_get (&slices->dur, slice) <= limit_ns ||
              tv_slices_is_unfinished (slices, slice) || tv_slices_start (slices, slice) < seen_ns)
            continue;
          name = tv_rule_dup_slice_name (trace, slice);
          if (!is_lock (name))
            continue;
          add_wait (trace, self, upid, slice, found);
          seen_ns = tv_slices_end (slices, slice);
        }
    }
}

const TvRule tv_lock_wait_rule = {
  .id = "lock-wait",
  .severity = TV_RULE_WARNING,
  .title = N_("Main thread waits for a lock"),
  .definition = N_("The main thread of a process waited longer than this for one lock"),
  .limit = 50,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_MARKS,
  .run = run,
};

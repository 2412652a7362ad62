/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/symbols/name-pattern.h"
#include "analysis/system/frame-list.h"
#include "core/time-format.h"

/* Implements the rule late-streak: consecutive frames of a surface that are late because of the same pipeline stage.
 * Listed in rules[] in findings.c. Only reads the trace and the frames of the context. */

/* Consecutive frames of a surface that are late because of the same stage and a slice with the same name pattern */
typedef struct
{
  TvFrameStage stage;
  guint32 pattern; /* first symbol with the name pattern of the slice */
  TvRuleFinding
      *one; /* (nullable): finding under construction; NULL if the last frame was not late */
} Streak;

static void
free_streak (gpointer data)
{
  Streak *self = data;

  tv_rule_finding_unref (self->one);
  g_free (self);
}

static guint32
find_longest_child (TvTrace *trace, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 longest = TV_NONE, end = tv_trace_get_subtree_end (trace, slice);

  for (guint32 child = slice + 1; child < end; child++)
    if (tv_slices_parent (slices, child) == slice &&
        (longest == TV_NONE ||
         tv_time_column_get (&slices->dur, child) > tv_time_column_get (&slices->dur, longest)))
      longest = child;
  return longest;
}

/* Returns whether a slice represents the frame itself. On OpenHarmony, a frame has several nested slices. */
static gboolean
is_frame (TvTrace *trace, guint32 slice)
{
  g_autofree char *name = tv_rule_dup_slice_name (trace, slice);

  return strstr (name, "OnVsyncEvent") != NULL || strstr (name, "UIVsyncTask") != NULL;
}

/* Returns the innermost slice that takes more than half of the late stage's time, or TV_NONE. */
static guint32
find_culprit (TvTrace *trace, const TvFrameRow *frame)
{
  const TvTimeColumn *dur = &tv_trace_get_slices (trace)->dur;
  guint32 work = frame->stage == TV_FRAME_STAGE_APP_MAIN        ? frame->do_frame.slice
                 : frame->stage == TV_FRAME_STAGE_RENDER_THREAD ? frame->draw.slice
                                                                : TV_NONE;
  guint32 slice = work, child;

  if (work == TV_NONE)
    return TV_NONE;
  while ((child = find_longest_child (trace, slice)) != TV_NONE &&
         tv_time_column_get (dur, child) > tv_time_column_get (dur, work) / 2)
    slice = child;
  return slice != work && !is_frame (trace, slice) ? slice : TV_NONE;
}

/* Ends a streak. Reports it if it is long enough. */
static void
finish (TvTrace *trace, Streak *self, double limit, GPtrArray *found)
{
  g_autoptr (TvRuleFinding) one = g_steal_pointer (&self->one);
  g_autofree char *process = NULL, *name = NULL, *pattern = NULL, *worst = NULL;

  if (one == NULL || one->n < limit)
    return;
  process = tv_rule_dup_process (trace, one->upid);
  name = tv_trace_dup_symbol_name (trace, self->pattern);
  pattern = tv_name_pattern_dup (name);
  worst = tv_time_format (one->max_ns);
  one->cost = one->sum_ns;
  one->value = one->n;
  /* Translators: process, number, slice, time */
  one->text = g_strdup_printf (
      _("%s was late with %u frames in a row, each mostly because of “%s”, by up to %s"), process,
      one->n, pattern, worst);
  g_ptr_array_add (found, g_steal_pointer (&one));
}

static void
add_frame (TvTrace *trace,
           const TvRule *rule,
           const TvFrameRow *frame,
           const guint32 *patterns,
           double limit,
           Streak *streak,
           GPtrArray *found)
{
  gboolean is_late = frame->outcome == TV_FRAME_LATE && frame->late_ns != TV_NO_TIME &&
                     frame->late_ns > 0;
  guint32 slice = is_late ? find_culprit (trace, frame) : TV_NONE;
  guint32 pattern = slice != TV_NONE
                        ? patterns[tv_slices_symbol (tv_trace_get_slices (trace), slice)]
                        : TV_NONE;

  if (pattern == TV_NONE || frame->stage != streak->stage || pattern != streak->pattern)
    finish (trace, streak, limit, found);
  if (pattern == TV_NONE)
    return;
  if (streak->one == NULL)
    streak->one = tv_rule_finding_new (rule, frame->upid);
  streak->stage = frame->stage;
  streak->pattern = pattern;
  tv_rule_finding_add (streak->one,
                       (TvRuleEvidence){ "slice", slice, frame->ts + frame->dur - frame->late_ns,
                                         frame->late_ns, TV_NONE });
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const GArray *frames = tv_rule_context_get_staged_frames (context);
  g_autoptr (GHashTable)
      streaks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, free_streak);
  g_autofree guint32 *patterns = frames->len > 0 ? tv_name_pattern_find_symbols (trace) : NULL;
  GHashTableIter iter;
  Streak *streak;

  for (guint i = 0; i < frames->len; i++)
    {
      const TvFrameRow *frame = &g_array_index (frames, TvFrameRow, i);
      gint64 key = (gint64) ((guint64) frame->upid << 32 | frame->surface);

      if (frame->surface == TV_NONE || frame->upid == TV_NONE || frame->dur < 0 ||
          frame->outcome == TV_FRAME_UNKNOWN)
        continue;
      streak = g_hash_table_lookup (streaks, &key);
      if (streak == NULL)
        {
          streak = g_new0 (Streak, 1);
          g_hash_table_insert (streaks, g_memdup2 (&key, sizeof key), streak);
        }
      add_frame (trace, self, frame, patterns, limit, streak, found);
    }
  g_hash_table_iter_init (&iter, streaks);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &streak))
    finish (trace, streak, limit, found);
}

const TvRule tv_late_streak_rule = {
  .id = "late-streak",
  .kind = TV_RULE_ON_FRAMES,
  .severity = TV_RULE_WARNING,
  .title = N_("Late frames in a row"),
  .definition =
      N_("Consecutive frames of a surface were late because of the same stage, mostly because of "
         "the same slice; the threshold is the minimum number of these frames"),
  .limit = 3,
  .unit = TV_RULE_COUNT,
  .needs = TV_RULE_FRAMES | TV_RULE_MARKS,
  .run = run,
};

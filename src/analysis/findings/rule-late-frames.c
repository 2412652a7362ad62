/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/system/frame-list.h"
#include "core/time-format.h"

/* Implements the rule late-frames: share of a process's displayed frames that the process itself delayed. Listed in
 * rules[] in findings.c. Only reads the trace and the frames of the context. */

/* Minimum number of frames of a process for which a percentage is meaningful */
#define MIN_FRAMES 30

typedef struct
{
  guint32 n_shown;
  TvRuleFinding *late;
} Process;

static void
free_process (gpointer data)
{
  Process *self = data;

  tv_rule_finding_unref (self->late);
  g_free (self);
}

static Process *
get_process (GHashTable *processes, const TvRule *rule, guint32 upid)
{
  Process *self = g_hash_table_lookup (processes, GUINT_TO_POINTER (upid));

  if (self == NULL)
    {
      self = g_new0 (Process, 1);
      self->late = tv_rule_finding_new (rule, upid);
      g_hash_table_insert (processes, GUINT_TO_POINTER (upid), self);
    }
  return self;
}

/* Returns whether the frame is a displayed frame of an app. Frames of the display have no surface; an app's stages
 * cannot delay them. */
static gboolean
is_shown_by_app (const TvFrameRow *frame)
{
  return frame->surface != TV_NONE && frame->upid != TV_NONE && frame->dur >= 0 &&
         frame->outcome != TV_FRAME_DROPPED && frame->outcome != TV_FRAME_UNKNOWN;
}

static void
describe (TvTrace *trace, const Process *process, TvRuleFinding *self)
{
  g_autofree char *name = tv_rule_dup_process (trace, self->upid);
  g_autofree char *worst = tv_time_format (self->max_ns);

  self->text = g_strdup_printf (
      /* Translators: process, numbers, percentage, time */
      _("%s was late with %u of %u frames (%.0f %%), by up to %s"), name, self->n, process->n_shown,
      self->value, worst);
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  const GArray *frames = tv_rule_context_get_frames (context);
  g_autoptr (GHashTable) processes = g_hash_table_new_full (NULL, NULL, NULL, free_process);
  GHashTableIter iter;
  Process *process;

  for (guint i = 0; i < frames->len; i++)
    {
      const TvFrameRow *frame = &g_array_index (frames, TvFrameRow, i);

      if (!is_shown_by_app (frame))
        continue;
      process = get_process (processes, self, frame->upid);
      process->n_shown++;
      if (frame->outcome == TV_FRAME_LATE && frame->late_ns != TV_NO_TIME && frame->late_ns > 0)
        tv_rule_finding_add (process->late,
                             (TvRuleEvidence){ "slice", frame->slice,
                                               frame->ts + frame->dur - frame->late_ns,
                                               frame->late_ns, TV_NONE });
    }
  g_hash_table_iter_init (&iter, processes);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &process))
    {
      TvRuleFinding *late = process->late;

      late->value = process->n_shown > 0 ? 100.0 * late->n / process->n_shown : 0;
      if (process->n_shown < MIN_FRAMES || late->value <= limit)
        continue;
      late->cost = late->sum_ns;
      describe (tv_rule_context_get_trace (context), process, late);
      g_ptr_array_add (found, g_steal_pointer (&process->late));
    }
}

const TvRule tv_late_frames_rule = {
  .id = "late-frames",
  .kind = TV_RULE_ON_FRAMES,
  .severity = TV_RULE_ERROR,
  .title = N_("Late frames"),
  .definition =
      N_("The share of displayed frames that the app itself delayed exceeded the threshold; needs "
         "at least 30 displayed frames"),
  .limit = 5,
  .unit = TV_RULE_PERCENT,
  .needs = TV_RULE_FRAMES,
  .run = run,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Strings above the stack of a thread, and the legend of letters below the stack. Used by stack-pane.c and
 * stack-comparison.c. All functions return new strings. */

#include "ui/views/dump/stack-labels.h"

#include <glib/gi18n.h>

#include "analysis/incident/dump-label.h"
#include "analysis/incident/dump-state.h"
#include "analysis/incident/dump-stack.h"
#include "analysis/incident/stack-equality.h"
#include "core/time-format.h"

static void G_GNUC_PRINTF (2, 3) append (GString *text, const char *format, ...)
{
  va_list arguments;

  if (text->len > 0)
    g_string_append (text, " · ");
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
}

static void
append_cpu (GString *text, const TvDumpThread *row)
{
  g_autofree char *user = row->user_ns >= 0 ? tv_time_format (row->user_ns) : NULL;
  g_autofree char *system = row->system_ns >= 0 ? tv_time_format (row->system_ns) : NULL;

  if (user != NULL && system != NULL)
    /* Translators: durations */
    append (text, _("CPU %s user, %s system"), user, system);
}

/**
 * tv_stack_labels_dup_details:
 * @session: session of a trace with dumps
 * @thread: a #TvDumpThread
 *
 * Returns: (transfer full): phrase with the state of the thread and, if the dump contains them, its ids, kernel
 * state, wait channel, priority and CPU time
 */
char *
tv_stack_labels_dup_details (TvSession *session, guint32 thread)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvDumpThread *row = &tv_trace_get_dumps (trace)->threads[thread];
  guint32 channel = tv_dump_snapshots_find_channel (
      tv_session_get_dump_findings (session)->snapshots, thread);
  GString *text = g_string_new (NULL);

  if (row->state != TV_NONE)
    append (text, "%s", tv_trace_get_string (trace, row->state));
  else
    append (text, "%s", tv_dump_state_get_word (tv_dump_state_find (trace, row)));
  if (row->vm_tid != TV_NONE)
    append (text, "tid %u", row->vm_tid);
  if (row->sys_tid != TV_NONE)
    append (text, "sysTid %u", row->sys_tid);
  if (row->kernel_state != TV_NONE)
    append (text, _("kernel %s"), tv_trace_get_string (trace, row->kernel_state));
  if (channel != TV_NONE)
    append (text, _("sleeps in %s"), tv_trace_get_string (trace, channel));
  if (row->priority != TV_NO_PRIORITY)
    append (text, _("prio %d"), row->priority);
  append_cpu (text, row);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): time of a snapshot (#TvDumpSnapshot), or the number of its dump if the time is unknown */
char *
tv_stack_labels_dup_snapshot_time (TvSession *session, guint32 snapshot)
{
  const TvDumps *dumps = tv_trace_get_dumps (tv_session_get_trace (session));
  guint32 n;
  const TvDumpSnapshot *row = &tv_dump_snapshots_get (
      tv_session_get_dump_findings (session)->snapshots, &n)[snapshot];
  char *time = tv_dump_dup_time (row->ts, dumps->dumps[row->dump].utc_offset_s);

  return time != NULL ? time : g_strdup_printf (_("dump %u"), row->dump + 1);
}

/**
 * tv_stack_labels_dup_change:
 * @session: session of a trace with dumps
 * @earlier: a #TvDumpThread
 * @later: the same thread in a later dump
 *
 * Returns: (transfer full): phrase with the number of frames that stayed the same and, if known, the time between the
 * dumps and the CPU time that the thread used in between
 */
char *
tv_stack_labels_dup_change (TvSession *session, guint32 earlier, guint32 later)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvDumpThread *a = &dumps->threads[earlier], *b = &dumps->threads[later];
  gint64 from = dumps->dumps[tv_dumps_find_dump (dumps, earlier)].ts;
  gint64 to = dumps->dumps[tv_dumps_find_dump (dumps, later)].ts;
  guint32 n = tv_stack_count_frames (trace, b->callsite);
  guint32 n_common = tv_stacks_count_common (trace, a->callsite, b->callsite);
  GString *text = g_string_new (NULL);

  if (from != TV_NO_TIME && to != TV_NO_TIME && to >= from)
    {
      g_autofree char *between = tv_time_format (to - from);

      append (text, _("%s later"), between);
    }
  if (tv_stacks_are_equal (trace, a->callsite, b->callsite))
    append (text, ngettext ("equal in all of %u frame", "equal in all %u frames", n), n);
  else
    append (text, ngettext ("equal in %u of %u frame", "equal in %u of %u frames", n), n_common, n);
  if (a->user_ns >= 0 && a->system_ns >= 0 && b->user_ns >= 0 && b->system_ns >= 0)
    {
      g_autofree char *cpu = tv_time_format (
          MAX (b->user_ns + b->system_ns - a->user_ns - a->system_ns, 0));

      append (text, _("CPU + %s"), cpu);
    }
  return g_string_free (text, FALSE);
}

/**
 * tv_stack_labels_dup_legend:
 * @trace: trace with dumps
 * @thread: a #TvDumpThread
 *
 * Returns: (transfer full): legend of the letters before the frames of the stack, and of bold names
 */
char *
tv_stack_labels_dup_legend (TvTrace *trace, guint32 thread)
{
  static const char *const labels[TV_N_FRAME_KINDS] = {
    [TV_FRAME_MANAGED] = N_("J managed"), [TV_FRAME_NATIVE] = N_("N native"),
    [TV_FRAME_KERNEL] = N_("K kernel"),   [TV_FRAME_JS] = N_("JS JavaScript"),
    [TV_FRAME_JIT] = N_("J compiled"),
  };
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) parts = NULL;
  gboolean has[TV_N_FRAME_KINDS] = { FALSE }, has_own = FALSE;

  for (guint32 at = tv_trace_get_dumps (trace)->threads[thread].callsite; at != TV_NONE;
       at = stacks->callsites[at].parent)
    {
      has[stacks->frames[stacks->callsites[at].frame].kind] = TRUE;
      has_own = has_own || tv_dump_stack_is_own (trace, at);
    }
  for (guint i = 0; i < TV_N_FRAME_KINDS; i++)
    if (has[i] && labels[i] != NULL)
      g_strv_builder_add (builder, _ (labels[i]));
  if (has_own)
    g_strv_builder_add (builder, _("bold: the program’s own code"));
  parts = g_strv_builder_end (builder);
  return g_strjoinv ("   ", parts);
}

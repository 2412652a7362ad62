/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Chooses and describes the dump whose stack the stack pane (stack-pane.c) shows beside the visible one. Only reads
 * the trace and the dump findings. */

#include "ui/views/dump/stack-comparison.h"

#include <glib/gi18n.h>

#include "analysis/incident/dump-changes.h"
#include "analysis/incident/stack-equality.h"
#include "ui/views/dump/stack-labels.h"

static const TvDumpSnapshot *
list_snapshots (TvSession *session, guint32 *n)
{
  return tv_dump_snapshots_get (tv_session_get_dump_findings (session)->snapshots, n);
}

static guint32
find_own (TvSession *session, guint32 thread)
{
  return thread != TV_NONE
             ? tv_dump_snapshots_find (tv_session_get_dump_findings (session)->snapshots, thread)
             : TV_NONE;
}

/**
 * tv_stack_comparison_find:
 * @thread: a #TvDumpThread, or %TV_NONE
 * @snapshot: a #TvDumpSnapshot of the same process, or -1
 *
 * Finds the same thread in another snapshot.
 *
 * Returns: the thread in @snapshot, or %TV_NONE
 */
guint32
tv_stack_comparison_find (TvSession *session, guint32 thread, int snapshot)
{
  return thread != TV_NONE && snapshot >= 0
             ? tv_dump_changes_find_same (tv_session_get_trace (session),
                                          tv_session_get_dump_findings (session)->snapshots,
                                          (guint32) snapshot, thread)
             : TV_NONE;
}

/* Returns @snapshot if the stacks have common frames; otherwise -1, because a comparison would not help. */
static int
check_snapshot (TvSession *session, guint32 thread, guint32 snapshot)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvDumpThread *threads = tv_trace_get_dumps (trace)->threads;
  guint32 other = tv_stack_comparison_find (session, thread, (int) snapshot);

  return other != TV_NONE && tv_stacks_count_common (trace, threads[thread].callsite,
                                                     threads[other].callsite) > 0
             ? (int) snapshot
             : -1;
}

/**
 * tv_stack_comparison_choose:
 * @thread: a #TvDumpThread, or %TV_NONE
 *
 * Chooses the snapshot with which a stack is initially compared: the previous snapshot of the process or, if there is
 * none, the next one.
 *
 * Returns: a #TvDumpSnapshot; -1 if the process has a single snapshot, if the thread has locks, which matter more
 * than the comparison, or if the stacks have no common frames
 */
int
tv_stack_comparison_choose (TvSession *session, guint32 thread)
{
  guint32 n, own = find_own (session, thread);
  const TvDumpSnapshot *snapshots = list_snapshots (session, &n);

  if (own == TV_NONE || snapshots[own].n_of_process < 2 ||
      tv_trace_get_dumps (tv_session_get_trace (session))->threads[thread].n_locks > 0)
    return -1;
  if (snapshots[own].previous != TV_NONE)
    return check_snapshot (session, thread, snapshots[own].previous);
  for (guint32 m = own + 1; m < n; m++)
    if (snapshots[m].previous == own)
      return check_snapshot (session, thread, m);
  return -1;
}

/**
 * tv_stack_comparison_new_menu:
 * @thread: a #TvDumpThread, or %TV_NONE
 *
 * Creates a menu of the other snapshots of the process.
 *
 * Returns: (transfer full) (nullable): the menu; %NULL if there are no other snapshots
 */
GMenuModel *
tv_stack_comparison_new_menu (TvSession *session, guint32 thread)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  guint32 n, own = find_own (session, thread);
  const TvDumpSnapshot *snapshots = list_snapshots (session, &n);

  g_menu_append (menu, _("One Stack"), "stack.beside(-1)");
  for (guint32 m = 0; m < n && own != TV_NONE && snapshots[own].n_of_process > 1; m++)
    if (m != own && snapshots[m].first == snapshots[own].first)
      {
        g_autofree char *when = tv_stack_labels_dup_snapshot_time (session, m);
        g_autofree char *label = g_strdup_printf (_("Compare With %s"), when);
        g_autofree char *action = g_strdup_printf ("stack.beside(%u)", m);

        g_menu_append (menu, label, action);
      }
  return g_menu_model_get_n_items (G_MENU_MODEL (menu)) > 1 ? G_MENU_MODEL (g_steal_pointer (&menu))
                                                            : NULL;
}

/**
 * tv_stack_comparison_dup_label:
 * @thread: a #TvDumpThread
 * @snapshot: another #TvDumpSnapshot of the same process
 *
 * Describes a comparison of two stacks.
 *
 * Returns: (transfer full): times of the two snapshots, and the changes between them
 */
char *
tv_stack_comparison_dup_label (TvSession *session, guint32 thread, int snapshot)
{
  guint32 own = find_own (session, thread),
          other = tv_stack_comparison_find (session, thread, snapshot);
  gboolean is_later = (guint32) snapshot < own;
  g_autofree char *first = tv_stack_labels_dup_snapshot_time (session,
                                                              MIN (own, (guint32) snapshot));
  g_autofree char *second = tv_stack_labels_dup_snapshot_time (session,
                                                               MAX (own, (guint32) snapshot));
  g_autofree char *change = tv_stack_labels_dup_change (session, is_later ? other : thread,
                                                        is_later ? thread : other);

  /* Translators: time of a dump; time of a later dump; changes between them */
  return g_strdup_printf (_("%s next to %s · %s"), first, second, change);
}

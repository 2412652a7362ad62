/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Changes of the threads between two dumps of their process. A thread whose stack stayed the same may be stuck.
 * Listed in TV_VIEWS (view.h); displayed by TvListView (list-view.h). A click selects a thread in the session. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "analysis/incident/dump-changes.h"

static char *
dup_change (TvTable *table, guint32 row, guint column, gpointer session)
{
  static const char *const labels[] = {
    [TV_DUMP_SAME] = N_("did not move"), [TV_DUMP_MOVED] = N_("moved"), [TV_DUMP_NEW] = N_("new"),
    [TV_DUMP_ENDED] = N_("gone"),        [TV_DUMP_UNKNOWN] = NULL,
  };
  char *text = NULL;
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  for (TvDumpChangeKind kind = 0; kind < TV_N_DUMP_CHANGES; kind++)
    if (labels[kind] != NULL && !cell.is_null &&
        g_strcmp0 (cell.text, tv_dump_change_kind_name (kind)) == 0)
      text = g_strdup (_ (labels[kind]));
  tv_cell_clear (&cell);
  return text;
}

/* Selects a thread in the later dump or, if the thread has ended, in the earlier dump. */
static void
show_row (TvSession *session, TvTable *table, guint row)
{
  gint64 before = tv_table_get_integer_of (table, row, "thread_id_before", TV_NONE);
  guint32 thread = (guint32) tv_table_get_integer_of (table, row, "thread_id", before);

  if (thread != TV_NONE)
    tv_session_select_dump_thread (session, thread);
}

static const TvTableColumn columns[] = {
  { .name = "name", .width = 240 },
  { .name = "change", .dup_text = dup_change, .width = 110 },
  { .name = "state_before", .width = 130 },
  { .name = "state", .width = 130 },
  { .name = "n_common" },
  { .name = "n_frames" },
  { .name = "cpu" },
  { .name = "after" },
  { .name = "process" },
};

static const TvListKind kind = {
  .table = "thread_dump_change",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .placeholder = N_("Filter threads"),
  .show_row = show_row,
};

static TvViewFit
get_fit (TvTrace *trace)
{
  g_autoptr (TvDumpSnapshots) snapshots = NULL;
  guint32 n;

  if (!tv_trace_has (trace, TV_HAS_DUMPS))
    return TV_VIEW_EMPTY;
  snapshots = tv_dump_snapshots_new (trace);
  tv_dump_snapshots_get (snapshots, &n);
  for (guint32 i = 0; i < n; i++)
    if (tv_dump_changes_can_compare (snapshots, i))
      return TV_VIEW_FITS;
  return TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_dump_changes = {
  .id = "dump-changes",
  .title = N_("Changes"),
  .tooltip = N_("Changes in threads between successive dumps of a process"),
  .group = TV_VIEW_CONTENT,
  .compares = TV_COMPARE_DUMPS,
  .get_type = tv_list_view_get_type,
  .kind = &kind,
  .get_fit = get_fit,
};

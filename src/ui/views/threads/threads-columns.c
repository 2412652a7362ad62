/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a list of threads shows, and what can be done with a row. */

#include "analysis/calls/call-source.h"
#include "ui/views/threads/threads-columns.h"

#include <glib/gi18n.h>
#include <string.h>

#include "tables/range-table.h"
#include "ui/kit/popup-menu.h"
#include "ui/kit/weight-words.h"
#include "ui/views/time-cell.h"

#define THREAD_LEAST_PX  160
#define PROCESS_WIDTH_PX 190

static char *
dup_thread (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvCell cell;

  tv_table_get_cell (table, row, (guint) tv_table_find_column (table, "utid"), &cell);
  return tv_trace_dup_thread_label (tv_session_get_trace (session), (guint32) cell.integer);
}

/* ---- Columns ---- */

static gboolean
has_processes (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_processes (trace, &n);
  return n > 1;
}

static gboolean
has_wall_calls (TvTrace *trace)
{
  return tv_call_source_has_calls (trace) && tv_trace_has_clock (trace, TV_CLOCK_WALL);
}

static gboolean
has_cpu_calls (TvTrace *trace)
{
  return tv_call_source_has_calls (trace) && tv_trace_has_clock (trace, TV_CLOCK_CPU);
}

static char *
dup_weight (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return cell.is_null
             ? NULL
             : tv_weight_format_in_column (tv_session_get_sample_unit (session), cell.integer);
}

static gboolean
has_samples (TvTrace *trace)
{
  return tv_trace_has (trace, TV_HAS_STACK_SAMPLES);
}

/* Where it is not methods that are called, slices are not calls. */
typedef struct
{
  TvTableColumn column;
  const char *slice_title;       /* (nullable) */
  const char *slice_description; /* (nullable) */
  gboolean (*is_shown) (TvTrace *trace);
} Column;

static const Column columns[] = {
  { .column = { .name = "name",
                .title = N_("Thread"),
                .description = N_("The thread's id on the device and its name"),
                .dup_text = dup_thread,
                .width = TV_TABLE_COLUMN_FILL,
                .least_px = THREAD_LEAST_PX } },
  { .column = { .name = "process", .width = PROCESS_WIDTH_PX }, .is_shown = has_processes },
  { .column = { .name = "wall_ns", .title = N_("In calls ms") },
    .slice_description = N_("Wall time that the thread was in a slice"),
    .is_shown = has_wall_calls },
  { .column = { .name = "wall_pct" },
    .slice_description = N_("Wall time that the thread was in a slice, in percent of the range"),
    .is_shown = has_wall_calls },
  { .column = { .name = "cpu_ns", .title = N_("In calls ms CPU") },
    .slice_description = N_("CPU time of these slices"),
    .is_shown = has_cpu_calls },
  { .column = { .name = "calls", .description = N_("How many calls the thread has") },
    .slice_title = N_("Slices"),
    .slice_description = N_("How many slices the thread has"),
    .is_shown = tv_call_source_has_calls },
  { .column = { .name = "samples" }, .is_shown = has_samples },
  { .column = { .name = "weight", .dup_text = dup_weight, .widest = "99,999.999" },
    .is_shown = has_samples },
  { .column = { .name = "depth",
                .title = N_("Deepest"),
                .description = N_("How many calls its deepest stack has") },
    .slice_description = N_("How many slices lie in each other at most") },
  { .column = { .name = "first_ts",
                .title = N_("First use"),
                .description = N_("When it was first in a call or sampled"),
                .dup_text = tv_time_cell_dup_text,
                .widest = "999.999999 s" },
    .slice_description = N_("When it was first in a slice or sampled") },
  { .column = { .name = "last_ts",
                .title = N_("Last use"),
                .dup_text = tv_time_cell_dup_text,
                .widest = "999.999999 s" },
    .slice_description = N_("When it was last in a slice or sampled") },
};

/* Shows what the session's trace can fill, and begins with the busiest thread. */
void
tv_threads_columns_show (TvTableView *view, TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);
  gboolean names_methods = tv_trace_names_methods (trace);
  TvTableColumn shown[G_N_ELEMENTS (columns)];
  const char *sort = "samples";
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      if (columns[i].is_shown != NULL && !columns[i].is_shown (trace))
        continue;
      if (strcmp (columns[i].column.name, "weight") == 0 &&
          tv_session_get_call_source (session) == TV_CALLS_OF_SLICES)
        continue; /* of several kinds they are no sum */
      shown[n] = columns[i].column;
      if (strcmp (shown[n].name, "weight") == 0)
        {
          shown[n].title = tv_weight_unit_get_title (tv_session_get_sample_unit (session));
          shown[n].description = tv_weight_intern_description (
              N_("What its samples of %s weigh, in %s"), tv_session_get_trace (session),
              tv_session_get_call_source (session));
        }
      if (!names_methods && columns[i].slice_title != NULL)
        shown[n].title = columns[i].slice_title;
      if (!names_methods && columns[i].slice_description != NULL)
        shown[n].description = columns[i].slice_description;
      n++;
    }
  if (tv_call_source_has_calls (trace))
    sort = has_wall_calls (trace) ? "wall_ns" : "cpu_ns";
  tv_table_view_set_columns (view, &tv_thread_use_table.info, shown, n, session);
  tv_table_view_set_sort (view, sort, TRUE);
}

/* ---- Menu ---- */

/* Returns: (transfer full): what can be done with a row; "threads.…" is for the view to install */
GMenu *
tv_threads_menu_new (gpointer view, TvTableRow *row)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) filters = g_menu_new ();

  tv_popup_menu_append_with_why (filters, _("Filter to This T_hread"), "threads.filter", NULL,
                                 _("Only one thread is counted"));
  tv_popup_menu_append_with_why (filters, _("Count _All Threads"), "threads.count-all", NULL,
                                 _("All threads are counted"));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (filters));
  return menu;
}

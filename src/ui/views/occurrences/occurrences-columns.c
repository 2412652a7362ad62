/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns, cells and context menu of the list of calls. Part of the Occurrences view; its struct is in
 * occurrences-view-private.h. Only reads the view and its session. */

#include "ui/views/occurrences/occurrences-view-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/calls/occurrences.h"
#include "ui/kit/popup-menu.h"
#include "ui/kit/symbol-text.h"
#include "ui/kit/table/table-text.h"
#include "ui/views/symbol-menu.h"

#define TEXT_WIDTH_PX 200

#define UNFINISHED N_("unfinished")

static char *
dup_start (TvTable *table, guint32 row, guint column, gpointer view)
{
  TvOccurrencesView *self = view;

  return tv_table_text_dup_time (table, row, column, tv_session_get_time_base (self->session));
}

/* Returns: (nullable): name of the caller without its package, because the details show the package */
static char *
dup_caller (TvTable *table, guint32 row, guint column, gpointer view)
{
  TvSession *session = ((TvOccurrencesView *) view)->session;
  const TvSlices *slices = tv_trace_get_slices (tv_session_get_trace (session));
  GArray *rows = tv_occurrence_table_get_slices (TV_OCCURRENCE_TABLE (table));
  guint32 caller = tv_slices_parent (slices, g_array_index (rows, guint32, row));

  return caller != TV_NONE ? tv_symbol_text_dup_short (tv_session_get_profile (session),
                                                       tv_slices_symbol (slices, caller))
                           : NULL;
}

/* Returns whether the end of a call was not recorded. */
static gboolean
is_unfinished (TvTable *table, guint32 row)
{
  return tv_table_get_integer_of (table, row, "unfinished", 0) != 0;
}

/* Returns: (nullable): the time of a call, or a translated word if the call is unfinished */
static char *
dup_time (TvTable *table, guint32 row, guint column, gpointer view)
{
  char *text = tv_table_text_dup_cell (table, row, column);

  if (text == NULL || !is_unfinished (table, row))
    return text;
  g_free (text);
  return g_strdup (_ (UNFINISHED));
}

/* Returns the duration as a fraction of the longest finished call; -1 for an unfinished call, or if all durations are
 * 0 or unknown. */
static double
get_share (TvTable *table, guint32 row, guint column, gpointer view)
{
  const TvOccurrences *found = ((TvOccurrencesView *) view)->found;
  gint64 longest_ns = found != NULL ? tv_durations_get_percentile (found->durations, 100) : 0;
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return cell.is_null || longest_ns <= 0 || is_unfinished (table, row)
             ? -1.0
             : (double) cell.integer / (double) longest_ns;
}

/* Returns whether the thread was off the CPU for most of the call. */
static gboolean
is_mostly_off_cpu (TvTable *table, guint32 row, guint column, gpointer view)
{
  TvCell wall, cpu;

  tv_table_get_cell (table, row, (guint) tv_table_find_column (table, "wall_ns"), &wall);
  tv_table_get_cell (table, row, column, &cpu);
  return !wall.is_null && !cpu.is_null && !is_unfinished (table, row) &&
         tv_occurrence_is_mostly_off_cpu (wall.integer, cpu.integer);
}

void
tv_occurrences_view_show_columns (TvOccurrencesView *self)
{
  static const TvTableColumn columns[] = {
    { .name = "ts", .title = N_("Start"), .dup_text = dup_start, .widest = "999.999999 s" },
    { .name = "wall_ns", .dup_text = dup_time, .widest = UNFINISHED, .get_share = get_share },
    { .name = "cpu_ns",
      .dup_text = dup_time,
      .widest = UNFINISHED,
      .description =
          N_("CPU time of the thread during the slice, bold if the thread was mostly off-CPU; "
             "empty for slices without a thread"),
      .is_strong = is_mostly_off_cpu },
    { .name = "self_wall_ns", .dup_text = dup_time, .widest = UNFINISHED },
    { .name = "self_cpu_ns", .dup_text = dup_time, .widest = UNFINISHED },
    { .name = "depth" },
    { .name = "thread", .title = N_("Thread"), .width = TEXT_WIDTH_PX },
    { .name = "caller", .dup_text = dup_caller },
  };
  TvTrace *trace = tv_session_get_trace (self->session);
  TvTableColumn shown[G_N_ELEMENTS (columns)];
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (tv_trace_has_clock (trace, TV_CLOCK_WALL) || !strstr (columns[i].name, "wall"))
      if (tv_trace_has_clock (trace, TV_CLOCK_CPU) || !strstr (columns[i].name, "cpu"))
        shown[n++] = columns[i];
  for (guint i = 0; i < n && !tv_trace_has_clock (trace, TV_CLOCK_WALL); i++)
    if (g_str_equal (shown[i].name, "cpu_ns"))
      shown[i].get_share = get_share;
  tv_table_view_set_columns (self->table, &tv_occurrence_table_info, shown, n, self);
  tv_table_view_set_sort (self->table,
                          tv_trace_has_clock (trace, TV_CLOCK_WALL) ? "wall_ns" : "cpu_ns", TRUE);
}

/* Returns: (transfer full): context menu of a row */
GMenu *
tv_occurrences_view_make_menu (gpointer view, TvTableRow *row)
{
  TvSession *session = ((TvOccurrencesView *) view)->session;
  gboolean names_methods = tv_trace_names_methods (tv_session_get_trace (session));
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) steps = g_menu_new ();

  tv_popup_menu_append_with_why (steps, names_methods ? _("Ne_xt Call") : _("Ne_xt Slice"),
                                 "win.next-call", "period",
                                 _("The selection contains no calls of this symbol"));
  tv_popup_menu_append_with_why (steps, names_methods ? _("Pre_vious Call") : _("Pre_vious Slice"),
                                 "win.previous-call", "comma",
                                 _("The selection contains no calls of this symbol"));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (steps));
  tv_symbol_menu_append (menu, session, tv_session_get_selected_symbol (session));
  return menu;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Cells for changes since an earlier run. Called by profile-columns.c for each column of changes in a compared
 * profile. Stateless. */

#include "ui/views/profile/profile-changes.h"

#include <glib/gi18n.h>

#include "tables/method-profile.h"
#include "ui/kit/change-bar.h"
#include "ui/kit/table/table-text.h"

static char *
dup_change (TvTable *table, guint32 row, guint column, gpointer session)
{
  g_autofree char *text = tv_table_text_dup_cell (table, row, column);
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return cell.is_null ? NULL : tv_change_bar_dup_change (cell.integer, text);
}

static char *
dup_change_percent (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  if (!cell.is_null)
    return tv_change_bar_dup_percent (cell.real);
  return TV_IS_METHOD_PROFILE_TABLE (table) &&
                 !tv_method_profile_table_was_called (TV_METHOD_PROFILE_TABLE (table), row)
             ? g_strdup (_("new"))
             : NULL;
}

static GtkWidget *
new_bar (gpointer session)
{
  return tv_change_bar_new ();
}

/* Shows the change of a method as a bar. Rows below a method have no bar. */
static void
show_bar (GtkWidget *cell, TvTableRow *row, guint column)
{
  if (row != NULL && TV_IS_METHOD_PROFILE_TABLE (tv_table_row_get_table (row)))
    tv_change_bar_show_row (cell, row, column + TV_CHANGE_CHANGE);
  else
    tv_change_bar_set_share (TV_CHANGE_BAR (cell), 0.0);
}

static void
set_wall_bar (GtkWidget *cell, TvTableRow *row)
{
  show_bar (cell, row, TV_METHOD_PROFILE_INCL_WALL_CHANGES);
}

static void
set_cpu_bar (GtkWidget *cell, TvTableRow *row)
{
  show_bar (cell, row, TV_METHOD_PROFILE_INCL_CPU_CHANGES);
}

/**
 * tv_profile_changes_describe:
 * @column: column of changes in a compared profile
 * @described: (inout): description of the column
 *
 * Sets the presentation of a column of changes: the trend of the inclusive time is a bar, other changes are text.
 */
void
tv_profile_changes_describe (guint column, TvTableColumn *described)
{
  switch ((column - TV_METHOD_PROFILE_INCL_CPU_CHANGES) % TV_N_CHANGE_PARTS)
    {
    case TV_CHANGE_CHANGE:
      described->dup_text = dup_change;
      break;
    case TV_CHANGE_PERCENT:
      described->dup_text = dup_change_percent;
      described->has_no_bar = TRUE;
      break;
    default:
      break;
    }
  if (column != TV_METHOD_PROFILE_INCL_WALL_CHANGES + TV_CHANGE_TREND &&
      column != TV_METHOD_PROFILE_INCL_CPU_CHANGES + TV_CHANGE_TREND)
    return;
  described->width = TV_CHANGE_BAR_PX;
  described->new_cell = new_bar;
  described->set_row = column < TV_METHOD_PROFILE_INCL_WALL_CHANGES ? set_cpu_bar : set_wall_bar;
  described->description = N_("Change in time, relative to the largest change");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* List of all search hits; a popover of the search bar. Makes a new table from the finder's hits each time it opens.
 * Choosing a hit calls tv_search_finder_go_to(). */

#include "ui/views/search/search-list.h"

#include <glib/gi18n.h>

#include "tables/search-hit-table.h"
#include "ui/kit/table/table-view.h"
#include "ui/views/time-cell.h"

#define WIDTH_PX        640
#define ROW_PX          24
#define HEADER_PX       30
#define MIN_ROWS        3
#define MAX_ROWS        14
#define NAME_MIN_PX     240
#define KIND_WIDTH_PX   80
#define THREAD_WIDTH_PX 170

struct _TvSearchList
{
  GtkPopover parent_instance;

  TvSession *session;
  TvSearchFinder *finder;
  TvTableView *table;
};

G_DEFINE_FINAL_TYPE (TvSearchList, tv_search_list, GTK_TYPE_POPOVER)

static void
go_to (TvSearchList *self, guint row)
{
  gtk_popover_popdown (GTK_POPOVER (self));
  tv_search_finder_go_to (self->finder, row);
}

/* Goes to the clicked hit. The arrow keys only change the selected row. */
static void
on_released (GtkGestureClick *gesture, int n_presses, double x, double y, TvSearchList *self)
{
  guint position = tv_table_view_pick (self->table, x, y);

  if (position != GTK_INVALID_LIST_POSITION)
    go_to (self, tv_table_model_get_row (tv_table_view_get_model (self->table), position));
}

static void
show_columns (TvSearchList *self)
{
  static const TvTableColumn columns[] = {
    { .name = "name", .width = TV_TABLE_COLUMN_FILL, .min_px = NAME_MIN_PX },
    { .name = "kind", .width = KIND_WIDTH_PX },
    { .name = "owner", .width = THREAD_WIDTH_PX },
    { .name = "ts",
      .title = N_("Time"),
      .dup_text = tv_time_cell_dup_text,
      .widest = "999.999999 s" },
  };

  tv_table_view_set_columns (self->table, &tv_search_hit_table_info, columns,
                             G_N_ELEMENTS (columns), self->session);
}

/* Shows all hits. Selects the current hit; if there is none, the first hit after the position from which the search
 * continues, or else the last hit. */
static void
fill (TvSearchList *self)
{
  TvHits *hits = tv_search_finder_get_hits (self->finder);
  guint32 n = hits != NULL ? tv_hits_get_n (hits) : 0, index;
  g_autoptr (TvTable) table = NULL;

  if (n == 0)
    {
      tv_table_view_set_table (self->table, NULL);
      return;
    }
  table = tv_search_hit_table_new (tv_session_get_trace (self->session), hits);
  gtk_widget_set_size_request (GTK_WIDGET (self->table), WIDTH_PX,
                               HEADER_PX + ROW_PX * (int) CLAMP (n, MIN_ROWS, MAX_ROWS));
  tv_table_view_set_table (self->table, table);
  index = tv_search_finder_find_index (self->finder);
  tv_table_view_select_row (self->table, index);
  tv_table_view_reveal (self->table, index);
}

static void
tv_search_list_map (GtkWidget *widget)
{
  TvSearchList *self = TV_SEARCH_LIST (widget);

  fill (self);
  GTK_WIDGET_CLASS (tv_search_list_parent_class)->map (widget);
  gtk_widget_grab_focus (tv_table_view_get_list (self->table));
}

static void
tv_search_list_dispose (GObject *object)
{
  TvSearchList *self = TV_SEARCH_LIST (object);

  g_clear_object (&self->session);
  g_clear_object (&self->finder);
  G_OBJECT_CLASS (tv_search_list_parent_class)->dispose (object);
}

static void
tv_search_list_class_init (TvSearchListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_search_list_dispose;
  GTK_WIDGET_CLASS (klass)->map = tv_search_list_map;
}

static void
tv_search_list_init (TvSearchList *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  tv_table_view_set_name (self->table, _("Search Results"));
  g_signal_connect_swapped (self->table, "row-activated", G_CALLBACK (go_to), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (tv_table_view_get_list (self->table), GTK_EVENT_CONTROLLER (click));
  gtk_popover_set_child (GTK_POPOVER (self), GTK_WIDGET (self->table));
  gtk_widget_add_css_class (GTK_WIDGET (self), "search-list");
}

GtkWidget *
tv_search_list_new (TvSession *session, TvSearchFinder *finder)
{
  TvSearchList *self = g_object_new (TV_TYPE_SEARCH_LIST, NULL);

  self->session = g_object_ref (session);
  self->finder = g_object_ref (finder);
  show_columns (self);
  return GTK_WIDGET (self);
}

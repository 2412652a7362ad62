/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/search-hit-table.h"

#include <glib/gi18n.h>

/* Shows the hits of a search as a table. Created only by the list of search results (ui/views/search/search-list.c);
 * not listed in tables.c. Holds references to the hits and the trace; cells only read them. */

enum
{
  HIT_TS,
  HIT_KIND,
  HIT_NAME,
  HIT_OWNER,
  N_HIT_COLUMNS,
};

static const TvColumn columns[N_HIT_COLUMNS] = {
  [HIT_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Start of the slice, time of the event, first value of the counter, or first activity of "
       "the thread or process, on the trace’s clock"),
  },
  [HIT_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("Kind of hit: process, thread, counter, slice or event"),
  },
  [HIT_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the hit; for an event, followed by its arguments"),
  },
  [HIT_OWNER] = {
    "owner", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Thread"),
    N_("Thread that the hit belongs to; if there is none, its process or CPU"),
  },
};

const TvTableInfo tv_search_hit_table_info = {
  "search_hit", N_("A search hit"), columns, N_HIT_COLUMNS, FALSE,
};

struct _TvSearchHitTable
{
  TvTable parent_instance;

  TvTrace *trace;
  TvHits *hits;
};

G_DEFINE_FINAL_TYPE (TvSearchHitTable, tv_search_hit_table, TV_TYPE_TABLE)

/* Returns the translated name of a kind of hit. */
const char *
tv_search_hit_get_kind (TvHitKind kind)
{
  static const char *const kinds[TV_N_HIT_KINDS] = {
    [TV_HIT_PROCESS] = N_("Process"), [TV_HIT_THREAD] = N_("Thread"),
    [TV_HIT_COUNTER] = N_("Counter"), [TV_HIT_SLICE] = N_("Slice"),
    [TV_HIT_EVENT] = N_("Event"),
  };

  g_return_val_if_fail (kind < TV_N_HIT_KINDS, "");
  return _ (kinds[kind]);
}

static const TvTableInfo *
tv_search_hit_table_get_info (TvTable *table)
{
  return &tv_search_hit_table_info;
}

static guint32
tv_search_hit_table_get_n_rows (TvTable *table)
{
  return tv_hits_get_n (TV_SEARCH_HIT_TABLE (table)->hits);
}

static void
tv_search_hit_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvSearchHitTable *self = TV_SEARCH_HIT_TABLE (table);
  TvHit hit = tv_hits_get (self->hits, row);

  switch (column)
    {
    case HIT_TS:
      tv_cell_set_integer (cell, hit.ts_ns);
      break;
    case HIT_KIND:
      tv_cell_set_text (cell, tv_search_hit_get_kind (hit.kind));
      break;
    case HIT_NAME:
      tv_cell_take_text (cell, tv_hit_dup_name (self->trace, hit.kind, hit.id));
      break;
    case HIT_OWNER:
      tv_cell_take_text (cell, tv_hit_dup_owner (self->trace, hit.kind, hit.id));
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Sorts rows with equal keys by time. */
static const TvTableTie *
tv_search_hit_table_get_ties (TvTable *table)
{
  static const TvTableTie ties[TV_TABLE_MAX_TIES] = { { "ts", FALSE } };

  return ties;
}

static void
tv_search_hit_table_finalize (GObject *object)
{
  TvSearchHitTable *self = TV_SEARCH_HIT_TABLE (object);

  g_clear_object (&self->trace);
  g_clear_pointer (&self->hits, tv_hits_unref);
  G_OBJECT_CLASS (tv_search_hit_table_parent_class)->finalize (object);
}

static void
tv_search_hit_table_class_init (TvSearchHitTableClass *class)
{
  TvTableClass *table_class = TV_TABLE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tv_search_hit_table_finalize;
  table_class->get_info = tv_search_hit_table_get_info;
  table_class->get_n_rows = tv_search_hit_table_get_n_rows;
  table_class->get_cell = tv_search_hit_table_get_cell;
  table_class->get_ties = tv_search_hit_table_get_ties;
}

static void
tv_search_hit_table_init (TvSearchHitTable *self)
{
}

/* Returns: (transfer full): a table of search hits; it keeps a reference to @hits */
TvTable *
tv_search_hit_table_new (TvTrace *trace, TvHits *hits)
{
  TvSearchHitTable *self = g_object_new (TV_TYPE_SEARCH_HIT_TABLE, NULL);

  self->trace = g_object_ref (trace);
  self->hits = tv_hits_ref (hits);
  return TV_TABLE (self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/bundle-hit-table.h"

#include <glib/gi18n.h>

/* Implements the table of matching lines in a folder, an archive or a bug report. Independent of traces: the caller
 * owns the bundle and adds the rows. Filled by `tracedump members` and by the search in a bundle; tables.c lists the
 * table and opens it without rows. The table copies strings. */

enum
{
  HIT_NAME,
  HIT_LINE,
  HIT_TEXT,
  N_HIT_COLUMNS,
};

static const TvColumn columns[N_HIT_COLUMNS] = {
  [HIT_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("File or Section"),
    N_("Name of the file or section that contains the line, to be used with --member; empty for "
       "lines before the first section of a bug report"),
  },
  [HIT_LINE] = {
    "line", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Line"),
    N_("Line number in the file or section, from 1; empty if the name itself matches"),
  },
  [HIT_TEXT] = {
    "text", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Text"),
    N_("The line or, if the name matches, the name; long lines are shortened to the text around "
       "the match"),
  },
};

const TvTableInfo tv_bundle_hit_table_info = {
  "bundle_hit", N_("A line found by a search of all files and sections"), columns, N_HIT_COLUMNS,
  FALSE
};

/* A row. The table owns the strings. */
typedef struct
{
  const char *name;
  guint64 line;
  const char *text;
} HitRow;

struct _TvBundleHitTable
{
  TvTable parent_instance;

  GArray *rows; /* (element-type HitRow) */
  GStringChunk *texts;
};

G_DEFINE_FINAL_TYPE (TvBundleHitTable, tv_bundle_hit_table, TV_TYPE_TABLE)

static const TvTableInfo *
get_info (TvTable *table)
{
  return &tv_bundle_hit_table_info;
}

static guint32
get_n_rows (TvTable *table)
{
  return TV_BUNDLE_HIT_TABLE (table)->rows->len;
}

static void
get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  const HitRow *hit = &g_array_index (TV_BUNDLE_HIT_TABLE (table)->rows, HitRow, row);

  switch (column)
    {
    case HIT_NAME:
      tv_cell_set_text (cell, *hit->name != '\0' ? hit->name : NULL);
      break;
    case HIT_LINE:
      if (hit->line > 0)
        tv_cell_set_integer (cell, (gint64) hit->line);
      break;
    case HIT_TEXT:
      tv_cell_set_text (cell, hit->text);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
tv_bundle_hit_table_finalize (GObject *object)
{
  TvBundleHitTable *self = TV_BUNDLE_HIT_TABLE (object);

  g_array_unref (self->rows);
  g_string_chunk_free (self->texts);
  G_OBJECT_CLASS (tv_bundle_hit_table_parent_class)->finalize (object);
}

static void
tv_bundle_hit_table_class_init (TvBundleHitTableClass *class)
{
  TvTableClass *table_class = TV_TABLE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tv_bundle_hit_table_finalize;
  table_class->get_info = get_info;
  table_class->get_n_rows = get_n_rows;
  table_class->get_cell = get_cell;
}

static void
tv_bundle_hit_table_init (TvBundleHitTable *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (HitRow));
  self->texts = g_string_chunk_new (4096);
}

/* Returns: (transfer full): an empty table */
TvBundleHitTable *
tv_bundle_hit_table_new (void)
{
  return g_object_new (TV_TYPE_BUNDLE_HIT_TABLE, NULL);
}

/**
 * tv_bundle_hit_table_add:
 * @self: a table that no view shows yet
 * @row: a row; its strings are copied
 *
 * Appends a row.
 */
void
tv_bundle_hit_table_add (TvBundleHitTable *self, const TvBundleHitRow *row)
{
  HitRow hit = { g_string_chunk_insert_const (self->texts, row->name), row->line,
                 g_string_chunk_insert (self->texts, row->text) };

  g_array_append_val (self->rows, hit);
}

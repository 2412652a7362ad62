/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/bundle-member-table.h"

#include <glib/gi18n.h>

/* Implements the table of members of a folder, an archive or a bug report. Independent of traces: the caller owns the
 * bundle and adds the rows. Filled by cli/bundle-findings.c for `tracedump table bundle_member`; tables.c opens it
 * without rows. The table takes ownership of the strings. */

enum
{
  MEMBER_KIND,
  MEMBER_SIZE,
  MEMBER_MODIFIED,
  MEMBER_NAME,
  MEMBER_TITLE,
  MEMBER_TIME,
  MEMBER_PROCESS,
  MEMBER_GRAVITY,
  MEMBER_FINDING,
  N_MEMBER_COLUMNS,
};

static const TvColumn columns[N_MEMBER_COLUMNS] = {
  [MEMBER_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("Whether the member can be opened: trace, perhaps, text, other or locked"),
  },
  [MEMBER_SIZE] = {
    "size", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Size"),
    N_("Size in bytes"),
  },
  [MEMBER_MODIFIED] = {
    "modified", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Modified"),
    N_("Time of the last modification; for a section of a bug report, on the device’s wall clock"),
  },
  [MEMBER_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the member, to be used with --member"),
  },
  [MEMBER_TITLE] = {
    "title", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Title"),
    N_("Description"),
  },
  [MEMBER_TIME] = {
    "time", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Time"),
    N_("Start time, on the device’s wall clock"),
  },
  [MEMBER_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process"),
    N_("Process that the finding is about"),
  },
  [MEMBER_GRAVITY] = {
    "gravity", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Severity"),
    N_("Severity of the finding: wrong, doubtful, fine or nothing"),
  },
  [MEMBER_FINDING] = {
    "finding", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Finding"),
    N_("Finding: summary of the content or of the diagnosis"),
  },
};

const TvTableInfo tv_bundle_member_table_info = {
  "bundle_member", N_("A file in a folder, zip or tar, or a section of a bug report"), columns,
  N_MEMBER_COLUMNS, FALSE
};

struct _TvBundleMemberTable
{
  TvTable parent_instance;

  GArray *rows; /* (element-type TvBundleMemberRow) */
};

G_DEFINE_FINAL_TYPE (TvBundleMemberTable, tv_bundle_member_table, TV_TYPE_TABLE)

static void
clear_row (gpointer data)
{
  TvBundleMemberRow *row = data;

  g_free (row->kind);
  g_free (row->modified);
  g_free (row->name);
  g_free (row->title);
  g_free (row->time);
  g_free (row->process);
  g_free (row->gravity);
  g_free (row->finding);
}

static const TvTableInfo *
get_info (TvTable *table)
{
  return &tv_bundle_member_table_info;
}

static guint32
get_n_rows (TvTable *table)
{
  return TV_BUNDLE_MEMBER_TABLE (table)->rows->len;
}

static void
get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  const TvBundleMemberRow *member = &g_array_index (TV_BUNDLE_MEMBER_TABLE (table)->rows,
                                                    TvBundleMemberRow, row);
  const char *const texts[N_MEMBER_COLUMNS] = {
    [MEMBER_KIND] = member->kind,       [MEMBER_MODIFIED] = member->modified,
    [MEMBER_NAME] = member->name,       [MEMBER_TITLE] = member->title,
    [MEMBER_TIME] = member->time,       [MEMBER_PROCESS] = member->process,
    [MEMBER_GRAVITY] = member->gravity, [MEMBER_FINDING] = member->finding,
  };

  if (column != MEMBER_SIZE)
    tv_cell_set_text (cell, texts[column] != NULL && *texts[column] != '\0' ? texts[column] : NULL);
  else if (member->size >= 0)
    tv_cell_set_integer (cell, member->size);
}

static void
tv_bundle_member_table_finalize (GObject *object)
{
  g_array_unref (TV_BUNDLE_MEMBER_TABLE (object)->rows);
  G_OBJECT_CLASS (tv_bundle_member_table_parent_class)->finalize (object);
}

static void
tv_bundle_member_table_class_init (TvBundleMemberTableClass *class)
{
  TvTableClass *table_class = TV_TABLE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tv_bundle_member_table_finalize;
  table_class->get_info = get_info;
  table_class->get_n_rows = get_n_rows;
  table_class->get_cell = get_cell;
}

static void
tv_bundle_member_table_init (TvBundleMemberTable *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (TvBundleMemberRow));
  g_array_set_clear_func (self->rows, clear_row);
}

/* Returns: (transfer full): an empty table */
TvBundleMemberTable *
tv_bundle_member_table_new (void)
{
  return g_object_new (TV_TYPE_BUNDLE_MEMBER_TABLE, NULL);
}

/**
 * tv_bundle_member_table_add:
 * @self: a table that no view shows yet
 * @row: (inout): a row; the table takes ownership of the strings, and @row is reset
 *
 * Appends a row.
 */
void
tv_bundle_member_table_add (TvBundleMemberTable *self, TvBundleMemberRow *row)
{
  g_array_append_val (self->rows, *row);
  *row = (TvBundleMemberRow){ .size = -1 };
}

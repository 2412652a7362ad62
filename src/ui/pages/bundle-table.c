/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/bundle-table.h"

#include <glib/gi18n.h>

#define TV_TYPE_BUNDLE_TABLE (tv_bundle_table_get_type ())
G_DECLARE_FINAL_TYPE (TvBundleTable, tv_bundle_table, TV, BUNDLE_TABLE, TvTable)

struct _TvBundleTable
{
  TvTable parent_instance;

  TvBundle *bundle;
};

G_DEFINE_FINAL_TYPE (TvBundleTable, tv_bundle_table, TV_TYPE_TABLE)

enum
{
  KIND,
  NAME,
  TITLE,
  MODIFIED,
  SIZE,
};

static const TvColumn columns[] = {
  [KIND] = { "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
             N_("Whether it can be opened, for a timeline with others too") },
  [NAME] = { "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
             N_("What the file is called, with its folders") },
  [TITLE] = { "title", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Content"),
              N_("What the file looks like by its beginning") },
  [MODIFIED] = { "modified", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Modified"),
                 N_("When the file was last written to, as the archive tells") },
  [SIZE] = { "size", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Bytes"),
             N_("How large the file is when unpacked") },
};

static const TvTableInfo info = {
  .name = "member",
  .description = N_("A file in a folder, zip or tar"),
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
};

static const TvTableInfo *
tv_bundle_table_get_info (TvTable *table)
{
  return &info;
}

static guint32
tv_bundle_table_get_n_rows (TvTable *table)
{
  guint n;

  tv_bundle_get_members (TV_BUNDLE_TABLE (table)->bundle, &n);
  return n;
}

/* What the row is. */
const TvMember *
tv_bundle_table_get_member (TvTable *table, guint32 row)
{
  guint n;
  const TvMember *members = tv_bundle_get_members (TV_BUNDLE_TABLE (table)->bundle, &n);

  g_return_val_if_fail (row < n, NULL);
  return &members[row];
}

static void
tv_bundle_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  const TvMember *member = tv_bundle_table_get_member (table, row);

  switch (column)
    {
    case KIND:
      tv_cell_set_text (cell, tv_member_kind_name (member->kind));
      break;
    case NAME:
      tv_cell_set_text (cell, member->name);
      break;
    case TITLE:
      tv_cell_set_text (cell, member->title);
      break;
    case MODIFIED:
      if (member->modified_s >= 0)
        {
          g_autoptr (GDateTime) date = g_date_time_new_from_unix_local (member->modified_s);

          if (date != NULL)
            tv_cell_take_text (cell, g_date_time_format (date, "%F %T"));
        }
      break;
    case SIZE:
    default:
      if (member->size >= 0)
        tv_cell_set_integer (cell, member->size);
    }
}

/* By content, what can be opened comes first. */
static gboolean
tv_bundle_table_get_place (TvTable *table, guint32 row, guint column, guint64 *place)
{
  const TvMember *member = tv_bundle_table_get_member (table, row);

  if (column == MODIFIED)
    *place = (guint64) MAX (member->modified_s, 0);
  else
    *place = member->kind;
  return column == TITLE || column == MODIFIED || column == KIND;
}

static void
tv_bundle_table_finalize (GObject *object)
{
  tv_bundle_free (TV_BUNDLE_TABLE (object)->bundle);
  G_OBJECT_CLASS (tv_bundle_table_parent_class)->finalize (object);
}

static void
tv_bundle_table_class_init (TvBundleTableClass *klass)
{
  TvTableClass *table_class = TV_TABLE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_bundle_table_finalize;
  table_class->get_info = tv_bundle_table_get_info;
  table_class->get_n_rows = tv_bundle_table_get_n_rows;
  table_class->get_cell = tv_bundle_table_get_cell;
  table_class->get_place = tv_bundle_table_get_place;
}

static void
tv_bundle_table_init (TvBundleTable *self)
{
}

/**
 * tv_bundle_table_new:
 * @bundle: (transfer full): whose files are listed
 *
 * Returns: (transfer full): its table
 */
TvTable *
tv_bundle_table_new (TvBundle *bundle)
{
  TvBundleTable *self = g_object_new (TV_TYPE_BUNDLE_TABLE, NULL);

  self->bundle = bundle;
  return TV_TABLE (self);
}

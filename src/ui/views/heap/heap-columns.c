/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of the lists of classes, objects and paths in a Java heap. Used by heap-view.c and heap-select.c. Constant
 * descriptions, and functions for the text of cells, which only read the table and the view's TvHeapTotal. */

#include "ui/views/heap/heap-columns.h"

#include <glib/gi18n.h>
#include <string.h>

#include "core/heap-graphs.h"
#include "ui/kit/change-bar.h"
#include "ui/kit/table/table-text.h"

/* ---- Strings ---- */

/* Returns: (transfer full): a name that distinguishes an object from the others of its class: its id, because dumps
 * contain no field values */
char *
tv_heap_dup_object_name (guint32 object)
{
  return g_strdup_printf ("#%u", object);
}

/* Returns: (transfer full) (nullable): label of a root type. @root: (nullable): name of the type in tables */
static char *
dup_root_label (const char *root)
{
  static const char *const labels[TV_N_HEAP_ROOTS] = {
    [TV_HEAP_ROOT_JNI_GLOBAL] = N_("JNI global reference"),
    [TV_HEAP_ROOT_JNI_LOCAL] = N_("JNI local reference"),
    [TV_HEAP_ROOT_JAVA_FRAME] = N_("stack of a thread"),
    [TV_HEAP_ROOT_NATIVE_STACK] = N_("native stack"),
    [TV_HEAP_ROOT_STICKY_CLASS] = N_("system class"),
    [TV_HEAP_ROOT_THREAD_BLOCK] = N_("thread block"),
    [TV_HEAP_ROOT_MONITOR_USED] = N_("lock in use"),
    [TV_HEAP_ROOT_THREAD_OBJECT] = N_("thread"),
    [TV_HEAP_ROOT_INTERNED_STRING] = N_("interned string"),
    [TV_HEAP_ROOT_FINALIZING] = N_("finalizer"),
    [TV_HEAP_ROOT_DEBUGGER] = N_("debugger"),
    [TV_HEAP_ROOT_REFERENCE_CLEANUP] = N_("reference cleanup"),
    [TV_HEAP_ROOT_VM_INTERNAL] = N_("virtual machine"),
    [TV_HEAP_ROOT_JNI_MONITOR] = N_("JNI lock"),
    [TV_HEAP_ROOT_UNKNOWN] = N_("root"),
  };

  for (int i = TV_HEAP_ROOT_NONE + 1; root != NULL && i < TV_N_HEAP_ROOTS; i++)
    if (g_str_equal (root, tv_heap_root_name ((TvHeapRoot) i)))
      return g_strdup (_ (labels[i]));
  return NULL;
}

/* ---- Cells ---- */

static double
get_share (TvTable *table, guint32 row, guint column, gpointer data)
{
  const TvHeapTotal *total = data;
  gint64 value;

  return tv_table_get_integer (table, row, (int) column, &value) && total->bytes > 0
             ? CLAMP ((double) value / (double) total->bytes, 0.0, 1.0)
             : -1.0;
}

static char *
dup_change (TvTable *table, guint32 row, guint column, gpointer total)
{
  g_autofree char *text = tv_table_text_dup_cell (table, row, column);
  gint64 value;

  return tv_table_get_integer (table, row, (int) column, &value)
             ? tv_change_bar_dup_change (value, text)
             : NULL;
}

static char *
dup_object (TvTable *table, guint32 row, guint column, gpointer total)
{
  gint64 value;

  return tv_table_get_integer (table, row, (int) column, &value)
             ? tv_heap_dup_object_name ((guint32) value)
             : NULL;
}

static gboolean
is_garbage (TvTable *table, guint32 row, guint column, gpointer total)
{
  gint64 is_reachable;

  return tv_table_get_integer (table, row, tv_table_find_column (table, "reachable"),
                               &is_reachable) &&
         !is_reachable;
}

/* Returns the type of an object's root, or “garbage” if the object is unreachable. */
static char *
dup_root (TvTable *table, guint32 row, guint column, gpointer total)
{
  TvCell cell;
  char *label;

  if (is_garbage (table, row, column, total))
    return g_strdup (_("garbage"));
  tv_table_get_cell (table, row, column, &cell);
  label = dup_root_label (cell.text);
  tv_cell_clear (&cell);
  return label;
}

/* Returns the reference that leads to a step of a path: for the first step the type of the root, for others the name
 * of the field without its class, or a placeholder for the element of an array. */
static char *
dup_step (TvTable *table, guint32 row, guint column, gpointer total)
{
  g_autofree char *root = tv_table_dup_text_of (table, row, "root_type");
  g_autofree char *field = tv_table_dup_text_of (table, row, "field_name");
  const char *dot = field != NULL ? strrchr (field, '.') : NULL;

  if (row == 0)
    return dup_root_label (root);
  if (field == NULL)
    /* Translators: a reference that is an element of an array instead of a field */
    return g_strdup (_("[element]"));
  return g_strdup (dot != NULL ? dot + 1 : field);
}

/* Returns the name of a class without packages, because classes on a path are mostly from the same package. */
static char *
dup_class (TvTable *table, guint32 row, guint column, gpointer total)
{
  g_autofree char *name = tv_table_dup_text_of (table, row, "class");
  GString *text = g_string_new (NULL);
  gsize word = 0;

  for (const char *at = name; at != NULL && *at != '\0'; at++)
    {
      if (*at == '.')
        {
          g_string_truncate (text, word);
          continue;
        }
      g_string_append_c (text, *at);
      if (strchr ("<>[], ", *at) != NULL)
        word = text->len;
    }
  return g_string_free (text, FALSE);
}

/* ---- Columns ---- */

static const TvTableColumn classes[] = {
  { .name = "class", .width = TV_TABLE_COLUMN_FILL, .min_px = 200, .is_needed = TRUE },
  { .name = "object_count", .widest = "9,999,999" },
  { .name = "self_size", .widest = "999,999,999", .has_no_bar = TRUE },
  { .name = "native_size",

    .widest = "999,999,999",
    .has_no_bar = TRUE,
    .is_extra = TRUE },
  { .name = "retained_size",

    .widest = "999,999,999",
    .get_share = get_share },
  { .name = "unreachable_count", .widest = "9,999,999", .is_extra = TRUE },
  { .name = "kind", .is_extra = TRUE },
  { .name = "location", .width = 240, .is_extra = TRUE },
  { .name = "name", .width = 200, .is_extra = TRUE },
};

static const TvTableColumn changes[] = {
  { .name = "name", .width = TV_TABLE_COLUMN_FILL, .min_px = 200, .is_needed = TRUE },
  { .name = "object_count_change", .dup_text = dup_change, .widest = "▲ +999,999" },
  { .name = "self_size_change", .dup_text = dup_change, .widest = "▲ +999,999,999" },
  { .name = "retained_size_change", .dup_text = dup_change, .widest = "▲ +999,999,999" },
  { .name = "object_count", .widest = "9,999,999" },
  { .name = "self_size", .widest = "999,999,999", .is_extra = TRUE },
  { .name = "retained_size", .widest = "999,999,999" },
  { .name = "object_count_before", .widest = "9,999,999", .is_extra = TRUE },
  { .name = "self_size_before", .widest = "999,999,999", .is_extra = TRUE },
  { .name = "retained_size_before",

    .widest = "999,999,999",
    .is_extra = TRUE },
};

static const TvTableColumn objects[] = {
  { .name = "id",
    .title = N_("Object"),
    .dup_text = dup_object,
    .widest = "#99999999",
    .is_dim = is_garbage },
  { .name = "self_size", .widest = "999,999,999", .is_dim = is_garbage },
  { .name = "native_size",

    .widest = "999,999,999",
    .is_dim = is_garbage,
    .is_extra = TRUE },
  { .name = "retained_size",

    .widest = "999,999,999",
    .get_share = get_share,
    .is_dim = is_garbage },
  { .name = "root_type",
    .dup_text = dup_root,
    .is_dim = is_garbage,
    .width = TV_TABLE_COLUMN_FILL,
    .min_px = 120 },
  { .name = "reachable", .is_extra = TRUE },
  { .name = "heap_type", .is_extra = TRUE },
  { .name = "dominator_id", .dup_text = dup_object, .is_extra = TRUE },
};

static const TvTableColumn path[] = {
  { .name = "field_name",
    .title = N_("Kept by"),
    .description =
        N_("Why the root is kept; in other rows, the field of the previous object that refers to "
           "this object"),
    .dup_text = dup_step,
    .width = 140 },
  { .name = "class",
    .dup_text = dup_class,
    .width = TV_TABLE_COLUMN_FILL,
    .min_px = 140,
    .is_needed = TRUE },
  { .name = "retained_size", .widest = "999,999,999" },
  { .name = "self_size", .widest = "999,999,999", .is_extra = TRUE },
  { .name = "id", .dup_text = dup_object, .widest = "#99999999", .is_extra = TRUE },
};

const TvTableColumn *
tv_heap_class_columns (guint *n)
{
  *n = G_N_ELEMENTS (classes);
  return classes;
}

const TvTableColumn *
tv_heap_change_columns (guint *n)
{
  *n = G_N_ELEMENTS (changes);
  return changes;
}

const TvTableColumn *
tv_heap_object_columns (guint *n)
{
  *n = G_N_ELEMENTS (objects);
  return objects;
}

const TvTableColumn *
tv_heap_path_columns (guint *n)
{
  *n = G_N_ELEMENTS (path);
  return path;
}

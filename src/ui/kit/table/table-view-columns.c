/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which columns are shown, of those that a view offers, and in which order:
 *
 *   offered ─┬─ as they are ────────────────┐
 *            ├─ those of a preset ──────────┼─▶ shown
 *            └─ those of the user's choice ─┘     ▲ menu of the headings, or a heading that is dragged
 */

#include "ui/kit/table/table-view-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ui/kit/gtk48/column-heads.h"
#include "ui/kit/table/table-measure.h"
#include "ui/kit/table/table-text.h"

static const TvTableColumn *
get_offered (TvTableView *self, guint i)
{
  return &g_array_index (self->offered, TvTableColumn, i);
}

static const TvTableColumn *
find_offered (TvTableView *self, const char *name)
{
  for (guint i = 0; i < self->offered->len; i++)
    if (g_str_equal (get_offered (self, i)->name, name))
      return get_offered (self, i);
  return NULL;
}

/* (nullable): the preset that is shown */
static const TvColumnPreset *
find_preset (TvTableView *self)
{
  for (guint i = 0; i < self->presets->len; i++)
    {
      const TvColumnPreset *preset = self->presets->pdata[i];

      if (g_str_equal (preset->id, self->preset))
        return preset;
    }
  return NULL;
}

/* ---- What is shown ---- */

static gboolean
is_listed (const GArray *shown, const char *name)
{
  for (guint i = 0; i < shown->len; i++)
    if (g_str_equal (g_array_index (shown, TvTableColumn, i).name, name))
      return TRUE;
  return FALSE;
}

/* Those that a list names, and which are there whatever it names. */
static GArray *
list_named (TvTableView *self, const char *const *names)
{
  GArray *shown = g_array_new (FALSE, FALSE, sizeof (TvTableColumn));

  for (guint i = 0; i < self->offered->len; i++)
    if (get_offered (self, i)->is_needed && !g_strv_contains (names, get_offered (self, i)->name))
      g_array_append_val (shown, *get_offered (self, i));
  for (guint i = 0; names[i] != NULL; i++)
    {
      const TvTableColumn *column = find_offered (self, names[i]);

      if (column != NULL && !is_listed (shown, column->name))
        g_array_append_val (shown, *column);
    }
  return shown;
}

static GArray *
list_usual (TvTableView *self)
{
  GArray *shown = g_array_new (FALSE, FALSE, sizeof (TvTableColumn));

  for (guint i = 0; i < self->offered->len; i++)
    if (!get_offered (self, i)->is_extra)
      g_array_append_val (shown, *get_offered (self, i));
  return shown;
}

/* What a choice leaves of what is offered; a choice that fits nothing is none. */
static GArray *
list_shown (TvTableView *self)
{
  const TvColumnPreset *preset = find_preset (self);
  GArray *shown = NULL;

  if (g_str_equal (self->preset, TV_COLUMNS_OWN))
    {
      g_auto (GStrv) own = tv_column_choice_dup_own (self->info->name);

      shown = list_named (self, (const char *const *) own);
    }
  else if (preset != NULL)
    shown = list_named (self, (const char *const *) preset->columns);
  if (shown != NULL && shown->len > 0)
    return shown;
  if (shown != NULL)
    g_array_unref (shown);
  return list_usual (self);
}

/* Where all are of one group, headings need not say which. */
static void
shorten_titles (GArray *shown)
{
  guint group = 0;

  for (guint i = 0; i < shown->len; i++)
    {
      const TvTableColumn *column = &g_array_index (shown, TvTableColumn, i);

      if (column->group != 0 && group != 0 && column->group != group)
        return;
      group = MAX (group, column->group);
    }
  for (guint i = 0; i < shown->len; i++)
    {
      TvTableColumn *column = &g_array_index (shown, TvTableColumn, i);

      if (column->plain_title != NULL)
        column->title = column->plain_title;
    }
}

/* Makes the columns anew, sorted as they were. */
static void
show_columns (TvTableView *self)
{
  g_autoptr (GArray) shown = list_shown (self);
  TvTable *table = tv_table_model_get_table (self->model);
  GtkColumnViewColumn *sorted;

  shorten_titles (shown);
  self->is_changing_columns = TRUE; /* the sorter changes with each of them that goes */
  tv_table_columns_add (self->view, self->info, (const TvTableColumn *) shown->data, shown->len,
                        self->columns_data);
  if (self->is_sortable)
    tv_table_columns_make_sortable (self->view, self->info);
  sorted = self->is_sortable && self->sort_column != TV_NONE
               ? tv_table_columns_find_shown (self->view, self->sort_column)
               : NULL;
  if (sorted != NULL)
    tv_column_heads_sort_by (self->view, sorted, self->is_descending);
  self->is_changing_columns = FALSE;
  if (table != NULL)
    tv_table_measure (self->view, table, tv_table_columns_widen);
}

/* Makes the columns anew, because the same cells have other texts now. */
void
tv_table_view_update_columns (TvTableView *self)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  if (self->info != NULL)
    show_columns (self);
}

/* Takes up what is kept, here or by another view of the same table. */
static void
take_choice (TvTableView *self)
{
  g_autofree char *preset = NULL;

  if (self->info == NULL)
    return;
  preset = tv_column_choice_dup_preset (self->info->name);
  if (*preset == '\0' && self->presets->len > 0)
    {
      g_free (preset);
      preset = g_strdup (((const TvColumnPreset *) self->presets->pdata[0])->id);
    }
  if (g_str_equal (preset, self->preset) && !g_str_equal (preset, TV_COLUMNS_OWN))
    return;
  g_free (self->preset);
  self->preset = g_steal_pointer (&preset);
  g_object_notify (G_OBJECT (self), "preset");
}

static void
on_choice_changed (TvTableView *self)
{
  if (self->info == NULL || self->is_choosing)
    return;
  take_choice (self);
  show_columns (self);
}

/**
 * tv_table_view_set_columns:
 * @info: the table whose columns they are
 * @columns: (nullable) (array length=n_columns): those that it offers; %NULL = all as they are
 * @n_columns: how many
 * @data: for their functions
 *
 * Offers these columns, in place of those before; what of them is shown is up to the user. Of a name that
 * the table has not, there is none.
 */
void
tv_table_view_set_columns (TvTableView *self,
                           const TvTableInfo *info,
                           const TvTableColumn *columns,
                           guint n_columns,
                           gpointer data)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  self->info = info;
  self->columns_data = data;
  g_array_set_size (self->offered, 0);
  for (guint i = 0; columns == NULL && i < info->n_columns; i++)
    g_array_append_val (self->offered, ((TvTableColumn){ .name = info->columns[i].name }));
  for (guint i = 0; columns != NULL && i < n_columns; i++)
    if (tv_table_columns_find (info, columns[i].name) != TV_NONE)
      g_array_append_val (self->offered, columns[i]);
  take_choice (self);
  show_columns (self);
  tv_table_view_update_column_actions (self);
}

/**
 * tv_table_view_set_presets:
 * @presets: (transfer full) (element-type TvColumnPreset): sets of columns to choose from, the usual one first
 *
 * To be called before the columns are offered.
 */
void
tv_table_view_set_presets (TvTableView *self, GPtrArray *presets)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  g_ptr_array_unref (self->presets);
  self->presets = presets;
}

/* ---- Choosing ---- */

/* (transfer full): names of the columns that are shown, in their order */
static GPtrArray *
dup_shown_names (TvTableView *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      g_ptr_array_add (names,
                       g_strdup (self->info->columns[tv_table_columns_get_index (column)].name));
    }
  return names;
}

/* (transfer full) (array zero-terminated=1): names of the columns that are shown, in their order */
char **
tv_table_view_dup_columns (TvTableView *self)
{
  GPtrArray *names;

  g_return_val_if_fail (TV_IS_TABLE_VIEW (self) && self->info != NULL, NULL);

  names = dup_shown_names (self);
  g_ptr_array_set_free_func (names, NULL);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

static guint
find_name (const GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (g_str_equal (names->pdata[i], name))
      return i;
  return TV_NONE;
}

static void
choose (TvTableView *self, const char *preset, const char *const *own)
{
  if (!g_str_equal (self->preset, preset))
    {
      g_free (self->preset);
      self->preset = g_strdup (preset);
    }
  self->is_choosing = TRUE; /* settings tell of it as of what others do */
  tv_column_choice_set (self->info->name, preset, own);
  self->is_choosing = FALSE;
  show_columns (self);
  tv_table_view_update_column_actions (self);
  g_object_notify (G_OBJECT (self), "preset");
}

/* Makes these the user's choice. Columns of it that are not offered here, of a clock that this file has not, stay
 * in it. */
static void
choose_own (TvTableView *self, GPtrArray *names)
{
  g_auto (GStrv) before = tv_column_choice_dup_own (self->info->name);
  g_autoptr (GPtrArray) own = g_ptr_array_new ();

  for (guint i = 0; i < names->len; i++)
    g_ptr_array_add (own, names->pdata[i]);
  for (guint i = 0; before[i] != NULL; i++)
    if (find_offered (self, before[i]) == NULL)
      g_ptr_array_add (own, before[i]);
  g_ptr_array_add (own, NULL);
  choose (self, TV_COLUMNS_OWN, (const char *const *) own->pdata);
}

/* Shows a preset, or the user's choice; of what there is none, the usual columns. */
void
tv_table_view_set_preset (TvTableView *self, const char *preset)
{
  g_auto (GStrv) own = NULL;

  g_return_if_fail (TV_IS_TABLE_VIEW (self) && self->info != NULL);

  if (g_str_equal (self->preset, preset))
    return;
  own = tv_column_choice_dup_own (self->info->name);
  choose (self, preset, (const char *const *) own);
}

/* Returns: (transfer none): the preset that is shown, #TV_COLUMNS_OWN, or empty */
const char *
tv_table_view_get_preset (TvTableView *self)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), NULL);
  return self->preset;
}

gboolean
tv_table_view_has_column (TvTableView *self, const char *name)
{
  guint index = tv_table_columns_find (self->info, name);

  return index != TV_NONE && tv_table_columns_find_shown (self->view, index) != NULL;
}

/* Where it comes in the order of those that are offered, beside those that are shown. */
static guint
find_place (TvTableView *self, const GPtrArray *names, const char *name)
{
  guint place = 0;

  for (guint i = 0; i < self->offered->len && !g_str_equal (get_offered (self, i)->name, name); i++)
    {
      guint at = find_name (names, get_offered (self, i)->name);

      if (at != TV_NONE)
        place = at + 1;
    }
  return place;
}

void
tv_table_view_show_column (TvTableView *self, const char *name, gboolean is_shown)
{
  g_autoptr (GPtrArray) names = dup_shown_names (self);
  guint at = find_name (names, name);

  if ((at != TV_NONE) == is_shown || find_offered (self, name) == NULL)
    return;
  if (is_shown)
    g_ptr_array_insert (names, (int) find_place (self, names, name), g_strdup (name));
  else if (tv_table_view_can_hide (self, name))
    g_ptr_array_remove_index (names, at);
  choose_own (self, names);
}

/* Whether something is left without it. */
gboolean
tv_table_view_can_hide (TvTableView *self, const char *name)
{
  const TvTableColumn *column = find_offered (self, name);

  return column != NULL && !column->is_needed &&
         g_list_model_get_n_items (gtk_column_view_get_columns (self->view)) > 1;
}

/* Whether there is a place at its left (-1) or right (1). */
gboolean
tv_table_view_can_move (TvTableView *self, const char *name, int direction)
{
  g_autoptr (GPtrArray) names = dup_shown_names (self);
  guint at = find_name (names, name);

  return at != TV_NONE && (direction < 0 ? at > 0 : at + 1 < names->len);
}

void
tv_table_view_move_column (TvTableView *self, const char *name, int direction)
{
  g_autoptr (GPtrArray) names = NULL;
  gpointer moved;
  guint at;

  if (!tv_table_view_can_move (self, name, direction))
    return;
  names = dup_shown_names (self);
  at = find_name (names, name);
  moved = names->pdata[at];
  names->pdata[at] = names->pdata[at + (guint) direction];
  names->pdata[at + (guint) direction] = moved;
  choose_own (self, names);
}

/* Shows what is shown before anybody chose. */
void
tv_table_view_reset_columns (TvTableView *self)
{
  const char *usual = self->presets->len > 0 ? ((TvColumnPreset *) self->presets->pdata[0])->id
                                             : "";

  choose (self, usual, (const char *const[]){ NULL });
}

/* ---- Dragging ---- */

/* GTK 4.8 leaves the cells of a column that is dragged where they are, so that columns are made anew. */
static gboolean
take_dragged (gpointer data)
{
  TvTableView *self = data;
  g_autoptr (GPtrArray) names = dup_shown_names (self);

  self->drag_idle = 0;
  choose_own (self, names);
  return G_SOURCE_REMOVE;
}

static void
on_columns_changed (TvTableView *self)
{
  if (!self->is_changing_columns && self->drag_idle == 0)
    self->drag_idle = g_idle_add (take_dragged, self);
}

/* To be called once. */
void
tv_table_view_init_columns (TvTableView *self)
{
  self->offered = g_array_new (FALSE, FALSE, sizeof (TvTableColumn));
  self->presets = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_column_preset_free);
  self->preset = g_strdup ("");
  gtk_column_view_set_reorderable (self->view, TRUE);
  g_signal_connect_object (gtk_column_view_get_columns (self->view), "items-changed",
                           G_CALLBACK (on_columns_changed), self, G_CONNECT_SWAPPED);
  tv_column_choice_follow (self, G_CALLBACK (on_choice_changed));
}

void
tv_table_view_clear_columns (TvTableView *self)
{
  g_clear_handle_id (&self->drag_idle, g_source_remove);
  g_clear_pointer (&self->offered, g_array_unref);
  g_clear_pointer (&self->presets, g_ptr_array_unref);
  g_clear_pointer (&self->preset, g_free);
}

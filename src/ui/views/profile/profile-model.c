/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A tree shown as a list. Only the expanded methods are remembered, sorted by their index in
 * the order, each with the position it has on the screen:
 *
 *   position  row                  expansions
 *   0         method 0
 *   1         method 1             { index 1, position 1, 5 rows }
 *   2           Parents
 *   3             edge
 *   4           Children
 *   5             self
 *   6             edge
 *   7         method 2
 *
 * To find a position's row is a binary search among them; to expand or collapse one emits one
 * splice and costs the number of expanded methods, whatever the number of rows. Rows that are held
 * move with a splice; with another order they stay at their places and change.
 */

#include "ui/views/profile/profile-model.h"

#include "ui/kit/gtk48/row-places.h"

typedef struct
{
  guint32 symbol;
  guint32 index;    /* in the order */
  guint32 position; /* of the method's own row */
  guint32 n_rows;   /* under it */
  gboolean is_group_collapsed[TV_N_PROFILE_GROUPS];
  GArray *groups[TV_N_PROFILE_GROUPS]; /* of TvProfileRelative */
} Expansion;

struct _TvProfileModel
{
  GObject parent_instance;

  TvProfileOrder *order; /* (nullable) */
  GPtrArray *expansions; /* of Expansion, by index */
  TvRowPlaces *places;   /* of TvProfileRow */
};

static void tv_profile_model_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TvProfileModel,
                               tv_profile_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      tv_profile_model_list_model_init))

/* ---- Expansions ---- */

static void
expansion_clear_groups (Expansion *self)
{
  for (guint group = 0; group < TV_N_PROFILE_GROUPS; group++)
    g_clear_pointer (&self->groups[group], g_array_unref);
}

static void
expansion_free (gpointer data)
{
  expansion_clear_groups (data);
  g_free (data);
}

static guint32
expansion_count_group (const Expansion *self, guint group)
{
  guint32 n = self->groups[group]->len;

  if (n == 0)
    return 0;
  if (self->is_group_collapsed[group])
    return 1;
  return 1 + (group == TV_PROFILE_CHILDREN) + n;
}

static void
expansion_count_rows (Expansion *self)
{
  self->n_rows = 0;
  for (guint group = 0; group < TV_N_PROFILE_GROUPS; group++)
    self->n_rows += expansion_count_group (self, group);
}

static void
expansion_fill (Expansion *self, TvProfileOrder *order)
{
  expansion_clear_groups (self);
  self->index = tv_profile_order_find (order, self->symbol);
  for (guint group = 0; group < TV_N_PROFILE_GROUPS; group++)
    self->groups[group] = tv_profile_dup_group (tv_profile_order_get_profile (order), self->symbol,
                                                group, tv_profile_order_get_clock (order));
  expansion_count_rows (self);
}

static TvProfileRow *
expansion_new_row (const Expansion *self, TvProfile *profile, guint32 offset)
{
  for (guint group = 0; group < TV_N_PROFILE_GROUPS; group++)
    {
      guint32 n = expansion_count_group (self, group);
      gboolean has_self = group == TV_PROFILE_CHILDREN;

      if (offset >= n)
        {
          offset -= n;
          continue;
        }
      if (offset == 0)
        {
          TvProfileRow *row = tv_profile_row_new_group (profile, self->symbol, group);

          tv_profile_row_set_expanded (row, !self->is_group_collapsed[group]);
          return row;
        }
      if (offset == 1 && has_self)
        return tv_profile_row_new_self (profile, self->symbol);
      return tv_profile_row_new_edge (
          profile, self->symbol, group,
          &g_array_index (self->groups[group], TvProfileRelative, offset - 1 - has_self));
    }
  g_assert_not_reached ();
}

static int
compare_indices (gconstpointer a, gconstpointer b)
{
  const Expansion *expansion_a = *(Expansion *const *) a;
  const Expansion *expansion_b = *(Expansion *const *) b;

  return expansion_a->index < expansion_b->index ? -1 : expansion_a->index > expansion_b->index;
}

static Expansion *
get_expansion (TvProfileModel *self, guint i)
{
  return g_ptr_array_index (self->expansions, i);
}

static void
update_positions (TvProfileModel *self)
{
  guint32 n_before = 0;

  for (guint i = 0; i < self->expansions->len; i++)
    {
      Expansion *expansion = get_expansion (self, i);

      expansion->position = expansion->index + n_before;
      n_before += expansion->n_rows;
    }
}

static Expansion *
find_expansion (TvProfileModel *self, guint32 symbol, guint *i)
{
  for (guint k = 0; k < self->expansions->len; k++)
    if (get_expansion (self, k)->symbol == symbol)
      {
        if (i != NULL)
          *i = k;
        return get_expansion (self, k);
      }
  return NULL;
}

/* The last expanded method at or above a position, or NULL. */
static Expansion *
find_expansion_above (TvProfileModel *self, guint position)
{
  guint low = 0, high = self->expansions->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_expansion (self, middle)->position <= position)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? get_expansion (self, low - 1) : NULL;
}

/* ---- GListModel ---- */

static GType
tv_profile_model_get_item_type (GListModel *model)
{
  return TV_TYPE_PROFILE_ROW;
}

static guint
tv_profile_model_get_n_items (GListModel *model)
{
  TvProfileModel *self = TV_PROFILE_MODEL (model);
  guint n = self->order != NULL ? tv_profile_order_get_n (self->order) : 0;

  if (self->expansions->len > 0)
    {
      const Expansion *last = get_expansion (self, self->expansions->len - 1);

      n += last->position - last->index + last->n_rows;
    }
  return n;
}

static TvProfileRow *
new_row (TvProfileModel *self, guint position)
{
  TvProfile *profile = tv_profile_order_get_profile (self->order);
  Expansion *above = find_expansion_above (self, position);
  guint32 index = position;
  TvProfileRow *row;

  if (above != NULL && position > above->position && position <= above->position + above->n_rows)
    return expansion_new_row (above, profile, position - above->position - 1);
  if (above != NULL && position > above->position)
    index = position - above->position - above->n_rows + above->index;
  else if (above != NULL)
    index = above->index;
  row = tv_profile_row_new_method (profile, tv_profile_order_get_symbol (self->order, index));
  tv_profile_row_set_expanded (row, above != NULL && above->position == position);
  return row;
}

static gpointer
tv_profile_model_get_item (GListModel *model, guint position)
{
  TvProfileModel *self = TV_PROFILE_MODEL (model);
  TvProfileRow *row;

  if (position >= tv_profile_model_get_n_items (model))
    return NULL;
  row = tv_row_places_find (self->places, position);
  if (row != NULL)
    return g_object_ref (row);
  row = new_row (self, position);
  tv_row_places_add (self->places, position, row);
  return row;
}

static void
tv_profile_model_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = tv_profile_model_get_item_type;
  iface->get_n_items = tv_profile_model_get_n_items;
  iface->get_item = tv_profile_model_get_item;
}

/* ---- Object ---- */

static void
tv_profile_model_finalize (GObject *object)
{
  TvProfileModel *self = TV_PROFILE_MODEL (object);

  tv_row_places_free (self->places);
  g_ptr_array_unref (self->expansions);
  g_clear_pointer (&self->order, tv_profile_order_unref);
  G_OBJECT_CLASS (tv_profile_model_parent_class)->finalize (object);
}

static void
tv_profile_model_class_init (TvProfileModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_profile_model_finalize;
  /* The rows that are held say something else now, or in part. */
  g_signal_new ("rows-changed", TV_TYPE_PROFILE_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
tv_profile_model_init (TvProfileModel *self)
{
  self->expansions = g_ptr_array_new_with_free_func (expansion_free);
  self->places = tv_row_places_new ();
}

/* Returns: (transfer full): an empty list */
TvProfileModel *
tv_profile_model_new (void)
{
  return g_object_new (TV_TYPE_PROFILE_MODEL, NULL);
}

/* A #TvRowPlacesFunc. */
static void
fill_row (GListModel *model, guint position, gpointer row)
{
  g_autoptr (TvProfileRow) now = new_row (TV_PROFILE_MODEL (model), position);

  tv_profile_row_assign (row, now);
}

/* From here on @position there are @n_added rows where there were @n_removed. */
static void
change_rows (TvProfileModel *self, guint position, guint n_removed, guint n_added)
{
  tv_row_places_splice (self->places, position, n_removed, n_added);
  g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
}

/**
 * tv_profile_model_set_order:
 * @order: other numbers, another order, or both
 *
 * What is expanded stays so, unless its method does not occur any more. Rows that are held stay
 * where they are, as far as there are so many, and say what is there now.
 */
void
tv_profile_model_set_order (TvProfileModel *self, TvProfileOrder *order)
{
  guint n_before;

  g_return_if_fail (TV_IS_PROFILE_MODEL (self));
  g_return_if_fail (order != NULL);

  n_before = g_list_model_get_n_items (G_LIST_MODEL (self));
  tv_profile_order_ref (order);
  g_clear_pointer (&self->order, tv_profile_order_unref);
  self->order = order;

  for (guint i = self->expansions->len; i > 0; i--)
    {
      Expansion *expansion = get_expansion (self, i - 1);

      if (tv_profile_order_find (order, expansion->symbol) == TV_NONE)
        g_ptr_array_remove_index (self->expansions, i - 1);
      else
        expansion_fill (expansion, order);
    }
  g_ptr_array_sort (self->expansions, compare_indices);
  update_positions (self);
  tv_row_places_refill (self->places, G_LIST_MODEL (self), n_before, fill_row);
}

/* (transfer none) (nullable) */
TvProfileOrder *
tv_profile_model_get_order (TvProfileModel *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_MODEL (self), NULL);
  return self->order;
}

/* Returns: the position of a method's own row, or %TV_NONE */
guint
tv_profile_model_find_symbol (TvProfileModel *self, guint32 symbol)
{
  guint32 index = TV_NONE;
  guint position;

  g_return_val_if_fail (TV_IS_PROFILE_MODEL (self), TV_NONE);

  if (self->order != NULL)
    index = tv_profile_order_find (self->order, symbol);
  if (index == TV_NONE)
    return TV_NONE;

  position = index;
  for (guint i = 0; i < self->expansions->len && get_expansion (self, i)->index < index; i++)
    position += get_expansion (self, i)->n_rows;
  return position;
}

/* Returns: the position of the method that a position is, or is under */
guint
tv_profile_model_find_method (TvProfileModel *self, guint position)
{
  const Expansion *above;

  g_return_val_if_fail (TV_IS_PROFILE_MODEL (self), TV_NONE);

  above = find_expansion_above (self, position);
  if (above != NULL && position <= above->position + above->n_rows)
    return above->position;
  return position;
}

gboolean
tv_profile_model_is_expanded (TvProfileModel *self, guint32 symbol)
{
  g_return_val_if_fail (TV_IS_PROFILE_MODEL (self), FALSE);
  return find_expansion (self, symbol, NULL) != NULL;
}

/* Tells the row that has the arrow, which keeps its place, that it turns. */
static void
show_expanded (TvProfileModel *self, guint position, gboolean is_expanded)
{
  TvProfileRow *row = tv_row_places_find (self->places, position);

  if (row != NULL)
    tv_profile_row_set_expanded (row, is_expanded);
}

static void
expand (TvProfileModel *self, guint32 symbol)
{
  Expansion *expansion = g_new0 (Expansion, 1);

  expansion->symbol = symbol;
  expansion_fill (expansion, self->order);
  g_ptr_array_add (self->expansions, expansion);
  g_ptr_array_sort (self->expansions, compare_indices);
  update_positions (self);
  show_expanded (self, expansion->position, TRUE);
  change_rows (self, expansion->position + 1, 0, expansion->n_rows);
}

static void
collapse (TvProfileModel *self, guint i)
{
  const Expansion *expansion = get_expansion (self, i);
  guint position = expansion->position;
  guint n_rows = expansion->n_rows;

  g_ptr_array_remove_index (self->expansions, i);
  update_positions (self);
  show_expanded (self, position, FALSE);
  change_rows (self, position + 1, n_rows, 0);
}

/* Does nothing for a symbol that does not occur. */
void
tv_profile_model_set_expanded (TvProfileModel *self, guint32 symbol, gboolean is_expanded)
{
  guint i;

  g_return_if_fail (TV_IS_PROFILE_MODEL (self));

  if (self->order == NULL || tv_profile_order_find (self->order, symbol) == TV_NONE)
    return;
  if (find_expansion (self, symbol, &i) != NULL)
    {
      if (!is_expanded)
        collapse (self, i);
    }
  else if (is_expanded)
    expand (self, symbol);
}

/* Expands one method and collapses all others. */
void
tv_profile_model_expand_only (TvProfileModel *self, guint32 symbol)
{
  g_return_if_fail (TV_IS_PROFILE_MODEL (self));

  for (guint i = self->expansions->len; i > 0; i--)
    if (get_expansion (self, i - 1)->symbol != symbol)
      collapse (self, i - 1);
  tv_profile_model_set_expanded (self, symbol, TRUE);
}

/* Shows or hides the rows under the heading of a group of an expanded method. */
void
tv_profile_model_set_group_expanded (TvProfileModel *self,
                                     guint32 symbol,
                                     TvProfileGroup group,
                                     gboolean is_expanded)
{
  Expansion *expansion;
  guint position, n_before, n_after;

  g_return_if_fail (TV_IS_PROFILE_MODEL (self));
  g_return_if_fail (group < TV_N_PROFILE_GROUPS);

  expansion = find_expansion (self, symbol, NULL);
  if (expansion == NULL || expansion->is_group_collapsed[group] == !is_expanded)
    return;

  position = expansion->position + 1;
  for (guint before = 0; before < group; before++)
    position += expansion_count_group (expansion, before);
  n_before = expansion_count_group (expansion, group);
  expansion->is_group_collapsed[group] = !is_expanded;
  n_after = expansion_count_group (expansion, group);
  if (n_before == n_after)
    return;

  expansion_count_rows (expansion);
  update_positions (self);
  show_expanded (self, position, is_expanded);
  change_rows (self, position + 1, n_before - 1, n_after - 1);
}

/* Returns: (transfer full): the expanded symbols, as shown from top to bottom */
GArray *
tv_profile_model_dup_expanded (TvProfileModel *self)
{
  GArray *symbols;

  g_return_val_if_fail (TV_IS_PROFILE_MODEL (self), NULL);

  symbols = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < self->expansions->len; i++)
    g_array_append_val (symbols, get_expansion (self, i)->symbol);
  return symbols;
}

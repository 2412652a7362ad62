/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "analysis/system/row-choices.h"

#include <string.h>

#include "core/memory/seeded-hash.h"

/* Stores the user's choices for the rows of the timeline: hidden, pinned, folded, sorted, filtered. Owned by the
 * session, which saves them with the view state; also created for printing and `tracedump render`. Read by the layout
 * of the timeline. Each setter emits "changed"; while the object is frozen, "changed" is emitted once at the last
 * tv_row_choices_thaw(). tv_row_choices_show_only() and tv_row_choices_show_all() also clear the filter. Not locked:
 * only one thread may use it. */

struct _TvRowChoices
{
  GObject parent_instance;

  GHashTable *choices; /* key ─▶ bit mask of TvRowChoice; 0 is not stored */
  TvRowOrder order;
  GPtrArray *moved; /* (nullable): keys of the rows that the user moved */
  char *filter;     /* filter; empty if there is none */
  gboolean filter_is_regex;

  guint n_freezes;
  gboolean has_changed; /* whether anything has changed since the freeze */
};

G_DEFINE_FINAL_TYPE (TvRowChoices, tv_row_choices, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_ORDER,
  PROP_FILTER,
  PROP_FILTER_IS_REGEX,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint changed_signal;

GType
tv_row_order_get_type (void)
{
  static gsize type = 0;

  if (g_once_init_enter (&type))
    {
      static const GEnumValue values[] = {
        { TV_ROWS_BY_TIME, "TV_ROWS_BY_TIME", "time" },
        { TV_ROWS_BY_NAME, "TV_ROWS_BY_NAME", "name" },
        { TV_ROWS_BY_FIRST_USE, "TV_ROWS_BY_FIRST_USE", "first-use" },
        { 0, NULL, NULL },
      };

      g_once_init_leave (&type, g_enum_register_static ("TvRowOrder", values));
    }
  return type;
}

static void
tv_row_choices_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvRowChoices *self = TV_ROW_CHOICES (object);

  switch (id)
    {
    case PROP_ORDER:
      g_value_set_enum (value, self->order);
      break;
    case PROP_FILTER:
      g_value_set_string (value, self->filter);
      break;
    case PROP_FILTER_IS_REGEX:
      g_value_set_boolean (value, self->filter_is_regex);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_row_choices_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TvRowChoices *self = TV_ROW_CHOICES (object);

  switch (id)
    {
    case PROP_ORDER:
      tv_row_choices_set_order (self, g_value_get_enum (value));
      break;
    case PROP_FILTER:
      tv_row_choices_set_filter (self, g_value_get_string (value));
      break;
    case PROP_FILTER_IS_REGEX:
      tv_row_choices_set_filter_is_regex (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_row_choices_finalize (GObject *object)
{
  TvRowChoices *self = TV_ROW_CHOICES (object);

  g_hash_table_unref (self->choices);
  g_clear_pointer (&self->moved, g_ptr_array_unref);
  g_free (self->filter);
  G_OBJECT_CLASS (tv_row_choices_parent_class)->finalize (object);
}

static void
tv_row_choices_class_init (TvRowChoicesClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = tv_row_choices_finalize;
  object_class->get_property = tv_row_choices_get_property;
  object_class->set_property = tv_row_choices_set_property;
  properties[PROP_ORDER] = g_param_spec_enum ("order", NULL, NULL, TV_TYPE_ROW_ORDER,
                                              TV_ROWS_BY_TIME, flags);
  properties[PROP_FILTER] = g_param_spec_string ("filter", NULL, NULL, "", flags);
  properties[PROP_FILTER_IS_REGEX] = g_param_spec_boolean ("filter-is-regex", NULL, NULL, FALSE,
                                                           flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  changed_signal = g_signal_new ("changed", TV_TYPE_ROW_CHOICES, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void
tv_row_choices_init (TvRowChoices *self)
{
  self->choices = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, g_free, NULL);
  self->filter = g_strdup ("");
}

/* Returns: (transfer full): empty choices */
TvRowChoices *
tv_row_choices_new (void)
{
  return g_object_new (TV_TYPE_ROW_CHOICES, NULL);
}

static void
change (TvRowChoices *self)
{
  self->has_changed = TRUE;
  if (self->n_freezes > 0)
    return;
  self->has_changed = FALSE;
  g_signal_emit (self, changed_signal, 0);
}

/* Delays the "changed" signal until tv_row_choices_thaw() has been called as many times as this function. */
void
tv_row_choices_freeze (TvRowChoices *self)
{
  g_return_if_fail (TV_IS_ROW_CHOICES (self));
  self->n_freezes++;
}

void
tv_row_choices_thaw (TvRowChoices *self)
{
  g_return_if_fail (TV_IS_ROW_CHOICES (self) && self->n_freezes > 0);
  if (--self->n_freezes == 0 && self->has_changed)
    change (self);
}

/**
 * tv_row_choices_get:
 * @self: choices
 * @key: key of a row or a group header
 *
 * Returns: bit mask of #TvRowChoice
 */
guint
tv_row_choices_get (TvRowChoices *self, const char *key)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->choices, key));
}

/* Returns the choices that contradict @choices and are therefore cleared when @choices are added. */
static guint
get_opposite (guint choices)
{
  static const guint opposites[][2] = {
    { TV_ROW_FOLDED, TV_ROW_UNFOLDED }, { TV_ROW_STRIP, TV_ROW_NESTED },
    { TV_ROW_HIDDEN, TV_ROW_PINNED },   { TV_ROW_HIDDEN, TV_ROW_ONLY },
    { TV_ROW_DELTA, TV_ROW_RATE },
  };
  guint opposite = 0;

  for (guint i = 0; i < G_N_ELEMENTS (opposites); i++)
    {
      if (choices & opposites[i][0])
        opposite |= opposites[i][1];
      if (choices & opposites[i][1])
        opposite |= opposites[i][0];
    }
  return opposite;
}

/* Replaces all choices of a row. */
void
tv_row_choices_set (TvRowChoices *self, const char *key, guint choices)
{
  g_return_if_fail (TV_IS_ROW_CHOICES (self));
  g_return_if_fail (key != NULL);

  if (tv_row_choices_get (self, key) == choices)
    return;
  if (choices == 0)
    g_hash_table_remove (self->choices, key);
  else
    g_hash_table_insert (self->choices, g_strdup (key), GUINT_TO_POINTER (choices));
  change (self);
}

void
tv_row_choices_add (TvRowChoices *self, const char *key, TvRowChoice choice)
{
  tv_row_choices_set (self, key,
                      (tv_row_choices_get (self, key) & ~get_opposite (choice)) | choice);
}

void
tv_row_choices_remove (TvRowChoices *self, const char *key, TvRowChoice choice)
{
  tv_row_choices_set (self, key, tv_row_choices_get (self, key) & ~(guint) choice);
}

/* Clears the given choices of all rows. */
void
tv_row_choices_clear (TvRowChoices *self, guint choices)
{
  GHashTableIter iter;
  gpointer value;
  gboolean has_changed = FALSE;

  g_return_if_fail (TV_IS_ROW_CHOICES (self));

  g_hash_table_iter_init (&iter, self->choices);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      guint before = GPOINTER_TO_UINT (value), after = before & ~choices;

      if (after == before)
        continue;
      has_changed = TRUE;
      if (after == 0)
        g_hash_table_iter_remove (&iter);
      else
        g_hash_table_iter_replace (&iter, GUINT_TO_POINTER (after));
    }
  if (has_changed)
    change (self);
}

gboolean
tv_row_choices_has_any (TvRowChoices *self, TvRowChoice choice)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->choices);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (GPOINTER_TO_UINT (value) & choice)
      return TRUE;
  return FALSE;
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Returns: (transfer full): keys of the rows with the given choice, sorted, NULL-terminated */
char **
tv_row_choices_dup_keys (TvRowChoices *self, TvRowChoice choice)
{
  GPtrArray *keys = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, self->choices);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (GPOINTER_TO_UINT (value) & choice)
      g_ptr_array_add (keys, g_strdup (key));
  g_ptr_array_sort (keys, compare_texts);
  g_ptr_array_add (keys, NULL);
  return (char **) g_ptr_array_free (keys, FALSE);
}

/* Hides all rows except the given row or the rows of the given group, and clears the filter. The row or group itself
 * is no longer hidden; rows that were hidden within the group stay hidden. */
void
tv_row_choices_show_only (TvRowChoices *self, const char *key)
{
  tv_row_choices_freeze (self);
  tv_row_choices_clear (self, TV_ROW_ONLY);
  tv_row_choices_add (self, key, TV_ROW_ONLY);
  tv_row_choices_set_filter (self, "");
  tv_row_choices_thaw (self);
}

/* Shows all hidden rows, and clears the filter. */
void
tv_row_choices_show_all (TvRowChoices *self)
{
  tv_row_choices_freeze (self);
  tv_row_choices_clear (self, TV_ROW_HIDDEN | TV_ROW_ONLY);
  tv_row_choices_set_filter (self, "");
  tv_row_choices_thaw (self);
}

TvRowOrder
tv_row_choices_get_order (TvRowChoices *self)
{
  g_return_val_if_fail (TV_IS_ROW_CHOICES (self), TV_ROWS_BY_TIME);
  return self->order;
}

/* Sets the sort order of all rows, and resets manual moves. */
void
tv_row_choices_set_order (TvRowChoices *self, TvRowOrder order)
{
  g_return_if_fail (TV_IS_ROW_CHOICES (self));
  g_return_if_fail (order < TV_N_ROW_ORDERS);

  if (self->order == order)
    return;
  self->order = order;
  g_clear_pointer (&self->moved, g_ptr_array_unref);
  change (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ORDER]);
}

/* Returns: (transfer none) (nullable) (element-type utf8): keys set by tv_row_choices_set_moved() */
GPtrArray *
tv_row_choices_get_moved (TvRowChoices *self)
{
  g_return_val_if_fail (TV_IS_ROW_CHOICES (self), NULL);
  return self->moved;
}

/**
 * tv_row_choices_set_moved:
 * @self: choices
 * @keys: (nullable) (element-type utf8): keys of rows and headers that precede their siblings, in this order;
 *   must not be modified. %NULL or an empty array resets the order
 *
 * Sets the order of rows that the user moved.
 */
void
tv_row_choices_set_moved (TvRowChoices *self, GPtrArray *keys)
{
  g_return_if_fail (TV_IS_ROW_CHOICES (self));

  if (keys != NULL && keys->len == 0)
    keys = NULL;
  if (self->moved == keys)
    return;
  if (keys != NULL)
    g_ptr_array_ref (keys);
  g_clear_pointer (&self->moved, g_ptr_array_unref);
  self->moved = keys;
  change (self);
}

/* Returns: (transfer none): the filter; an empty string if there is none */
const char *
tv_row_choices_get_filter (TvRowChoices *self)
{
  g_return_val_if_fail (TV_IS_ROW_CHOICES (self), "");
  return self->filter;
}

static void
on_filter_changed (TvRowChoices *self)
{
  tv_row_choices_freeze (self);
  tv_row_choices_clear (self, TV_ROW_FOLDED_BY_HAND);
  change (self);
  tv_row_choices_thaw (self);
}

/* Sets the filter. Only rows with a match in their own names or in the names of their groups are shown; %NULL or ""
 * shows all rows. A longer string is truncated to %TV_ROW_FILTER_MAX_BYTES. */
void
tv_row_choices_set_filter (TvRowChoices *self, const char *filter)
{
  gsize length;
  const char *end;

  g_return_if_fail (TV_IS_ROW_CHOICES (self));
  if (filter == NULL)
    filter = "";
  length = MIN (strlen (filter), TV_ROW_FILTER_MAX_BYTES);
  g_utf8_validate_len (filter, length, &end);
  if (strlen (self->filter) == (gsize) (end - filter) && g_str_has_prefix (filter, self->filter))
    return;
  g_free (self->filter);
  self->filter = g_strndup (filter, (gsize) (end - filter));
  on_filter_changed (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FILTER]);
}

gboolean
tv_row_choices_get_filter_is_regex (TvRowChoices *self)
{
  g_return_val_if_fail (TV_IS_ROW_CHOICES (self), FALSE);
  return self->filter_is_regex;
}

/* Sets whether the filter is a regular expression. An invalid regular expression matches every row. */
void
tv_row_choices_set_filter_is_regex (TvRowChoices *self, gboolean is_regex)
{
  g_return_if_fail (TV_IS_ROW_CHOICES (self));

  if (self->filter_is_regex == is_regex)
    return;
  self->filter_is_regex = is_regex;
  on_filter_changed (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FILTER_IS_REGEX]);
}

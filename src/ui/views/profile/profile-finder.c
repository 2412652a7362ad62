/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/profile/profile-finder.h"

#include "ui/views/profile/profile-search.h"

struct _TvProfileFinder
{
  GObject parent_instance;

  TvProfileOrder *order; /* (nullable) */
  char *query;
  gboolean is_regex;
  guint32 selected; /* symbol, or TV_NONE */

  GArray *found;             /* indices of the order, ascending */
  GCancellable *cancellable; /* set while searching */
  int step_when_done;
  gboolean is_query_new; /* select a match as soon as they are known */
};

G_DEFINE_FINAL_TYPE (TvProfileFinder, tv_profile_finder, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_N_FOUND,
  PROP_PLACE,
  PROP_IS_SEARCHING,
  N_PROPS
};

enum
{
  GO_TO,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
notify_all (TvProfileFinder *self)
{
  g_object_freeze_notify (G_OBJECT (self));
  for (guint i = 1; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  g_object_thaw_notify (G_OBJECT (self));
}

static guint32
get_selected_index (TvProfileFinder *self)
{
  return self->order != NULL ? tv_profile_order_find (self->order, self->selected) : TV_NONE;
}

/* How many matches lie before an index; the place of the first at or behind it, from 0. */
static guint32
count_before (TvProfileFinder *self, guint32 index)
{
  guint32 low = 0, high = self->found->len;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (g_array_index (self->found, guint32, middle) < index)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Whether the selected method matches, and as which. */
static gboolean
get_selected_place (TvProfileFinder *self, guint32 *place)
{
  guint32 index = get_selected_index (self);

  if (index == TV_NONE)
    return FALSE;
  *place = count_before (self, index);
  return *place < self->found->len && g_array_index (self->found, guint32, *place) == index;
}

static void
go_to (TvProfileFinder *self, guint32 place)
{
  guint32 index = g_array_index (self->found, guint32, place);

  g_signal_emit (self, signals[GO_TO], 0, tv_profile_order_get_symbol (self->order, index));
}

static void
go_to_nearest (TvProfileFinder *self)
{
  guint32 index = get_selected_index (self);

  if (self->found->len > 0)
    go_to (self, index != TV_NONE ? count_before (self, index) % self->found->len : 0);
}

static void
on_search_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TvProfileFinder) self = user_data;
  GArray *found = tv_profile_search_finish (result, NULL);
  int step = self->step_when_done;

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable || found == NULL)
    {
      g_clear_pointer (&found, g_array_unref);
      return;
    }

  g_clear_object (&self->cancellable);
  g_array_unref (self->found);
  self->found = found;
  self->step_when_done = 0;
  if (self->is_query_new)
    go_to_nearest (self);
  self->is_query_new = FALSE;
  notify_all (self);
  if (step != 0)
    tv_profile_finder_step (self, step);
}

static void
search (TvProfileFinder *self)
{
  TvTextMatch *match = NULL;

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);

  if (self->order != NULL && *self->query != '\0')
    match = tv_text_match_new (self->query, self->is_regex, NULL);
  if (match == NULL)
    g_array_set_size (self->found, 0);
  else
    {
      self->cancellable = g_cancellable_new ();
      tv_profile_search_async (self->order, match, self->cancellable, on_search_done,
                               g_object_ref (self));
    }
  notify_all (self);
}

static void
tv_profile_finder_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvProfileFinder *self = TV_PROFILE_FINDER (object);

  switch (id)
    {
    case PROP_N_FOUND:
      g_value_set_uint (value, tv_profile_finder_get_n_found (self));
      break;
    case PROP_PLACE:
      g_value_set_uint (value, tv_profile_finder_get_place (self));
      break;
    case PROP_IS_SEARCHING:
      g_value_set_boolean (value, tv_profile_finder_is_searching (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_profile_finder_finalize (GObject *object)
{
  TvProfileFinder *self = TV_PROFILE_FINDER (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->order, tv_profile_order_unref);
  g_array_unref (self->found);
  g_free (self->query);
  G_OBJECT_CLASS (tv_profile_finder_parent_class)->finalize (object);
}

static void
tv_profile_finder_class_init (TvProfileFinderClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = tv_profile_finder_get_property;
  object_class->finalize = tv_profile_finder_finalize;

  properties[PROP_N_FOUND] = g_param_spec_uint ("n-found", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_PLACE] = g_param_spec_uint ("place", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_IS_SEARCHING] = g_param_spec_boolean ("is-searching", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[GO_TO] = g_signal_new ("go-to", TV_TYPE_PROFILE_FINDER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
tv_profile_finder_init (TvProfileFinder *self)
{
  self->query = g_strdup ("");
  self->selected = TV_NONE;
  self->found = g_array_new (FALSE, FALSE, sizeof (guint32));
}

TvProfileFinder *
tv_profile_finder_new (void)
{
  return g_object_new (TV_TYPE_PROFILE_FINDER, NULL);
}

/* Searches again in another order, and selects nothing. */
void
tv_profile_finder_set_order (TvProfileFinder *self, TvProfileOrder *order)
{
  g_return_if_fail (TV_IS_PROFILE_FINDER (self));

  tv_profile_order_ref (order);
  g_clear_pointer (&self->order, tv_profile_order_unref);
  self->order = order;
  g_array_set_size (self->found, 0); /* they were indices of the other order */
  search (self);
}

/**
 * tv_profile_finder_set_query:
 * @query: what to look for; "" finds nothing
 * @is_regex: whether it is a regular expression; one that is none finds nothing
 * @goes_there: whether to go to the first match at or behind the selected method
 */
void
tv_profile_finder_set_query (TvProfileFinder *self,
                             const char *query,
                             gboolean is_regex,
                             gboolean goes_there)
{
  g_return_if_fail (TV_IS_PROFILE_FINDER (self));

  if (g_str_equal (self->query, query) && self->is_regex == is_regex)
    return;
  g_free (self->query);
  self->is_regex = is_regex;
  self->query = g_strdup (query);
  self->step_when_done = 0;
  self->is_query_new = goes_there;
  search (self);
}

void
tv_profile_finder_set_selected (TvProfileFinder *self, guint32 symbol)
{
  g_return_if_fail (TV_IS_PROFILE_FINDER (self));

  if (self->selected == symbol)
    return;
  self->selected = symbol;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PLACE]);
}

/**
 * tv_profile_finder_step:
 * @direction: 1 for the next match behind the selected method, -1 for the one before
 *
 * Goes round at the ends.
 */
void
tv_profile_finder_step (TvProfileFinder *self, int direction)
{
  guint32 n, place, index;

  g_return_if_fail (TV_IS_PROFILE_FINDER (self));

  if (self->cancellable != NULL)
    {
      /* The new query's first match counts as the first step. */
      self->step_when_done = self->is_query_new ? 0 : direction;
      return;
    }
  n = self->found->len;
  if (n == 0)
    return;

  index = get_selected_index (self);
  if (get_selected_place (self, &place))
    place += direction > 0 ? 1 : n - 1;
  else if (index == TV_NONE)
    place = direction > 0 ? 0 : n - 1;
  else
    place = count_before (self, index) + (direction > 0 ? 0 : n - 1);
  go_to (self, place % n);
}

guint
tv_profile_finder_get_n_found (TvProfileFinder *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_FINDER (self), 0);
  return self->found->len;
}

guint
tv_profile_finder_get_place (TvProfileFinder *self)
{
  guint32 place;

  g_return_val_if_fail (TV_IS_PROFILE_FINDER (self), 0);
  return get_selected_place (self, &place) ? place + 1 : 0;
}

gboolean
tv_profile_finder_is_searching (TvProfileFinder *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_FINDER (self), FALSE);
  return self->cancellable != NULL;
}

/* (transfer full) (element-type guint32): the indices of the order that match */
GArray *
tv_profile_finder_dup_found (TvProfileFinder *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_FINDER (self), NULL);
  return g_array_copy (self->found);
}

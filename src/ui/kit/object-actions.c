/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Creates #GSimpleAction objects from a table of #TvObjectAction. Signals of an object update the state and the
 * sensitivity of its actions. Called by pages, views and the session. Each action has a weak reference to its object.
 * No other state. */

#include "ui/kit/object-actions.h"

/* Key of the #Link that is attached to each action. */
#define LINK_KEY "tv-link"

typedef struct
{
  GWeakRef object;
  const TvObjectAction *info;
} Link;

static void
link_free (gpointer data)
{
  Link *link = data;

  g_weak_ref_clear (&link->object);
  g_free (link);
}

/* Updates the state and the sensitivity of an action. Disables the action if its object was finalized. */
static void
refresh (GSimpleAction *action)
{
  Link *link = g_object_get_data (G_OBJECT (action), LINK_KEY);
  g_autoptr (GObject) object = g_weak_ref_get (&link->object);

  g_simple_action_set_enabled (action, object != NULL && (link->info->is_enabled == NULL ||
                                                          link->info->is_enabled (object)));
  if (object != NULL && link->info->get_state != NULL)
    g_simple_action_set_state (action, link->info->get_state (object));
}

static void
on_activate (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  Link *link = g_object_get_data (G_OBJECT (action), LINK_KEY);
  g_autoptr (GObject) object = g_weak_ref_get (&link->object);

  if (object != NULL)
    link->info->activate (object, link->info->name, parameter);
}

/* Asks the object to change its state. A signal of the object then updates the action's state. */
static void
on_change_state (GSimpleAction *action, GVariant *value, gpointer data)
{
  Link *link = g_object_get_data (G_OBJECT (action), LINK_KEY);
  g_autoptr (GObject) object = g_weak_ref_get (&link->object);

  if (object != NULL && link->info->change != NULL)
    link->info->change (object, value);
}

static GSimpleAction *
make_action (gpointer object, const TvObjectAction *info)
{
  g_autoptr (GVariantType) type = info->type != NULL ? g_variant_type_new (info->type) : NULL;
  gboolean is_switch = type != NULL && g_variant_type_equal (type, G_VARIANT_TYPE_BOOLEAN);
  GSimpleAction *action;

  /* A toggle has no parameter; activation inverts its state. */
  if (info->get_state != NULL)
    action = g_simple_action_new_stateful (info->name, is_switch ? NULL : type,
                                           info->get_state (object));
  else
    action = g_simple_action_new (info->name, type);
  return action;
}

/**
 * tv_object_actions_add:
 * @map: action map to which the actions are added
 * @object: object that implements the actions; may be finalized before @map
 * @source: object whose signals indicate changes of the state; usually @object
 * @actions: (array length=n_actions): descriptions of the actions; must remain valid
 * @n_actions: number of actions
 *
 * Adds actions for the operations of an object. Signals of @source update the state and the sensitivity of the
 * actions.
 */
void
tv_object_actions_add (GActionMap *map,
                       gpointer object,
                       gpointer source,
                       const TvObjectAction *actions,
                       guint n_actions)
{
  for (guint i = 0; i < n_actions; i++)
    {
      g_autoptr (GSimpleAction) action = make_action (object, &actions[i]);
      g_auto (GStrv)
          signals = g_strsplit (actions[i].signals != NULL ? actions[i].signals : "", " ", -1);
      Link *link = g_new0 (Link, 1);

      g_weak_ref_init (&link->object, object);
      link->info = &actions[i];
      g_object_set_data_full (G_OBJECT (action), LINK_KEY, link, link_free);
      if (actions[i].activate != NULL)
        g_signal_connect (action, "activate", G_CALLBACK (on_activate), NULL);
      if (actions[i].get_state != NULL)
        g_signal_connect (action, "change-state", G_CALLBACK (on_change_state), NULL);
      for (char **signal = signals; *signal != NULL; signal++)
        g_signal_connect_object (source, *signal, G_CALLBACK (refresh), action, G_CONNECT_SWAPPED);
      refresh (action);
      g_action_map_add_action (map, G_ACTION (action));
    }
}

/* Adds the actions of a group to another map. @from must also be a #GActionMap. */
void
tv_object_actions_copy (GActionMap *to, GActionGroup *from)
{
  g_auto (GStrv) names = g_action_group_list_actions (from);

  for (char **name = names; *name != NULL; name++)
    g_action_map_add_action (to, g_action_map_lookup_action (G_ACTION_MAP (from), *name));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvObjectAction:
 * @name: name of the action, without the group's prefix
 * @type: (nullable): type of the parameter, and of the state if there is one
 * @activate: (nullable): performs the operation; %NULL for stateful actions that can only be read or set
 * @get_state: (nullable): (transfer floating): returns the current state, of @type; %NULL if the action has no state
 * @change: (nullable): sets the state; %NULL if the state is read-only
 * @is_enabled: (nullable): returns whether the action is enabled; %NULL if it is always enabled
 * @signals: (nullable): detailed names of the source's signals that update the state and the sensitivity, separated
 *   by spaces
 *
 * An operation or property of an object, exported as an action for menus, keys and D-Bus.
 */
typedef struct
{
  const char *name;
  const char *type;
  void (*activate) (gpointer object, const char *name, GVariant *parameter);
  GVariant *(*get_state) (gpointer object);
  void (*change) (gpointer object, GVariant *value);
  gboolean (*is_enabled) (gpointer object);
  const char *signals;
} TvObjectAction;

void tv_object_actions_add  (GActionMap           *map,
                             gpointer              object,
                             gpointer              source,
                             const TvObjectAction *actions,
                             guint                 n_actions);
void tv_object_actions_copy (GActionMap           *to,
                             GActionGroup         *from);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvObjectAction:
 * @name: name of the action, without the group's prefix
 * @type: (nullable): type of its parameter, or of its state
 * @activate: (nullable): callback; %NULL for actions with a state that are only read or set
 * @get_state: (nullable): (transfer floating): returns the current state, of @type
 * @change: (nullable): sets the state; %NULL for read-only states
 * @is_enabled: (nullable): returns whether it is enabled; %NULL for always
 * @signals: (nullable): signals of the source, separated by spaces, after which state and sensitivity are updated
 *
 * An operation or a property of an object, by name, for menus, keys and D-Bus.
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

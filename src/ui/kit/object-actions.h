/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvObjectAction:
 * @name: the action's name, without the group's prefix
 * @type: (nullable): the type of its parameter where it is activated, of its state where it has one
 * @activate: (nullable): does it; %NULL for those that have a state and are only asked or set
 * @get_state: (nullable): (transfer floating): the state as it is now, of @type
 * @change: (nullable): sets the state; %NULL where it can only be asked
 * @is_enabled: (nullable): whether it can be done now; %NULL = always
 * @signals: (nullable): those of its source, with a blank between them, after which state and
 *   enabledness are asked for anew
 *
 * One thing that an object can do, or be asked, by its name: by a menu, a key, or from outside.
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

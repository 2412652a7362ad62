/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What can be done with a symbol, the same wherever one is shown: where else it is to be seen, how stacks
 * with it are to be changed, what of it is to be left, and its name. The page does it, by the group
 * "calls".
 *
 * A view that knows a stack installs an action "calls.copy-stack"; elsewhere the menu has no such item.
 */

/* As the parameter of the actions of "calls": the selected symbol. */
#define TV_CALLS_OF_SELECTED G_MAXUINT32

void tv_symbol_menu_append (GMenu   *menu,
                            guint32  symbol);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* The menu of a symbol, the same in each view: other views of it, stack transforms, filters, its source and its
 * name. The actions are those of the page, in the group "calls". Impossible items are grey, with the reason as
 * tooltip.
 *
 * A view that knows a stack installs an action "calls.copy-stack"; elsewhere the menu has no such item.
 */

/* As the parameter of the actions of "calls": the selected symbol. */
#define TV_CALLS_OF_SELECTED G_MAXUINT32

void        tv_symbol_menu_append     (GMenu      *menu,
                                       TvSession  *session,
                                       guint32     symbol);
void        tv_symbol_menu_attach     (GtkBox     *box,
                                       TvSession  *session,
                                       guint32   (*get_symbol) (gpointer owner),
                                       gpointer    owner);
const char *tv_symbol_menu_get_reason (TvSession  *session,
                                       const char *name,
                                       guint32     symbol);

G_END_DECLS

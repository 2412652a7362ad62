/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* What can be done with a symbol, the same wherever one is shown: where else it is to be seen, how stacks
 * with it are to be changed, what of it is to be left, its source and its name. The page does it, by the
 * group "calls". What cannot be done is grey, and its tooltip says why.
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Context menu of a symbol, the same in all views: other views of the symbol, stack transforms, filters, its source
 * and its name. The menu uses the actions of the trace page in the group "calls". Items that do not apply to the
 * symbol are disabled, with the reason as tooltip. A view that can copy a stack installs an action
 * "calls.copy-stack"; in other views, the item is missing. */

/* Parameter of actions in the group "calls" that stands for the selected symbol */
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/pages/panel.h"

G_BEGIN_DECLS

/* The actions on a symbol, wherever it is shown; their menu is in views/symbol-menu.h. The action group is
 * called "calls". All take a symbol, or TV_CALLS_OF_SELECTED:
 *
 *   show-tree show-callers show-flame show-occurrences     brings up a view that can, with it selected
 *   merge focus drop collapse-recursion                    changes stacks by it
 *   collapse-package focus-package                         changes them by its package
 *   collapse-unsymbolized                                  merges code without symbols by library, of any symbol
 *   filter hide filter-package hide-package                leaves only stacks with it, or those without
 *   copy-name                                              to the clipboard
 */

GActionGroup *tv_calls_actions_new (TvPanel *panel);

G_END_DECLS

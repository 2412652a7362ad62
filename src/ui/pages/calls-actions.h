/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/pages/panel.h"

G_BEGIN_DECLS

/* The actions on a symbol, for all views; see views/symbol-menu.h for their menu. The action group is called "calls".
 * The parameter is a symbol or TV_CALLS_OF_SELECTED; the parameter of open-line is a symbol and a line:
 *
 *   show-tree show-callers show-flame show-occurrences     switches to a view and selects the symbol
 *   merge focus drop collapse-recursion                    transforms stacks by the symbol
 *   collapse-package focus-package                         transforms stacks by the package of the symbol
 *   collapse-unsymbolized                                  merges code without symbols by library
 *   filter hide filter-package hide-package                keeps or hides stacks that contain the symbol or package
 *   copy-name                                              copies the name to the clipboard
 *   open-source open-line                                  opens the source file in an editor */

GActionGroup *tv_calls_actions_new (TvPanel *panel);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/call-tree-table.h"

G_BEGIN_DECLS

/* The options `--min PERCENT` and `--depth N`, for commands that print a tree */

gboolean tv_tree_options_parse (TvCallTreeCut  *cut,
                                const char     *min,
                                int             depth,
                                GError        **error);

G_END_DECLS

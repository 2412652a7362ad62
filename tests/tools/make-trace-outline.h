/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Scripts are blocks of lines; a line is a child of the last line above it with less indent:
 *
 *     [block]
 *     line
 *       child
 */

/**
 * OutlineNode:
 * @block: the block's name
 * @line: a line that is not empty, without its indent
 * @children: (out): the list for the node's children; owned by it
 * @data: as given to outline_read()
 *
 * Returns: (transfer full) (nullable): the node of the line; %NULL if it is no node
 */
typedef gpointer (*OutlineNode) (const char *block,
                                 const char *line,
                                 GPtrArray **children,
                                 gpointer data);

GHashTable *outline_read (const char    *text,
                          OutlineNode    make_node,
                          GDestroyNotify free_node,
                          gpointer       data);

G_END_DECLS

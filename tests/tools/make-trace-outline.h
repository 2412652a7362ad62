/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Parser of scripts. A script consists of blocks of lines. A line is a child of the last preceding line
 * with less indentation:
 *
 *     [block]
 *     line
 *       child */

/**
 * OutlineNode:
 * @block: name of the block
 * @line: a non-empty line without its indentation
 * @children: (out): list for the children of the node, owned by the node
 * @data: data passed to outline_read()
 *
 * Creates a node.
 *
 * Returns: (transfer full) (nullable): the node; %NULL if the line is not a node
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

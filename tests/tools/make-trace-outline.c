/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "make-trace-outline.h"

#include <string.h>

/**
 * outline_read:
 * @text: a script
 * @make_node: creates a node for a line
 * @free_node: frees a node
 * @data: user data for @make_node
 *
 * Parses a script.
 *
 * Returns: (transfer full): block name → #GPtrArray of the top-level nodes
 */
GHashTable *
outline_read (const char *text, OutlineNode make_node, GDestroyNotify free_node, gpointer data)
{
  GHashTable *blocks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                              (GDestroyNotify) g_ptr_array_unref);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  /* per level of indentation, the list to which a line is appended */
  g_autoptr (GPtrArray) path = g_ptr_array_new ();
  g_autofree char *block = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      guint indent = strspn (lines[i], " ") / 2;
      const char *line = lines[i] + indent * 2;
      GPtrArray *children;
      gpointer node;

      if (*line == '\0')
        continue;
      if (*line == '[')
        {
          g_free (block);
          block = g_strndup (line + 1, strlen (line) - 2);
          g_ptr_array_set_size (path, 0);
          g_ptr_array_add (path, g_ptr_array_new_with_free_func (free_node));
          g_hash_table_insert (blocks, g_strdup (block), g_ptr_array_index (path, 0));
          continue;
        }
      node = make_node (block, line, &children, data);
      if (node == NULL)
        continue;
      if (indent >= path->len)
        g_error ("%s: too deep", line);
      g_ptr_array_set_size (path, indent + 1);
      g_ptr_array_add (g_ptr_array_index (path, indent), node);
      g_ptr_array_add (path, children);
    }
  return blocks;
}

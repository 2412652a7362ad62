/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/tree-options.h"

#include <glib/gi18n.h>

/* Parses --min and --depth. Called by `tracedump tree` and `tracedump table`. Modifies only the limits of the
 * caller. */

/**
 * tv_tree_options_parse:
 * @cut: (inout): limits of the tree; a limit is unchanged if its option was not given
 * @min: (nullable): minimum percentage as text
 * @depth: maximum number of levels; 0 if not given
 * @error: (nullable): return location for %G_OPTION_ERROR
 *
 * Parses the limits of a tree.
 *
 * Returns: whether the values are valid
 */
gboolean
tv_tree_options_parse (TvCallTreeCut *cut, const char *min, int depth, GError **error)
{
  char *end = NULL;

  if (depth < 0)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _("--depth must not be negative"));
      return FALSE;
    }
  if (depth > 0)
    cut->max_depth = (guint) depth;
  if (min == NULL)
    return TRUE;
  cut->min_percent = g_ascii_strtod (min, &end);
  if (end != min && (*end == '\0' || g_str_equal (end, "%")) && cut->min_percent >= 0 &&
      cut->min_percent <= 100)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("--min must be a percentage such as 0.5, not “%s”"), min);
  return FALSE;
}

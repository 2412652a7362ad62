/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/profile/profile-text.h"

#include <glib/gi18n.h>

#include "ui/kit/number-format.h"
#include "ui/kit/symbol-text.h"

static const char *
get_heading (TvProfileRow *row)
{
  static const char *const groups[TV_N_PROFILE_GROUPS] = {
    [TV_PROFILE_PARENTS] = N_("Parents"),
    [TV_PROFILE_CHILDREN] = N_("Children"),
    [TV_PROFILE_PARENTS_RECURSIVE] = N_("Parents while recursive"),
    [TV_PROFILE_CHILDREN_RECURSIVE] = N_("Children while recursive"),
  };

  switch (tv_profile_row_get_kind (row))
    {
    case TV_PROFILE_ROW_GROUP:
      return _ (groups[tv_profile_row_get_group (row)]);
    case TV_PROFILE_ROW_SELF:
      /* Translators: a method's own time among the times of what it called */
      return _("self");
    case TV_PROFILE_ROW_METHOD:
    case TV_PROFILE_ROW_EDGE:
    default:
      return NULL;
    }
}

/* Returns: (transfer full): what the name column says, without the rank */
char *
tv_profile_text_dup_name (TvProfileRow *row)
{
  const char *heading = get_heading (row);

  return heading != NULL ? g_strdup (heading)
                         : tv_symbol_text_dup (tv_profile_row_get_profile (row),
                                               tv_profile_row_get_symbol (row));
}

/* Returns: (transfer full) (nullable): the signature of a method */
char *
tv_profile_text_dup_signature (TvProfileRow *row)
{
  return get_heading (row) != NULL ? NULL
                                   : tv_symbol_text_dup_signature (tv_profile_row_get_profile (row),
                                                                   tv_profile_row_get_symbol (row));
}

/* Returns: (transfer full): the package of a method; or empty */
char *
tv_profile_text_dup_package (TvProfileRow *row)
{
  return get_heading (row) != NULL ? g_strdup ("")
                                   : tv_symbol_text_dup_package (tv_profile_row_get_profile (row),
                                                                 tv_profile_row_get_symbol (row));
}

/* Returns: (transfer full): the class and the name of a method, as Pango markup */
char *
tv_profile_text_dup_markup (TvProfileRow *row)
{
  const char *heading = get_heading (row);

  return heading != NULL ? g_markup_escape_text (heading, -1)
                         : tv_symbol_text_dup_markup (tv_profile_row_get_profile (row),
                                                      tv_profile_row_get_symbol (row));
}

/* Returns: (transfer full): some of all calls of a method */
char *
tv_profile_text_dup_part (guint32 calls, guint32 all)
{
  g_autofree char *first = tv_format_count (calls);
  g_autofree char *second = tv_format_count (all);

  return g_strdup_printf ("%s / %s", first, second);
}

static char *
dup_calls (TvProfileRow *row)
{
  guint32 calls, others;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  if (!tv_profile_row_get_calls (row, &calls, &others))
    return NULL;
  if (tv_profile_row_get_kind (row) != TV_PROFILE_ROW_METHOD)
    return tv_profile_text_dup_part (calls, others);
  first = tv_format_count (calls);
  second = tv_format_count (others);
  return g_strdup_printf ("%s+%s", first, second);
}

/**
 * tv_profile_text_dup_figure:
 * @figure: which number
 * @clock: by which it is measured
 *
 * Returns: (transfer full) (nullable): the number as shown, times in ms; %NULL where the row has
 *   no such number
 */
char *
tv_profile_text_dup_figure (TvProfileRow *row, TvProfileFigure figure, TvClock clock)
{
  double share;
  gint64 ns;

  switch (figure)
    {
    case TV_FIGURE_CALLS:
      return dup_calls (row);
    case TV_FIGURE_INCLUSIVE_PERCENT:
    case TV_FIGURE_EXCLUSIVE_PERCENT:
      share = tv_profile_row_get_share (row, figure, clock);
      return share >= 0.0 ? tv_format_percent (share * 100.0) : NULL;
    case TV_FIGURE_INCLUSIVE_TIME:
    case TV_FIGURE_EXCLUSIVE_TIME:
    case TV_FIGURE_TIME_PER_CALL:
    default:
      return tv_profile_row_get_ns (row, figure, clock, &ns) ? tv_format_ms (ns) : NULL;
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Strings for rows of the profile. Used by the columns and name cells of the Profile view. Pure: reads a
 * TvProfileLine and returns new strings. */

#include "ui/views/profile/profile-text.h"

#include <glib/gi18n.h>

#include "core/trace-renamer.h"
#include "ui/kit/number-format.h"
#include "ui/kit/symbol-text.h"

/* Returns: (nullable): text of a heading or of the row “self”; %NULL for a row with a method */
static const char *
get_heading (const TvProfileLine *line)
{
  static const char *const groups[TV_N_PROFILE_GROUPS] = {
    [TV_PROFILE_PARENTS] = N_("Parents"),
    [TV_PROFILE_CHILDREN] = N_("Children"),
    [TV_PROFILE_PARENTS_RECURSIVE] = N_("Parents while recursive"),
    [TV_PROFILE_CHILDREN_RECURSIVE] = N_("Children while recursive"),
  };

  if (line->kind == TV_PROFILE_ROW_GROUP)
    return _ (groups[line->group]);
  /* Translators: row with the exclusive time of a method, in the list of the method's callees */
  return line->kind == TV_PROFILE_ROW_SELF ? _("self") : NULL;
}

/* Returns: (transfer full): text of the name column without the rank */
char *
tv_profile_text_dup_name (const TvProfileLine *line)
{
  const char *heading = get_heading (line);

  return heading != NULL ? g_strdup (heading) : tv_symbol_text_dup (line->profile, line->symbol);
}

/* Returns: (transfer full) (nullable): the method's name in the file, if it differs from the shown name */
char *
tv_profile_text_dup_raw_name (const TvProfileLine *line)
{
  TvTrace *trace = tv_profile_get_trace (line->profile);
  guint32 n_symbols;

  tv_trace_get_symbols (trace, &n_symbols);
  return line->symbol < n_symbols ? tv_trace_dup_raw_name (trace, line->symbol) : NULL;
}

/* Returns: (transfer full): signature of the method; empty if it has none, or for a heading */
char *
tv_profile_text_dup_signature (const TvProfileLine *line)
{
  char *signature = get_heading (line) == NULL
                        ? tv_symbol_text_dup_signature (line->profile, line->symbol)
                        : NULL;

  return signature != NULL ? signature : g_strdup ("");
}

/* Returns: (transfer full): package of the method; empty for a heading */
char *
tv_profile_text_dup_package (const TvProfileLine *line)
{
  return get_heading (line) != NULL ? g_strdup ("")
                                    : tv_symbol_text_dup_package (line->profile, line->symbol);
}

/* Returns: (transfer full): class and name of the method, or a heading, as Pango markup */
char *
tv_profile_text_dup_markup (const TvProfileLine *line)
{
  const char *heading = get_heading (line);

  return heading != NULL ? g_markup_escape_text (heading, -1)
                         : tv_symbol_text_dup_markup (line->profile, line->symbol);
}

/* Returns: (transfer full) (nullable): for a method, the number of its non-recursive calls; for a parent or child,
 * the number of calls between the two methods and the number of all calls of the callee; %NULL for other rows */
char *
tv_profile_text_dup_calls (const TvProfileLine *line)
{
  g_autofree char *first = tv_format_count (line->calls);
  g_autofree char *second = tv_format_count (line->others);

  if (line->kind == TV_PROFILE_ROW_METHOD)
    return g_steal_pointer (&first);
  return line->kind == TV_PROFILE_ROW_EDGE ? g_strdup_printf ("%s / %s", first, second) : NULL;
}

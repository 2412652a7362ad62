/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/call-report.h"

#include <inttypes.h>
#include <string.h>

#include "export/visible-text.h"

#define SECTION_RULE   "======================================================================"
#define METHOD_RULE    "----------------------------------------------------"
#define GROUP_RULE     "---------------------------------------------"
#define RECURSIVE_RULE "               +++++++++++++++++++++++++\n"

/* ---- Parts of lines ---- */

/**
 * tv_call_report_get_us:
 * @ns: a time
 *
 * Returns: the time in µs, rounded to the nearest
 */
gint64
tv_call_report_get_us (gint64 ns)
{
  return ns >= 0 ? ns / 1000 + (ns % 1000 >= 500) : -(-(ns / 1000) + (-(ns % 1000) >= 500));
}

/**
 * tv_call_report_get_percent:
 * @part_ns: a part
 * @whole_ns: what it is a part of
 *
 * Returns: its share in percent; 0 of nothing
 */
double
tv_call_report_get_percent (gint64 part_ns, gint64 whole_ns)
{
  return whole_ns > 0 ? 100.0 * (double) part_ns / (double) whole_ns : 0;
}

/**
 * tv_call_report_append_name:
 * @text: where to
 * @method: a method
 * @has_class: whether its class is told too, as it is in any case where it has no other name
 *
 * Appends `class.method signature`, as tv_visible_text_append() does.
 */
void
tv_call_report_append_name (GString *text, const TvRankedMethod *method, gboolean has_class)
{
  has_class = has_class || method->name == NULL;
  if (has_class)
    tv_visible_text_append (text, method->class_name);
  if (has_class && method->name != NULL)
    g_string_append_c (text, '.');
  if (method->name != NULL)
    tv_visible_text_append (text, method->name);
  if (method->signature != NULL)
    {
      g_string_append_c (text, ' ');
      tv_visible_text_append (text, method->signature);
    }
}

static void
append_padding (GString *text, gsize n, guint width)
{
  for (gsize i = n; i < width; i++)
    g_string_append_c (text, ' ');
}

/**
 * tv_call_report_append_percent:
 * @text: where to
 * @width: least number of characters
 * @n_decimals: digits after the point
 * @percent: a number
 *
 * Appends the number, right-aligned, as the C locale writes it.
 */
void
tv_call_report_append_percent (GString *text, guint width, guint n_decimals, double percent)
{
  char format[] = "%.1f", number[G_ASCII_DTOSTR_BUF_SIZE + 320];

  format[2] = (char) ('0' + n_decimals);
  g_ascii_formatd (number, sizeof number, format, percent);
  append_padding (text, strlen (number), width);
  g_string_append (text, number);
}

/* The number of a method in brackets. */
static void
append_number (GString *text, guint width, guint32 number, gboolean is_left)
{
  char brackets[16];
  int n = g_snprintf (brackets, sizeof brackets, "[%u]", number);

  if (!is_left)
    append_padding (text, (gsize) n, width);
  g_string_append (text, brackets);
  if (is_left)
    append_padding (text, (gsize) n, width);
}

static void
append_heading (GString *text, const char *words)
{
  g_string_append (text, "\n" SECTION_RULE "\n");
  g_string_append (text, words);
}

/* ---- Exclusive ---- */

static void
append_exclusive (GString *text, const TvMethodRanks *ranks)
{
  gint64 total_ns = tv_method_ranks_get_total_ns (ranks), sum_ns = 0;
  guint32 n_methods, n;
  const TvRankedMethod *methods = tv_method_ranks_get (ranks, &n_methods);
  g_autofree guint32 *order = tv_method_ranks_dup_exclusive (ranks, &n);

  append_heading (text, "Total cycles: ");
  g_string_append_printf (text, "%" PRId64 "\n\n", tv_call_report_get_us (total_ns));
  g_string_append (text, "Exclusive elapsed times for each method, not including time spent in\n"
                         "children, sorted by exclusive time.\n\n"
                         "    Usecs  self %  sum %  Method\n");
  for (guint32 i = 0; i < n; i++)
    {
      const TvRankedMethod *method = &methods[order[i]];

      sum_ns += method->exclusive_ns;
      g_string_append_printf (text, "%9" PRId64 "  ", tv_call_report_get_us (method->exclusive_ns));
      tv_call_report_append_percent (text, 6, 2,
                                     tv_call_report_get_percent (method->exclusive_ns, total_ns));
      g_string_append_c (text, ' ');
      tv_call_report_append_percent (text, 6, 2, tv_call_report_get_percent (sum_ns, total_ns));
      g_string_append (text, "  ");
      append_number (text, 0, order[i], FALSE);
      g_string_append_c (text, ' ');
      tv_call_report_append_name (text, method, TRUE);
      g_string_append_c (text, '\n');
    }
}

/* ---- Inclusive ---- */

static void
append_relative (GString *text,
                 const TvRankedMethod *methods,
                 const TvRankedRelative *relative,
                 const TvRankedMethod *callee,
                 gint64 whole_ns,
                 gboolean is_recursive)
{
  if (is_recursive)
    append_padding (text, 0, 21);
  else
    {
      append_padding (text, 0, 15);
      tv_call_report_append_percent (text, 5, 1,
                                     tv_call_report_get_percent (relative->inclusive_ns, whole_ns));
      g_string_append_c (text, '%');
    }
  g_string_append_c (text, ' ');
  append_number (text, 6, relative->number, FALSE);
  g_string_append_printf (text, " %6u/%-6" PRIu64 " %9" PRId64 " ", relative->calls,
                          (guint64) callee->calls + callee->recursive_calls,
                          tv_call_report_get_us (relative->inclusive_ns));
  tv_call_report_append_name (text, &methods[relative->number], TRUE);
  g_string_append_c (text, '\n');
}

static void
append_relatives (GString *text, const TvMethodRanks *ranks, guint32 number, TvProfileGroup group)
{
  gboolean is_parents = group == TV_PROFILE_PARENTS || group == TV_PROFILE_PARENTS_RECURSIVE;
  gboolean is_recursive = group == TV_PROFILE_PARENTS_RECURSIVE ||
                          group == TV_PROFILE_CHILDREN_RECURSIVE;
  g_autoptr (GArray) relatives = tv_method_ranks_dup_relatives (ranks, number, group);
  guint32 n;
  const TvRankedMethod *methods = tv_method_ranks_get (ranks, &n);

  if (is_recursive && relatives->len > 0)
    g_string_append (text, RECURSIVE_RULE);
  for (guint i = 0; i < relatives->len; i++)
    {
      const TvRankedRelative *relative = &g_array_index (relatives, TvRankedRelative, i);

      append_relative (text, methods, relative, &methods[is_parents ? number : relative->number],
                       methods[number].inclusive_ns, is_recursive);
    }
}

static void
append_method (GString *text, const TvMethodRanks *ranks, guint32 number)
{
  guint32 n;
  const TvRankedMethod *method = &tv_method_ranks_get (ranks, &n)[number];

  append_number (text, 6, number, TRUE);
  g_string_append_c (text, ' ');
  tv_call_report_append_percent (
      text, 5, 1,
      tv_call_report_get_percent (method->inclusive_ns, tv_method_ranks_get_total_ns (ranks)));
  g_string_append_printf (text, "%%%22u+%-6u %9" PRId64 " ", method->calls, method->recursive_calls,
                          tv_call_report_get_us (method->inclusive_ns));
  tv_call_report_append_name (text, method, TRUE);
  g_string_append_c (text, '\n');
  append_padding (text, 0, 15);
  tv_call_report_append_percent (
      text, 5, 1, tv_call_report_get_percent (method->self_ns, method->inclusive_ns));
  g_string_append_printf (text, "%%   excl%24" PRId64 "\n",
                          tv_call_report_get_us (method->self_ns));
}

static void
append_inclusive (GString *text, const TvMethodRanks *ranks)
{
  guint32 n;
  const TvRankedMethod *methods = tv_method_ranks_get (ranks, &n);

  append_heading (text, "\nInclusive elapsed times for each method and its parents and children,\n"
                        "sorted by inclusive time.\n\n"
                        "index  %/total %/self  index     calls         usecs name\n");
  for (guint32 number = 0; number < n && methods[number].inclusive_ns > 0; number++)
    {
      g_string_append (text, METHOD_RULE "\n");
      append_relatives (text, ranks, number, TV_PROFILE_PARENTS);
      append_relatives (text, ranks, number, TV_PROFILE_PARENTS_RECURSIVE);
      append_method (text, ranks, number);
      append_relatives (text, ranks, number, TV_PROFILE_CHILDREN);
      append_relatives (text, ranks, number, TV_PROFILE_CHILDREN_RECURSIVE);
    }
}

/* ---- Groups ---- */

static void
append_group (GString *text, const TvMethodGroup *group, gint64 sum_ns, gint64 total_ns)
{
  g_string_append_printf (text, GROUP_RULE "\n%9" PRId64 " ",
                          tv_call_report_get_us (group->exclusive_ns));
  tv_call_report_append_percent (text, 7, 1,
                                 tv_call_report_get_percent (group->exclusive_ns, total_ns));
  g_string_append_c (text, ' ');
  tv_call_report_append_percent (text, 7, 1, tv_call_report_get_percent (sum_ns, total_ns));
  g_string_append_printf (text, " %6" PRIu64 "+%-6" PRIu64 " ", group->calls,
                          group->recursive_calls);
  tv_visible_text_append (text, group->name);
  g_string_append_c (text, '\n');
}

static void
append_members (GString *text,
                const TvRankedMethod *methods,
                const TvMethodGroup *group,
                const guint32 *order,
                gboolean has_class)
{
  gint64 sum_ns = 0;

  for (guint32 i = 0; i < group->n; i++)
    {
      guint32 number = order[group->first + i];
      const TvRankedMethod *method = &methods[number];

      sum_ns += method->exclusive_ns;
      g_string_append_printf (text, "%9" PRId64 " %9" PRId64 " ",
                              tv_call_report_get_us (method->exclusive_ns),
                              tv_call_report_get_us (method->inclusive_ns));
      tv_call_report_append_percent (
          text, 7, 1, tv_call_report_get_percent (method->exclusive_ns, group->exclusive_ns));
      g_string_append_c (text, ' ');
      tv_call_report_append_percent (text, 7, 1,
                                     tv_call_report_get_percent (sum_ns, group->exclusive_ns));
      g_string_append_printf (text, " %6u+%-6u [%u] ", method->calls, method->recursive_calls,
                              number);
      tv_call_report_append_name (text, method, has_class);
      g_string_append_c (text, '\n');
    }
}

static void
append_groups (GString *text, const TvMethodRanks *ranks, TvMethodGrouping grouping)
{
  gint64 total_ns = tv_method_ranks_get_total_ns (ranks), sum_ns = 0;
  g_autofree guint32 *order = NULL;
  g_autoptr (GArray) groups = tv_method_ranks_dup_groups (ranks, grouping, &order);
  guint32 n;
  const TvRankedMethod *methods = tv_method_ranks_get (ranks, &n);

  for (guint i = 0; i < groups->len; i++)
    {
      const TvMethodGroup *group = &g_array_index (groups, TvMethodGroup, i);

      if (group->exclusive_ns <= 0)
        break;
      sum_ns += group->exclusive_ns;
      append_group (text, group, sum_ns, total_ns);
      append_members (text, methods, group, order, grouping == TV_METHOD_GROUPS_BY_NAME);
    }
}

/**
 * tv_call_report_append_text:
 * @text: where to
 * @ranks: methods
 *
 * Appends the four sections of the report.
 */
void
tv_call_report_append_text (GString *text, const TvMethodRanks *ranks)
{
  append_exclusive (text, ranks);
  append_inclusive (text, ranks);
  append_heading (text, "\nExclusive elapsed time for each class, summed over all the methods\n"
                        "in the class.\n\n"
                        "   Cycles %/total Cumul.%  Calls+Recur  Class\n");
  append_groups (text, ranks, TV_METHOD_GROUPS_BY_CLASS);
  append_heading (text, "\nExclusive elapsed time for each method, summed over all the classes\n"
                        "that contain a method with the same name.\n\n"
                        "   Cycles %/total Cumul.%  Calls+Recur  Method\n");
  append_groups (text, ranks, TV_METHOD_GROUPS_BY_NAME);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/call-report-writer.h"

#include <inttypes.h>

#include "export/visible-text.h"

/* Writes the dmtracedump report as text. Called by `tracedump dmtracedump`. Implements the callbacks of
 * TvCallReportWriter; call-report.c determines the rows and their order. Pure: appends to the caller's string. */

#define SECTION_RULE   "======================================================================"
#define METHOD_RULE    "----------------------------------------------------"
#define GROUP_RULE     "---------------------------------------------"
#define RECURSIVE_RULE "               +++++++++++++++++++++++++\n"

/* ---- Parts of lines ---- */

static void
append_padding (GString *text, gsize n, guint width)
{
  for (gsize i = n; i < width; i++)
    g_string_append_c (text, ' ');
}

static void
append_share (GString *text, guint width, guint n_decimals, gint64 part_ns, gint64 whole_ns)
{
  tv_call_report_append_percent (text, width, n_decimals,
                                 tv_call_report_get_percent (part_ns, whole_ns));
}

/* Appends a method's number in brackets. */
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

/* ---- Sections ---- */

static void
begin_section (GString *text, TvCallReportSection section, gint64 total_ns)
{
  static const char *const headings[TV_N_CALL_REPORT_SECTIONS] = {
    [TV_CALL_REPORT_EXCLUSIVE] =
        "Exclusive elapsed times for each method, not including time spent in\n"
        "children, sorted by exclusive time.\n\n"
        "    Usecs  self %  sum %  Method\n",
    [TV_CALL_REPORT_INCLUSIVE] =
        "\nInclusive elapsed times for each method and its parents and children,\n"
        "sorted by inclusive time.\n\n"
        "index  %/total %/self  index     calls         usecs name\n",
    [TV_CALL_REPORT_CLASSES] =
        "\nExclusive elapsed time for each class, summed over all the methods\n"
        "in the class.\n\n"
        "   Cycles %/total Cumul.%  Calls+Recur  Class\n",
    [TV_CALL_REPORT_METHODS] =
        "\nExclusive elapsed time for each method, summed over all the classes\n"
        "that contain a method with the same name.\n\n"
        "   Cycles %/total Cumul.%  Calls+Recur  Method\n",
  };

  g_string_append (text, "\n" SECTION_RULE "\n");
  if (section == TV_CALL_REPORT_EXCLUSIVE)
    g_string_append_printf (text, "Total cycles: %" PRId64 "\n\n",
                            tv_call_report_get_us (total_ns));
  g_string_append (text, headings[section]);
}

static void
append_exclusive (GString *text, const TvCallReportRow *row)
{
  const TvRankedMethod *method = &row->methods[row->number];

  g_string_append_printf (text, "%9" PRId64 "  ", tv_call_report_get_us (method->exclusive_ns));
  append_share (text, 6, 2, method->exclusive_ns, row->whole_ns);
  g_string_append_c (text, ' ');
  append_share (text, 6, 2, row->sum_ns, row->whole_ns);
  g_string_append (text, "  ");
  append_number (text, 0, row->number, FALSE);
  g_string_append_c (text, ' ');
  tv_call_report_append_name (text, method, TRUE);
  g_string_append_c (text, '\n');
}

/* ---- Inclusive ---- */

static void
begin_method (GString *text, const TvCallReportRow *row)
{
  g_string_append (text, METHOD_RULE "\n");
}

static void
append_relative (GString *text, const TvCallReportRow *row, const TvCallReportRelative *relative)
{
  gboolean is_recursive = relative->group == TV_PROFILE_PARENTS_RECURSIVE ||
                          relative->group == TV_PROFILE_CHILDREN_RECURSIVE;

  if (is_recursive && relative->position == 0)
    g_string_append (text, RECURSIVE_RULE);
  if (is_recursive)
    append_padding (text, 0, 21);
  else
    {
      append_padding (text, 0, 15);
      append_share (text, 5, 1, relative->relative->inclusive_ns, row->whole_ns);
      g_string_append_c (text, '%');
    }
  g_string_append_c (text, ' ');
  append_number (text, 6, row->number, FALSE);
  g_string_append_printf (text, " %6u/%-6" PRIu64 " %9" PRId64 " ", relative->relative->calls,
                          relative->calls,
                          tv_call_report_get_us (relative->relative->inclusive_ns));
  tv_call_report_append_name (text, &row->methods[row->number], TRUE);
  g_string_append_c (text, '\n');
}

static void
append_own (GString *text, const TvCallReportRow *row)
{
  const TvRankedMethod *method = &row->methods[row->number];

  append_number (text, 6, row->number, TRUE);
  g_string_append_c (text, ' ');
  append_share (text, 5, 1, method->inclusive_ns, row->whole_ns);
  g_string_append_printf (text, "%%%22u+%-6u %9" PRId64 " ", method->calls, method->recursive_calls,
                          tv_call_report_get_us (method->inclusive_ns));
  tv_call_report_append_name (text, method, TRUE);
  g_string_append_c (text, '\n');
  append_padding (text, 0, 15);
  append_share (text, 5, 1, method->self_ns, method->inclusive_ns);
  g_string_append_printf (text, "%%   excl%24" PRId64 "\n",
                          tv_call_report_get_us (method->self_ns));
}

/* ---- Groups ---- */

static void
begin_group (GString *text, const TvMethodGroup *group, const TvCallReportRow *row)
{
  g_string_append_printf (text, GROUP_RULE "\n%9" PRId64 " ",
                          tv_call_report_get_us (group->exclusive_ns));
  append_share (text, 7, 1, group->exclusive_ns, row->whole_ns);
  g_string_append_c (text, ' ');
  append_share (text, 7, 1, row->sum_ns, row->whole_ns);
  g_string_append_printf (text, " %6" PRIu64 "+%-6" PRIu64 " ", group->calls,
                          group->recursive_calls);
  tv_visible_text_append (text, group->name);
  g_string_append_c (text, '\n');
}

static void
append_member (GString *text, const TvCallReportRow *row, TvCallReportSection section)
{
  const TvRankedMethod *method = &row->methods[row->number];

  g_string_append_printf (text, "%9" PRId64 " %9" PRId64 " ",
                          tv_call_report_get_us (method->exclusive_ns),
                          tv_call_report_get_us (method->inclusive_ns));
  append_share (text, 7, 1, method->exclusive_ns, row->whole_ns);
  g_string_append_c (text, ' ');
  append_share (text, 7, 1, row->sum_ns, row->whole_ns);
  g_string_append_printf (text, " %6u+%-6u [%u] ", method->calls, method->recursive_calls,
                          row->number);
  tv_call_report_append_name (text, method, section == TV_CALL_REPORT_METHODS);
  g_string_append_c (text, '\n');
}

static const TvCallReportWriter writer = {
  .begin_section = begin_section,
  .exclusive = append_exclusive,
  .begin_method = begin_method,
  .relative = append_relative,
  .own = append_own,
  .begin_group = begin_group,
  .member = append_member,
};

/**
 * Appends the four sections of the report as text. @ranks: the methods.
 */
void
tv_call_report_append_text (GString *text, const TvMethodRanks *ranks)
{
  tv_call_report_write (text, ranks, &writer);
}

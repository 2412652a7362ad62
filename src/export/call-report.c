/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/call-report-writer.h"

#include <string.h>

#include "export/visible-text.h"

/* Visits all methods, and calls a TvCallReportWriter for each row, so that the text and the HTML report contain the
 * same rows. Both writers call tv_call_report_write(). Pure. */

/* ---- Numbers and names ---- */

/**
 * Returns a time in µs, rounded to the nearest integer.
 */
gint64
tv_call_report_get_us (gint64 ns)
{
  return ns >= 0 ? ns / 1000 + (ns % 1000 >= 500) : -(-(ns / 1000) + (-(ns % 1000) >= 500));
}

/**
 * Returns a share in percent; 0 if @whole_ns is 0.
 */
double
tv_call_report_get_percent (gint64 part_ns, gint64 whole_ns)
{
  return whole_ns > 0 ? 100.0 * (double) part_ns / (double) whole_ns : 0;
}

/**
 * tv_call_report_append_name:
 * @text: output buffer
 * @method: a method
 * @has_class: whether to append the class; if the method has no name, the class is always appended
 *
 * Appends `class.method signature`, with invisible characters escaped as in tv_visible_text_append().
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

/**
 * tv_call_report_append_percent:
 * @text: output buffer
 * @width: minimum number of characters
 * @n_decimals: number of decimal digits, at most 9
 * @percent: a number
 *
 * Appends a number, aligned right and formatted as in the C locale.
 */
void
tv_call_report_append_percent (GString *text, guint width, guint n_decimals, double percent)
{
  char format[] = "%.1f", number[G_ASCII_DTOSTR_BUF_SIZE + 320];

  format[2] = (char) ('0' + n_decimals);
  g_ascii_formatd (number, sizeof number, format, percent);
  for (gsize n = strlen (number); n < width; n++)
    g_string_append_c (text, ' ');
  g_string_append (text, number);
}

/* ---- Sections ---- */

static void
write_exclusive (GString *text, const TvMethodRanks *ranks, const TvCallReportWriter *writer)
{
  guint32 n_methods, n;
  const TvRankedMethod *methods = tv_method_ranks_get (ranks, &n_methods);
  g_autofree guint32 *order = tv_method_ranks_dup_exclusive (ranks, &n);
  TvCallReportRow row = { methods, 0, 0, tv_method_ranks_get_total_ns (ranks) };

  for (guint32 i = 0; i < n; i++)
    {
      row.number = order[i];
      row.sum_ns += methods[row.number].exclusive_ns;
      writer->exclusive (text, &row);
    }
}

static void
write_relatives (GString *text,
                 const TvMethodRanks *ranks,
                 guint32 number,
                 TvProfileGroup group,
                 const TvCallReportWriter *writer)
{
  gboolean is_parents = group == TV_PROFILE_PARENTS || group == TV_PROFILE_PARENTS_RECURSIVE;
  g_autoptr (GArray) relatives = tv_method_ranks_dup_relatives (ranks, number, group);
  guint32 n;
  const TvRankedMethod *methods = tv_method_ranks_get (ranks, &n);

  for (guint i = 0; i < relatives->len; i++)
    {
      const TvRankedRelative *relative = &g_array_index (relatives, TvRankedRelative, i);
      const TvRankedMethod *callee = &methods[is_parents ? number : relative->number];
      TvCallReportRow row = { methods, relative->number, 0, methods[number].inclusive_ns };
      TvCallReportRelative described = { relative, group,
                                         (guint64) callee->calls + callee->recursive_calls, i,
                                         relatives->len };

      writer->relative (text, &row, &described);
    }
}

static void
write_inclusive (GString *text, const TvMethodRanks *ranks, const TvCallReportWriter *writer)
{
  guint32 n;
  const TvRankedMethod *methods = tv_method_ranks_get (ranks, &n);
  TvCallReportRow row = { methods, 0, 0, tv_method_ranks_get_total_ns (ranks) };

  for (; row.number < n && methods[row.number].inclusive_ns > 0; row.number++)
    {
      writer->begin_method (text, &row);
      write_relatives (text, ranks, row.number, TV_PROFILE_PARENTS, writer);
      write_relatives (text, ranks, row.number, TV_PROFILE_PARENTS_RECURSIVE, writer);
      writer->own (text, &row);
      write_relatives (text, ranks, row.number, TV_PROFILE_CHILDREN, writer);
      write_relatives (text, ranks, row.number, TV_PROFILE_CHILDREN_RECURSIVE, writer);
      if (writer->end_method != NULL)
        writer->end_method (text, &row);
    }
}

static void
write_members (GString *text,
               const TvRankedMethod *methods,
               const TvMethodGroup *group,
               const guint32 *order,
               TvCallReportSection section,
               const TvCallReportWriter *writer)
{
  TvCallReportRow row = { methods, 0, 0, group->exclusive_ns };

  for (guint32 i = 0; i < group->n; i++)
    {
      row.number = order[group->first + i];
      row.sum_ns += methods[row.number].exclusive_ns;
      writer->member (text, &row, section);
    }
}

/* Writes the groups of a section. Groups without time are last and are omitted. */
static void
write_groups (GString *text,
              const TvMethodRanks *ranks,
              TvCallReportSection section,
              const TvCallReportWriter *writer)
{
  g_autofree guint32 *order = NULL;
  g_autoptr (GArray) groups = tv_method_ranks_dup_groups (
      ranks,
      section == TV_CALL_REPORT_CLASSES ? TV_METHOD_GROUPS_BY_CLASS : TV_METHOD_GROUPS_BY_NAME,
      &order);
  guint32 n;
  const TvRankedMethod *methods = tv_method_ranks_get (ranks, &n);
  TvCallReportRow row = { methods, TV_NONE, 0, tv_method_ranks_get_total_ns (ranks) };

  for (guint i = 0; i < groups->len; i++)
    {
      const TvMethodGroup *group = &g_array_index (groups, TvMethodGroup, i);

      if (group->exclusive_ns <= 0)
        break;
      row.sum_ns += group->exclusive_ns;
      writer->begin_group (text, group, &row);
      write_members (text, methods, group, order, section, writer);
      if (writer->end_group != NULL)
        writer->end_group (text);
    }
}

/**
 * tv_call_report_write:
 * @text: output buffer
 * @ranks: methods
 * @writer: callbacks that append to @text
 *
 * Appends the four sections of the report.
 */
void
tv_call_report_write (GString *text, const TvMethodRanks *ranks, const TvCallReportWriter *writer)
{
  for (TvCallReportSection section = 0; section < TV_N_CALL_REPORT_SECTIONS; section++)
    {
      writer->begin_section (text, section, tv_method_ranks_get_total_ns (ranks));
      if (section == TV_CALL_REPORT_EXCLUSIVE)
        write_exclusive (text, ranks, writer);
      else if (section == TV_CALL_REPORT_INCLUSIVE)
        write_inclusive (text, ranks, writer);
      else
        write_groups (text, ranks, section, writer);
      if (writer->end_section != NULL)
        writer->end_section (text, section);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/call-report.h"

#include <glib/gi18n.h>

#include "export/html-page.h"

enum
{
  EXCLUSIVE,
  INCLUSIVE,
  CLASSES,
  METHODS,
  N_SECTIONS,
};

/* ---- Cells ---- */

static void
append_us (GString *html, gint64 ns)
{
  g_string_append (html, "<td class=\"n\">");
  tv_html_append_number (html, tv_call_report_get_us (ns));
  g_string_append (html, "</td>");
}

static void
append_percent (GString *html, double percent, guint n_decimals)
{
  g_string_append (html, "<td class=\"n\">");
  tv_call_report_append_percent (html, 0, n_decimals, percent);
  g_string_append (html, "</td>");
}

/* A share as a bar, and in percent. */
static void
append_share (GString *html, double percent)
{
  double shown = CLAMP (percent, 0, 100);

  g_string_append (html, "<span class=\"bar\" style=\"--p:");
  tv_call_report_append_percent (html, 0, 1, shown);
  g_string_append (html, "%\"></span><span class=\"p\">");
  tv_call_report_append_percent (html, 0, 1, percent);
  g_string_append (html, "%</span>");
}

static void
append_calls (GString *html, guint64 calls, guint64 recursive_calls)
{
  tv_html_append_number (html, (gint64) calls);
  if (recursive_calls == 0)
    return;
  g_string_append_c (html, '+');
  tv_html_append_number (html, (gint64) recursive_calls);
}

static void
append_link (GString *html, const TvRankedMethod *method, guint32 number)
{
  if (method->inclusive_ns > 0)
    g_string_append_printf (html, "<a href=\"#m%u\">[%u]</a> ", number, number);
  else
    g_string_append_printf (html, "[%u] ", number);
  tv_html_append_name (html, method->class_name, method->name, method->signature);
}

/* ---- Exclusive ---- */

static void
append_exclusive (GString *html, const TvMethodRanks *ranks)
{
  const TvHtmlColumn columns[] = {
    { _("Exclusive µs"), TRUE }, { _("Exclusive %"), TRUE }, { _("Sum %"), TRUE },
    { _("Inclusive µs"), TRUE }, { _("Calls"), TRUE },       { _("Method"), FALSE },
  };
  gint64 total_ns = tv_method_ranks_get_total_ns (ranks), sum_ns = 0;
  guint32 n_methods, n;
  const TvRankedMethod *methods = tv_method_ranks_get (ranks, &n_methods);
  g_autofree guint32 *order = tv_method_ranks_dup_exclusive (ranks, &n);

  tv_html_begin_table (html, columns, G_N_ELEMENTS (columns));
  for (guint32 i = 0; i < n; i++)
    {
      const TvRankedMethod *method = &methods[order[i]];

      sum_ns += method->exclusive_ns;
      g_string_append (html, "<tr>");
      append_us (html, method->exclusive_ns);
      g_string_append (html, "<td class=\"n\">");
      append_share (html, tv_call_report_get_percent (method->exclusive_ns, total_ns));
      g_string_append (html, "</td>");
      append_percent (html, tv_call_report_get_percent (sum_ns, total_ns), 1);
      append_us (html, method->inclusive_ns);
      g_string_append (html, "<td class=\"n\">");
      append_calls (html, method->calls, method->recursive_calls);
      g_string_append (html, "</td><td class=\"name\">");
      append_link (html, method, order[i]);
      g_string_append (html, "</td></tr>\n");
    }
  tv_html_end_table (html);
}

/* ---- Inclusive ---- */

static void
append_relative (GString *html,
                 const TvRankedMethod *methods,
                 const TvRankedRelative *relative,
                 const TvRankedMethod *callee,
                 gint64 whole_ns,
                 gboolean is_recursive)
{
  g_string_append (html, "<tr><td class=\"n\">");
  if (!is_recursive)
    append_share (html, tv_call_report_get_percent (relative->inclusive_ns, whole_ns));
  g_string_append (html, "</td>");
  append_us (html, relative->inclusive_ns);
  g_string_append (html, "<td class=\"n\">");
  tv_html_append_number (html, relative->calls);
  g_string_append_c (html, '/');
  tv_html_append_number (html, (gint64) callee->calls + callee->recursive_calls);
  g_string_append (html, "</td><td class=\"name\">");
  append_link (html, &methods[relative->number], relative->number);
  g_string_append (html, "</td></tr>\n");
}

static void
append_relatives (GString *html, const TvMethodRanks *ranks, guint32 number, TvProfileGroup group)
{
  const char *const titles[] = {
    [TV_PROFILE_PARENTS] = _("Called by"),
    [TV_PROFILE_CHILDREN] = _("Calls"),
    [TV_PROFILE_PARENTS_RECURSIVE] = _("Called by, while recursive"),
    [TV_PROFILE_CHILDREN_RECURSIVE] = _("Calls, while recursive"),
  };
  gboolean is_parents = group == TV_PROFILE_PARENTS || group == TV_PROFILE_PARENTS_RECURSIVE;
  gboolean is_recursive = group == TV_PROFILE_PARENTS_RECURSIVE ||
                          group == TV_PROFILE_CHILDREN_RECURSIVE;
  g_autoptr (GArray) relatives = tv_method_ranks_dup_relatives (ranks, number, group);
  guint32 n;
  const TvRankedMethod *methods = tv_method_ranks_get (ranks, &n);

  if (relatives->len == 0)
    return;
  g_string_append_printf (
      html, "<tbody class=\"%s\"><tr><th colspan=\"4\" scope=\"rowgroup\">%s</th></tr>\n",
      is_parents ? "up" : "down", titles[group]);
  for (guint i = 0; i < relatives->len; i++)
    {
      const TvRankedRelative *relative = &g_array_index (relatives, TvRankedRelative, i);

      append_relative (html, methods, relative, &methods[is_parents ? number : relative->number],
                       methods[number].inclusive_ns, is_recursive);
    }
  g_string_append (html, "</tbody>\n");
}

static void
append_own (GString *html, const TvRankedMethod *method)
{
  g_string_append (html, "<tbody class=\"own\"><tr><td class=\"n\">");
  append_share (html, tv_call_report_get_percent (method->self_ns, method->inclusive_ns));
  g_string_append (html, "</td>");
  append_us (html, method->self_ns);
  g_string_append_printf (html, "<td></td><td>%s</td></tr></tbody>\n", _("by itself"));
}

static void
append_method (GString *html, const TvMethodRanks *ranks, guint32 number)
{
  guint32 n;
  const TvRankedMethod *method = &tv_method_ranks_get (ranks, &n)[number];

  g_string_append_printf (html, "<details id=\"m%u\"%s><summary><span class=\"n\">[%u]</span>",
                          number, number == 0 ? " open" : "", number);
  g_string_append (html, "<span class=\"n\">");
  append_share (html, tv_call_report_get_percent (method->inclusive_ns,
                                                  tv_method_ranks_get_total_ns (ranks)));
  g_string_append (html, "</span><span class=\"n t\">");
  tv_html_append_number (html, tv_call_report_get_us (method->inclusive_ns));
  g_string_append (html, " µs</span><span class=\"n k\">");
  append_calls (html, method->calls, method->recursive_calls);
  g_string_append (html, "×</span><span class=\"name\">");
  tv_html_append_name (html, method->class_name, method->name, method->signature);
  g_string_append (html, "</span></summary>\n<table>\n");
  append_relatives (html, ranks, number, TV_PROFILE_PARENTS);
  append_relatives (html, ranks, number, TV_PROFILE_PARENTS_RECURSIVE);
  append_own (html, method);
  append_relatives (html, ranks, number, TV_PROFILE_CHILDREN);
  append_relatives (html, ranks, number, TV_PROFILE_CHILDREN_RECURSIVE);
  g_string_append (html, "</table></details>\n");
}

static void
append_inclusive (GString *html, const TvMethodRanks *ranks)
{
  guint32 n;
  const TvRankedMethod *methods = tv_method_ranks_get (ranks, &n);

  for (guint32 number = 0; number < n && methods[number].inclusive_ns > 0; number++)
    append_method (html, ranks, number);
}

/* ---- Groups ---- */

static void
append_members (GString *html,
                const TvRankedMethod *methods,
                const TvMethodGroup *group,
                const guint32 *order)
{
  g_string_append (html, "<table><tbody>\n");
  for (guint32 i = 0; i < group->n; i++)
    {
      guint32 number = order[group->first + i];
      const TvRankedMethod *method = &methods[number];

      g_string_append (html, "<tr><td class=\"n\">");
      append_share (html, tv_call_report_get_percent (method->exclusive_ns, group->exclusive_ns));
      g_string_append (html, "</td>");
      append_us (html, method->exclusive_ns);
      g_string_append (html, "<td class=\"n\">");
      append_calls (html, method->calls, method->recursive_calls);
      g_string_append (html, "</td><td class=\"name\">");
      append_link (html, method, number);
      g_string_append (html, "</td></tr>\n");
    }
  g_string_append (html, "</tbody></table>");
}

static void
append_groups (GString *html, const TvMethodRanks *ranks, TvMethodGrouping grouping)
{
  gint64 total_ns = tv_method_ranks_get_total_ns (ranks);
  g_autofree guint32 *order = NULL;
  g_autoptr (GArray) groups = tv_method_ranks_dup_groups (ranks, grouping, &order);
  guint32 n;
  const TvRankedMethod *methods = tv_method_ranks_get (ranks, &n);

  for (guint i = 0; i < groups->len; i++)
    {
      const TvMethodGroup *group = &g_array_index (groups, TvMethodGroup, i);

      if (group->exclusive_ns <= 0)
        break;
      g_string_append (html, "<details><summary><span class=\"n\">");
      append_share (html, tv_call_report_get_percent (group->exclusive_ns, total_ns));
      g_string_append (html, "</span><span class=\"n t\">");
      tv_html_append_number (html, tv_call_report_get_us (group->exclusive_ns));
      g_string_append (html, " µs</span><span class=\"n k\">");
      append_calls (html, group->calls, group->recursive_calls);
      g_string_append (html, "×</span><span class=\"name\">");
      tv_html_append_name (html, group->name, NULL, NULL);
      g_string_append (html, "</span></summary>\n");
      append_members (html, methods, group, order);
      g_string_append (html, "</details>\n");
    }
}

/* ---- Page ---- */

static void
append_summary (GString *html, const TvMethodRanks *ranks)
{
  TvTrace *trace = tv_method_ranks_get_trace (ranks);
  guint32 n, n_threads, n_called = 0;
  const TvRankedMethod *methods = tv_method_ranks_get (ranks, &n);

  tv_trace_get_threads (trace, &n_threads);
  for (guint32 i = 0; i < n; i++)
    n_called += methods[i].calls > 0;
  g_string_append (html, "<p>");
  tv_html_append_number (html, tv_call_report_get_us (tv_method_ranks_get_total_ns (ranks)));
  g_string_append_printf (html,
                          tv_method_ranks_get_clock (ranks) == TV_CLOCK_CPU
                              ? _(" µs of CPU time, %u threads, %u methods called")
                              : _(" µs of wall time, %u threads, %u methods called"),
                          n_threads, n_called);
  g_string_append (html, "</p>\n");
}

/**
 * tv_call_report_append_html:
 * @text: where to
 * @ranks: methods
 * @page: what else to tell
 *
 * Appends the four sections of the report as a page of HTML that is one file.
 */
void
tv_call_report_append_html (GString *text, const TvMethodRanks *ranks, const TvCallReportPage *page)
{
  const TvHtmlLink links[N_SECTIONS] = {
    { "exclusive", _("Exclusive") },
    { "inclusive", _("Inclusive") },
    { "class", _("Classes") },
    { "method", _("Methods of one name") },
  };

  tv_html_begin_page (text, page->title, page->script_prefix);
  append_summary (text, ranks);
  tv_html_append_links (text, links, N_SECTIONS);
  tv_html_begin_section (text, &links[EXCLUSIVE],
                         _("How long each method took, without what it called."));
  append_exclusive (text, ranks);
  g_string_append (text, "</section>\n");
  tv_html_begin_section (
      text, &links[INCLUSIVE],
      _("How long each method took with all that it called; who called it, and what it "
        "called itself. “(toplevel)” is what the threads did as a whole."));
  append_inclusive (text, ranks);
  g_string_append (text, "</section>\n");
  tv_html_begin_section (text, &links[CLASSES], _("Exclusive time of all methods of a class."));
  append_groups (text, ranks, TV_METHOD_GROUPS_BY_CLASS);
  g_string_append (text, "</section>\n");
  tv_html_begin_section (text, &links[METHODS],
                         _("Exclusive time of all methods of one name, whatever their class."));
  append_groups (text, ranks, TV_METHOD_GROUPS_BY_NAME);
  g_string_append (text, "</section>\n");
  tv_html_end_page (text, page->script_prefix);
}

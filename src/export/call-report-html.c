/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/call-report-writer.h"

#include <glib/gi18n.h>

#include "export/html-page.h"

/* Writes the dmtracedump report as an HTML page. Called by `tracedump dmtracedump`. Implements the callbacks of
 * TvCallReportWriter; call-report.c determines the rows and their order. Pure: appends to the caller's string. */

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

/* Appends a bar and a number for a percentage. */
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

/* ---- Sections ---- */

static void
fill_links (TvHtmlLink links[TV_N_CALL_REPORT_SECTIONS])
{
  links[TV_CALL_REPORT_EXCLUSIVE] = (TvHtmlLink){ "exclusive", _("Exclusive") };
  links[TV_CALL_REPORT_INCLUSIVE] = (TvHtmlLink){ "inclusive", _("Inclusive") };
  links[TV_CALL_REPORT_CLASSES] = (TvHtmlLink){ "class", _("Classes") };
  links[TV_CALL_REPORT_METHODS] = (TvHtmlLink){ "method", _("Methods with the same name") };
}

static void
begin_section (GString *html, TvCallReportSection section, gint64 total_ns)
{
  const char *const about[TV_N_CALL_REPORT_SECTIONS] = {
    [TV_CALL_REPORT_EXCLUSIVE] = _("Exclusive time of each method."),
    [TV_CALL_REPORT_INCLUSIVE] =
        _("Inclusive time of each method, with its callers and callees. “(toplevel)” is the "
          "root of all threads."),
    [TV_CALL_REPORT_CLASSES] = _("Exclusive time of all methods of each class."),
    [TV_CALL_REPORT_METHODS] =
        _("Exclusive time of all methods with the same name, regardless of their class."),
  };
  const TvHtmlColumn columns[] = {
    { _("Exclusive µs"), TRUE }, { _("Exclusive %"), TRUE }, { _("Sum %"), TRUE },
    { _("Inclusive µs"), TRUE }, { _("Calls"), TRUE },       { _("Method"), FALSE },
  };
  TvHtmlLink links[TV_N_CALL_REPORT_SECTIONS];

  fill_links (links);
  tv_html_begin_section (html, &links[section], about[section]);
  if (section == TV_CALL_REPORT_EXCLUSIVE)
    tv_html_begin_table (html, columns, G_N_ELEMENTS (columns));
}

static void
end_section (GString *html, TvCallReportSection section)
{
  if (section == TV_CALL_REPORT_EXCLUSIVE)
    tv_html_end_table (html);
  g_string_append (html, "</section>\n");
}

static void
append_exclusive (GString *html, const TvCallReportRow *row)
{
  const TvRankedMethod *method = &row->methods[row->number];

  g_string_append (html, "<tr>");
  append_us (html, method->exclusive_ns);
  g_string_append (html, "<td class=\"n\">");
  append_share (html, tv_call_report_get_percent (method->exclusive_ns, row->whole_ns));
  g_string_append (html, "</td>");
  append_percent (html, tv_call_report_get_percent (row->sum_ns, row->whole_ns), 1);
  append_us (html, method->inclusive_ns);
  g_string_append (html, "<td class=\"n\">");
  append_calls (html, method->calls, method->recursive_calls);
  g_string_append (html, "</td><td class=\"name\">");
  append_link (html, method, row->number);
  g_string_append (html, "</td></tr>\n");
}

/* ---- Inclusive ---- */

/* Appends the line that remains visible when an entry is collapsed: share, time, calls and name. */
static void
append_summary (GString *html, gint64 ns, gint64 whole_ns, guint64 calls, guint64 recursive_calls)
{
  g_string_append (html, "<span class=\"n\">");
  append_share (html, tv_call_report_get_percent (ns, whole_ns));
  g_string_append (html, "</span><span class=\"n t\">");
  tv_html_append_number (html, tv_call_report_get_us (ns));
  g_string_append (html, " µs</span><span class=\"n k\">");
  append_calls (html, calls, recursive_calls);
  g_string_append (html, "×</span><span class=\"name\">");
}

static void
begin_method (GString *html, const TvCallReportRow *row)
{
  const TvRankedMethod *method = &row->methods[row->number];

  g_string_append_printf (html, "<details id=\"m%u\"%s><summary><span class=\"n\">[%u]</span>",
                          row->number, row->number == 0 ? " open" : "", row->number);
  append_summary (html, method->inclusive_ns, row->whole_ns, method->calls,
                  method->recursive_calls);
  tv_html_append_name (html, method->class_name, method->name, method->signature);
  g_string_append (html, "</span></summary>\n<table>\n");
}

static void
append_relative (GString *html, const TvCallReportRow *row, const TvCallReportRelative *relative)
{
  const char *const titles[] = {
    [TV_PROFILE_PARENTS] = _("Called by"),
    [TV_PROFILE_CHILDREN] = _("Calls"),
    [TV_PROFILE_PARENTS_RECURSIVE] = _("Called by, while recursive"),
    [TV_PROFILE_CHILDREN_RECURSIVE] = _("Calls, while recursive"),
  };
  gboolean is_parent = relative->group == TV_PROFILE_PARENTS ||
                       relative->group == TV_PROFILE_PARENTS_RECURSIVE;

  if (relative->position == 0)
    g_string_append_printf (
        html, "<tbody class=\"%s\"><tr><th colspan=\"4\" scope=\"rowgroup\">%s</th></tr>\n",
        is_parent ? "up" : "down", titles[relative->group]);
  g_string_append (html, "<tr><td class=\"n\">");
  if (relative->group == TV_PROFILE_PARENTS || relative->group == TV_PROFILE_CHILDREN)
    append_share (html,
                  tv_call_report_get_percent (relative->relative->inclusive_ns, row->whole_ns));
  g_string_append (html, "</td>");
  append_us (html, relative->relative->inclusive_ns);
  g_string_append (html, "<td class=\"n\">");
  tv_html_append_number (html, relative->relative->calls);
  g_string_append_c (html, '/');
  tv_html_append_number (html, (gint64) relative->calls);
  g_string_append (html, "</td><td class=\"name\">");
  append_link (html, &row->methods[row->number], row->number);
  g_string_append (html, "</td></tr>\n");
  if (relative->position + 1 == relative->n)
    g_string_append (html, "</tbody>\n");
}

static void
append_own (GString *html, const TvCallReportRow *row)
{
  const TvRankedMethod *method = &row->methods[row->number];

  g_string_append (html, "<tbody class=\"own\"><tr><td class=\"n\">");
  append_share (html, tv_call_report_get_percent (method->self_ns, method->inclusive_ns));
  g_string_append (html, "</td>");
  append_us (html, method->self_ns);
  g_string_append_printf (html, "<td></td><td>%s</td></tr></tbody>\n", _("by itself"));
}

static void
end_method (GString *html, const TvCallReportRow *row)
{
  g_string_append (html, "</table></details>\n");
}

/* ---- Groups ---- */

static void
begin_group (GString *html, const TvMethodGroup *group, const TvCallReportRow *row)
{
  g_string_append (html, "<details><summary>");
  append_summary (html, group->exclusive_ns, row->whole_ns, group->calls, group->recursive_calls);
  tv_html_append_name (html, group->name, NULL, NULL);
  g_string_append (html, "</span></summary>\n<table><tbody>\n");
}

static void
append_member (GString *html, const TvCallReportRow *row, TvCallReportSection section)
{
  const TvRankedMethod *method = &row->methods[row->number];

  g_string_append (html, "<tr><td class=\"n\">");
  append_share (html, tv_call_report_get_percent (method->exclusive_ns, row->whole_ns));
  g_string_append (html, "</td>");
  append_us (html, method->exclusive_ns);
  g_string_append (html, "<td class=\"n\">");
  append_calls (html, method->calls, method->recursive_calls);
  g_string_append (html, "</td><td class=\"name\">");
  append_link (html, method, row->number);
  g_string_append (html, "</td></tr>\n");
}

static void
end_group (GString *html)
{
  g_string_append (html, "</tbody></table></details>\n");
}

static const TvCallReportWriter writer = {
  .begin_section = begin_section,
  .end_section = end_section,
  .exclusive = append_exclusive,
  .begin_method = begin_method,
  .relative = append_relative,
  .own = append_own,
  .end_method = end_method,
  .begin_group = begin_group,
  .member = append_member,
  .end_group = end_group,
};

/* ---- Page ---- */

static void
append_trace (GString *html, const TvMethodRanks *ranks)
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
 * @text: output buffer
 * @ranks: methods
 * @page: title and scripts of the page
 *
 * Appends the four sections of the report as a self-contained HTML page.
 */
void
tv_call_report_append_html (GString *text, const TvMethodRanks *ranks, const TvCallReportPage *page)
{
  TvHtmlLink links[TV_N_CALL_REPORT_SECTIONS];

  fill_links (links);
  tv_html_begin_page (text, page->title, page->script_prefix);
  append_trace (text, ranks);
  tv_html_append_links (text, links, TV_N_CALL_REPORT_SECTIONS);
  tv_call_report_write (text, ranks, &writer);
  tv_html_end_page (text, page->script_prefix);
}

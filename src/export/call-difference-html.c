/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/call-difference.h"

#include <glib/gi18n.h>

#include "export/html-page.h"

/* Writes a report of the differences between two runs as an HTML page with tables. Called by `tracedump dmtracedump`.
 * The numbers are computed by call-difference.c; html-page.c writes the page. Pure: appends to the caller's string. */

enum
{
  EXCLUSIVE,
  INCLUSIVE,
  ONLY_BEFORE,
  ONLY_AFTER,
  N_SECTIONS,
};

static void
append_number (GString *html, gint64 number)
{
  g_string_append (html, "<td class=\"n\">");
  tv_html_append_number (html, number);
  g_string_append (html, "</td>");
}

static void
append_name (GString *html, const TvDifferenceRow *row)
{
  g_string_append (html, "<td class=\"name\">");
  tv_html_append_name (html, row->names[0], row->names[1], row->names[2]);
  g_string_append (html, "</td></tr>\n");
}

static void
append_change (GString *html, gint64 before_us, gint64 after_us)
{
  gint64 change_us = after_us - before_us;
  g_autofree char *percent = tv_call_difference_dup_change (before_us, after_us);
  const char *class = change_us > 0 ? " slower" : change_us < 0 ? " faster" : "";

  tv_html_begin_change (html, (double) change_us);
  tv_html_append_number (html, change_us);
  g_string_append_printf (html, "</td><td class=\"n%s\">%s</td>", class, percent);
}

static void
append_changes (GString *html, const TvCallDifference *self, TvDifferenceTime time)
{
  const TvHtmlColumn columns[] = {
    { _("Run 1 µs"), TRUE }, { _("Run 2 µs"), TRUE },     { _("Change µs"), TRUE },
    { _("Change %"), TRUE }, { _("Calls, run 1"), TRUE }, { _("Calls, run 2"), TRUE },
    { _("Method"), FALSE },
  };
  g_autoptr (GPtrArray) rows = tv_call_difference_sort (self, time);

  tv_html_begin_table (html, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < rows->len; i++)
    {
      const TvDifferenceRow *row = rows->pdata[i];
      gint64 before_us = tv_call_difference_get_us (self, &row->before, time);
      gint64 after_us = tv_call_difference_get_us (self, &row->after, time);

      g_string_append (html, "<tr>");
      append_number (html, before_us);
      append_number (html, after_us);
      append_change (html, before_us, after_us);
      append_number (html, row->before.calls);
      append_number (html, row->after.calls);
      append_name (html, row);
    }
  tv_html_end_table (html);
  g_string_append (html, "</section>\n");
}

static void
append_only (GString *html, const TvCallDifference *self, gboolean is_after)
{
  const TvHtmlColumn columns[] = {
    { _("Exclusive µs"), TRUE },
    { _("Inclusive µs"), TRUE },
    { _("Calls"), TRUE },
    { _("Method"), FALSE },
  };
  g_autoptr (GPtrArray) rows = tv_call_difference_find_only (self, is_after);

  tv_html_begin_table (html, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < rows->len; i++)
    {
      const TvDifferenceRow *row = rows->pdata[i];
      const TvDifferenceSide *side = is_after ? &row->after : &row->before;

      g_string_append (html, "<tr>");
      append_number (html, tv_call_difference_get_us (self, side, TV_DIFFERENCE_EXCLUSIVE));
      append_number (html, tv_call_difference_get_us (self, side, TV_DIFFERENCE_INCLUSIVE));
      append_number (html, side->calls);
      append_name (html, row);
    }
  tv_html_end_table (html);
  g_string_append (html, "</section>\n");
}

static void
append_runs (GString *html, const TvCallDifference *self)
{
  g_string_append (html, "<p>");
  for (guint run = 0; run < G_N_ELEMENTS (self->names); run++)
    {
      g_string_append_printf (html, "%s%s ", run == 0 ? "" : "<br>",
                              run == 0 ? _("Run 1:") : _("Run 2:"));
      tv_html_append_text (html, self->names[run]);
      g_string_append (html, ", ");
      tv_html_append_number (html, tv_call_difference_get_total_us (self, run == 1));
      g_string_append (html, self->clock == TV_CLOCK_CPU ? _(" µs of CPU time in calls")
                                                         : _(" µs of wall time in calls"));
    }
  g_string_append (html, "</p>\n");
}

/**
 * tv_call_difference_append_html:
 * @text: output buffer
 * @self: two runs
 * @page: title and scripts of the page
 *
 * Appends a self-contained HTML page with the same report as tv_call_difference_append_text().
 */
void
tv_call_difference_append_html (GString *text,
                                const TvCallDifference *self,
                                const TvCallReportPage *page)
{
  const TvHtmlLink links[N_SECTIONS] = {
    { "exclusive", _("Exclusive") },
    { "inclusive", _("Inclusive") },
    { "only-1", _("Only in run 1") },
    { "only-2", _("Only in run 2") },
  };

  tv_html_begin_page (text, page->title, page->script_prefix);
  append_runs (text, self);
  tv_html_append_links (text, links, N_SECTIONS);
  tv_html_begin_section (
      text, &links[EXCLUSIVE],
      _("Exclusive times of the methods that both runs called, sorted by their increase in run "
        "2."));
  append_changes (text, self, TV_DIFFERENCE_EXCLUSIVE);
  tv_html_begin_section (
      text, &links[INCLUSIVE],
      _("Inclusive times of the methods that both runs called, in the order of the table above."));
  append_changes (text, self, TV_DIFFERENCE_INCLUSIVE);
  tv_html_begin_section (text, &links[ONLY_BEFORE], _("Methods that only run 1 called."));
  append_only (text, self, FALSE);
  tv_html_begin_section (text, &links[ONLY_AFTER], _("Methods that only run 2 called."));
  append_only (text, self, TRUE);
  tv_html_end_page (text, page->script_prefix);
}

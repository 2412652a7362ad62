/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/difference-html.h"

#include <math.h>

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "export/html-page.h"

/* Writes an HTML page with the functions or slices that became slower or faster between two runs, or that only one of
 * them contains. Called by `tracedump diff` for HTML output. Pure: appends to the caller's string. */

/* Sections: rows in both runs, new rows, and rows that are gone. */
enum
{
  CHANGED,
  NEW,
  GONE,
  N_SECTIONS,
};

#define MAX_COLUMNS 10

typedef struct
{
  const TvDifferencePage *page;
  TvDifference *difference;
  const char *kind; /* (nullable): kind of samples; NULL for calls */
  TvWeightUnit unit;
  guint number; /* the number by which the runs are compared */
} Writer;

static double
get (const Writer *self, guint32 row, guint number, TvDifferenceColumnSide side)
{
  return tv_difference_table_get_number (self->page->table, row,
                                         tv_difference_table_get_column (number, side));
}

static guint
get_section (const Writer *self, guint32 row)
{
  TvCell cell;

  tv_table_get_cell (TV_TABLE (self->page->table), row, TV_DIFFERENCE_COLUMN_STATE, &cell);
  if (g_str_equal (cell.text, "new"))
    return NEW;
  return g_str_equal (cell.text, "gone") ? GONE : CHANGED;
}

static guint
count_rows (const Writer *self, guint section)
{
  guint n = 0;

  for (guint i = 0; i < self->page->rows->len; i++)
    n += get_section (self, g_array_index (self->page->rows, guint32, i)) == section;
  return n;
}

/* ---- Cells ---- */

/* Appends a value in its unit. Times are in ms. */
static void
append_value (GString *html, const Writer *self, double value)
{
  guint n_digits = tv_weight_unit_get_digits (self->unit);

  if (isnan (value))
    return;
  if (self->unit == TV_WEIGHT_NS)
    tv_html_append_decimal (html, value / 1e6, 3);
  else if (n_digits > 0)
    tv_html_append_decimal (html, value, n_digits);
  else
    tv_html_append_number (html, (gint64) value);
}

static void
append_value_cell (GString *html, const Writer *self, double value)
{
  g_string_append (html, "<td class=\"n\">");
  append_value (html, self, value);
  g_string_append (html, "</td>");
}

static void
append_decimal_cell (GString *html, double number, guint n_decimals)
{
  g_string_append (html, "<td class=\"n\">");
  if (!isnan (number))
    tv_html_append_decimal (html, number, n_decimals);
  g_string_append (html, "</td>");
}

static TvDifferenceOutcome
judge (const Writer *self, guint32 row)
{
  return tv_difference_get_outcome (tv_difference_table_get_number (
      self->page->table, row, tv_difference_table_get_p (self->page->table, self->page->clock)));
}

/* Appends a change. If the change may be due to chance, it is not marked as an increase or decrease. */
static void
append_change (GString *html, const Writer *self, guint32 row)
{
  double change = get (self, row, self->number, TV_DIFFERENCE_CHANGE);
  double percent = get (self, row, self->number, TV_DIFFERENCE_PERCENT);

  if (judge (self, row) == TV_DIFFERENCE_BY_CHANCE)
    g_string_append (html, change > 0 ? "<td class=\"n\">+" : "<td class=\"n\">");
  else
    tv_html_begin_change (html, change);
  append_value (html, self, change);
  g_string_append_printf (html, "</td><td class=\"n%s\">",
                          change > 0   ? " slower"
                          : change < 0 ? " faster"
                                       : "");
  if (percent > 0)
    g_string_append_c (html, '+');
  if (!isnan (percent))
    tv_html_append_decimal (html, percent, 1);
  g_string_append (html, "</td>");
}

static void
append_verdict (GString *html, const Writer *self, guint32 row)
{
  double p = tv_difference_table_get_number (
      self->page->table, row, tv_difference_table_get_p (self->page->table, self->page->clock));
  const char *const labels[] = {
    [TV_DIFFERENCE_UNKNOWN] = "",
    [TV_DIFFERENCE_CLEARLY] = _("clearly, p "),
    [TV_DIFFERENCE_PERHAPS] = _("perhaps, p "),
    [TV_DIFFERENCE_BY_CHANCE] = _("no, p "),
  };

  g_string_append_printf (html, "<td class=\"w\">%s", labels[tv_difference_get_outcome (p)]);
  if (!isnan (p))
    tv_html_append_decimal (html, p, 3);
  g_string_append (html, "</td>");
}

static void
append_name (GString *html, const Writer *self, guint32 row)
{
  TvCell cells[3];
  const char *names[3];

  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      tv_table_get_cell (TV_TABLE (self->page->table), row, TV_DIFFERENCE_COLUMN_CLASS + i,
                         &cells[i]);
      names[i] = cells[i].is_null ? NULL : cells[i].text;
    }
  g_string_append (html, "<td class=\"name\">");
  if (names[0] == NULL && names[1] == NULL)
    {
      TvCell cell;

      tv_table_get_cell (TV_TABLE (self->page->table), row, TV_DIFFERENCE_COLUMN_NAME, &cell);
      tv_html_append_name (html, cell.is_null || *cell.text == '\0' ? _("(no name)") : cell.text,
                           NULL, NULL);
      tv_cell_clear (&cell);
    }
  else
    tv_html_append_name (html, names[0], names[1], names[2]);
  g_string_append (html, "</td>");
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    tv_cell_clear (&cells[i]);
}

/* ---- Tables ---- */

/* Returns whether a section has columns for a side. New rows have no values before, and rows that are gone have none
 * after. */
static gboolean
has_side (guint section, guint side)
{
  return section == CHANGED || (side == TV_DIFFERENCE_BEFORE) == (section == GONE);
}

static const char *
get_title (const Writer *self, guint side)
{
  const char *const titles[][3] = {
    [TV_WEIGHT_COUNT] = { _("Before"), _("After"), _("Change") },
    [TV_WEIGHT_NS] = { _("Before ms"), _("After ms"), _("Change ms") },
    [TV_WEIGHT_BYTES] = { _("Before bytes"), _("After bytes"), _("Change bytes") },
  };

  return titles[tv_weight_unit_get_base (self->unit)][side];
}

static gboolean
has_summary (const Writer *self)
{
  return tv_difference_count_runs (self->difference, FALSE) > 1 &&
         tv_difference_count_runs (self->difference, TRUE) > 1;
}

static void
begin_table (GString *html, const Writer *self, guint section)
{
  TvHtmlColumn columns[MAX_COLUMNS];
  guint n = 0;

  for (guint side = TV_DIFFERENCE_BEFORE; side <= TV_DIFFERENCE_AFTER; side++)
    if (has_side (section, side))
      columns[n++] = (TvHtmlColumn){ get_title (self, side), TRUE };
  if (section == CHANGED)
    {
      columns[n++] = (TvHtmlColumn){ get_title (self, TV_DIFFERENCE_CHANGE), TRUE };
      columns[n++] = (TvHtmlColumn){ _("Change %"), TRUE };
    }
  for (guint side = TV_DIFFERENCE_BEFORE; side <= TV_DIFFERENCE_AFTER && self->kind != NULL; side++)
    if (has_side (section, side))
      columns[n++] = (TvHtmlColumn){ side == TV_DIFFERENCE_BEFORE ? _("Before % of all")
                                                                  : _("After % of all"),
                                     TRUE };
  for (guint side = TV_DIFFERENCE_BEFORE; side <= TV_DIFFERENCE_AFTER; side++)
    if (has_side (section, side))
      columns[n++] = (TvHtmlColumn){
        self->kind != NULL
            ? (side == TV_DIFFERENCE_BEFORE ? _("Samples before") : _("Samples after"))
            : (side == TV_DIFFERENCE_BEFORE ? _("Calls before") : _("Calls after")),
        TRUE
      };
  if (has_summary (self))
    columns[n++] = (TvHtmlColumn){ _("Significant"), FALSE };
  columns[n++] = (TvHtmlColumn){ _("Name"), FALSE };
  g_assert (n <= MAX_COLUMNS);
  tv_html_begin_table (html, columns, n);
}

static void
append_row (GString *html, const Writer *self, guint section, guint32 row)
{
  guint n_calls = self->kind != NULL ? (guint) TV_SAMPLE_DIFFERENCE_SAMPLES
                                     : (guint) TV_DIFFERENCE_CALLS;

  g_string_append (html,
                   judge (self, row) == TV_DIFFERENCE_BY_CHANCE ? "<tr class=\"chance\">" : "<tr>");
  for (guint side = TV_DIFFERENCE_BEFORE; side <= TV_DIFFERENCE_AFTER; side++)
    if (has_side (section, side))
      append_value_cell (html, self, get (self, row, self->number, side));
  if (section == CHANGED)
    append_change (html, self, row);
  for (guint side = TV_DIFFERENCE_BEFORE; side <= TV_DIFFERENCE_AFTER && self->kind != NULL; side++)
    if (has_side (section, side))
      append_decimal_cell (html, get (self, row, TV_SAMPLE_DIFFERENCE_INCL_SHARE, side), 1);
  for (guint side = TV_DIFFERENCE_BEFORE; side <= TV_DIFFERENCE_AFTER; side++)
    if (has_side (section, side))
      append_decimal_cell (html, get (self, row, n_calls, side), 0);
  if (has_summary (self))
    append_verdict (html, self, row);
  append_name (html, self, row);
  g_string_append (html, "</tr>\n");
}

static void
append_section (GString *html, const Writer *self, guint section, const TvHtmlLink *link)
{
  const char *const about[N_SECTIONS] = {
    [CHANGED] = _("Rows that exist before and after the change, sorted by their change unless "
                  "another order was chosen."),
    [NEW] = _("Rows that exist only after the change."),
    [GONE] = _("Rows that exist only before the change."),
  };

  tv_html_begin_section (html, link, about[section]);
  begin_table (html, self, section);
  for (guint i = 0; i < self->page->rows->len; i++)
    {
      guint32 row = g_array_index (self->page->rows, guint32, i);

      if (get_section (self, row) == section)
        append_row (html, self, section, row);
    }
  tv_html_end_table (html);
  g_string_append (html, "</section>\n");
}

/* ---- Page ---- */

static void
append_names (GString *html, const Writer *self, guint side)
{
  const GPtrArray *names = self->page->names[side];
  gint64 count,
      total = tv_difference_get_total (self->difference, side == 1, self->page->clock, &count);

  g_string_append_printf (html, "%s ", side == 0 ? _("Before:") : _("After:"));
  for (guint i = 0; i < names->len; i++)
    {
      g_string_append (html, i > 0 ? ", " : "");
      tv_html_append_text (html, names->pdata[i]);
    }
  g_string_append (html, " – ");
  append_value (html, self,
                (double) total /
                    (double) tv_decimal_get_unit (tv_weight_unit_get_digits (self->unit)));
  g_string_append (html, self->unit == TV_WEIGHT_NS      ? _(" ms")
                         : self->unit == TV_WEIGHT_BYTES ? _(" bytes")
                                                         : "");
  g_string_append (html, ", ");
  tv_html_append_number (html, count);
  g_string_append (html, self->kind != NULL ? _(" samples") : _(" calls"));
  g_string_append (html, "<br>");
}

static void
append_summary (GString *html, const Writer *self)
{
  g_string_append (html, "<p>");
  for (guint side = 0; side < G_N_ELEMENTS (self->page->names); side++)
    append_names (html, self, side);
  if (self->kind != NULL)
    {
      g_string_append (html, _("Samples of "));
      tv_html_append_text (html, self->kind);
      g_string_append (
          html,
          _(", including callees. The number of samples differs between runs, so compare shares of "
            "the total instead of absolute numbers."));
    }
  else
    g_string_append (html, self->page->clock == TV_CLOCK_CPU ? _("Inclusive CPU time.")
                                                             : _("Inclusive wall time."));
  if (has_summary (self))
    g_string_append (
        html,
        _(" Numbers are medians of the runs. A change is clearly significant if its probability of "
          "occurring by chance is below 1 %, and perhaps significant if it is below 10 %."));
  g_string_append (html, "</p>\n");
}

static char *
dup_title (const TvDifferencePage *page)
{
  const char *before = page->names[0]->pdata[0], *after = page->names[1]->pdata[0];

  if (page->names[0]->len == 1 && page->names[1]->len == 1)
    return g_strdup_printf (_("%s compared with %s"), after, before);
  /* Translators: name and number of the runs after a change, then of the runs before */
  return g_strdup_printf (_("%s (%u runs) compared with %s (%u runs)"), after, page->names[1]->len,
                          before, page->names[0]->len);
}

/**
 * tv_difference_append_html:
 * @html: output buffer
 * @page: content of the page
 *
 * Appends a self-contained HTML page with changed rows, new rows, and rows that are gone.
 */
void
tv_difference_append_html (GString *html, const TvDifferencePage *page)
{
  Writer self = { page, tv_difference_table_get_difference (page->table), NULL, TV_WEIGHT_NS, 0 };
  const TvHtmlLink all[N_SECTIONS] = {
    [CHANGED] = { "changed", _("Changed") },
    [NEW] = { "new", _("New") },
    [GONE] = { "gone", _("Gone") },
  };
  TvHtmlLink links[N_SECTIONS];
  g_autofree char *title = dup_title (page);
  guint n_links = 0;

  self.kind = tv_difference_get_kind (self.difference, &self.unit);
  self.number = tv_difference_table_get_inclusive (page->table, page->clock);
  for (guint section = 0; section < N_SECTIONS; section++)
    if (section == CHANGED || count_rows (&self, section) > 0)
      links[n_links++] = all[section];
  tv_html_begin_page (html, title, NULL);
  append_summary (html, &self);
  tv_html_append_links (html, links, n_links);
  for (guint section = 0; section < N_SECTIONS; section++)
    if (section == CHANGED || count_rows (&self, section) > 0)
      append_section (html, &self, section, &all[section]);
  tv_html_end_page (html, NULL);
}

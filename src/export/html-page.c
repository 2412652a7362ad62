/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/html-page.h"

#include <glib/gi18n.h>
#include <string.h>

#include "export/visible-text.h"

/* Writes HTML pages for reports. The HTML writers in this folder call these functions in the order of the page:
 * begin, links, sections with tables, end. Pure: appends to the caller's string. */

/* Separator between groups of digits: a narrow no-break space, which is suitable for every language. */
#define DIGIT_SPACE "\xe2\x80\xaf"

#define SORTABLE "sortable.js"

static const char style[] =
    ":root{color-scheme:light dark;--ground:#fff;--text:#1d1d20;--dim:#5e5e66;--line:#e3e3e6;--header:#f6f6f7;"
    "--hover:#f0f0f2;--link:#1a5fb4;--bar:#e09a45;--track:#f3ece2;--parents:#ecebfa;--children:#fdf8dc;"
    "--slower:#8a5300;--faster:#5a3fa0}"
    "@media(prefers-color-scheme:dark){:root{--ground:#1e1e20;--text:#f0f0f2;--dim:#b3b3ba;--line:#3a3a3e;"
    "--header:#28282b;--hover:#2e2e32;--link:#99c1f1;--bar:#c98432;--track:#37322b;--parents:#33304a;"
    "--children:#3f3a24;--slower:#f5c976;--faster:#cbb8ff}}"
    "*{box-sizing:border-box}"
    "body{margin:0 auto;max-width:88rem;padding:0 24px 48px;background:var(--ground);color:var(--text);"
    "font:14px/20px 'Adwaita Sans',Cantarell,system-ui,sans-serif;font-variant-numeric:tabular-nums}"
    "h1{font-size:22px;line-height:30px;margin:24px 0 2px;overflow-wrap:anywhere}"
    "h2{font-size:17px;line-height:24px;margin:36px 0 0}"
    "p{margin:2px 0 12px;color:var(--dim);max-width:60rem}"
    "a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}"
    "nav{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;align-items:center;gap:4px 18px;padding:9px 0;"
    "background:var(--ground);border-bottom:1px solid var(--line)}"
    "nav input{flex:1 1 180px;max-width:320px;margin-left:auto;padding:5px 10px;font:inherit;color:inherit;"
    "background:var(--header);border:1px solid var(--line);border-radius:6px}"
    "nav button,th button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer}"
    "nav button{color:var(--link)}"
    "section,details{scroll-margin-top:52px}"
    "table{border-collapse:collapse;width:100%}"
    "th,td{padding:2px 10px;text-align:left;vertical-align:top}"
    "th{font-weight:600;color:var(--dim);font-size:12px}"
    "thead th{background:var(--header);border-bottom:1px solid var(--line);white-space:nowrap}"
    "th[aria-sort]{color:var(--text)}th[aria-sort=descending] button::after{content:' \\25be'}"
    "th[aria-sort=ascending] button::after{content:' \\25b4'}"
    "tbody tr:hover{background:var(--hover)}"
    ".n{text-align:right;white-space:nowrap;width:1%}.n button{text-align:right}"
    ".w{white-space:nowrap}.name{overflow-wrap:anywhere}.name b{font-weight:600}.c,.s{color:var(--dim)}.s{font-size:12px}"
    ".bar{display:inline-block;width:60px;height:9px;margin-right:8px;border-radius:2px;"
    "background:linear-gradient(var(--bar) 0 0) 0/var(--p) 100% no-repeat var(--track)}"
    ".p{display:inline-block;min-width:48px}"
    "details{border-bottom:1px solid var(--line)}"
    "summary{display:flex;gap:10px;padding:4px 0;cursor:pointer}summary:hover{background:var(--hover)}"
    "summary::before{content:'\\25b8';color:var(--dim);flex:0 0 12px}[open]>summary::before{content:'\\25be'}"
    "summary::-webkit-details-marker{display:none}"
    "summary .n{flex:0 0 auto;width:auto;min-width:58px}summary .t{min-width:100px}summary .k{min-width:92px}"
    "details:target>summary{outline:2px solid var(--link);outline-offset:-2px;border-radius:3px}"
    "details>table{margin:0 0 10px 22px;width:calc(100% - 22px)}"
    ".up tr{background:var(--parents)}.down tr{background:var(--children)}.own tr{font-weight:600}"
    ".up tr:hover,.down tr:hover{background:var(--hover)}tbody>tr>th{padding-top:6px}"
    ".chance,.chance .slower,.chance .faster,.chance .name b{color:var(--dim)}"
    ".slower{color:var(--slower)}.faster{color:var(--faster)}"
    "[hidden]{display:none!important}"
    "@media(max-width:700px){body{padding:0 10px 24px}th,td{padding:2px 5px}.bar{width:26px}"
    "summary{flex-wrap:wrap}summary .name{flex:1 1 100%;padding-left:22px}}"
    "@media print{:root{color-scheme:light;--ground:#fff;--text:#000;--dim:#444;--line:#bbb;--header:#eee;--link:#000}"
    "body{max-width:none;padding:0;font-size:9pt;line-height:12pt}nav{display:none}"
    "*{print-color-adjust:exact;-webkit-print-color-adjust:exact}"
    "thead{display:table-header-group}tr,summary{break-inside:avoid}h2{break-after:avoid}}";

/* Opens details elements when a link to them is followed, and filters rows. Without scripts, the search of the
 * browser still works, because browsers open details elements automatically. */
static const char find_script[] =
    "'use strict';"
    "const all=()=>document.querySelectorAll('details');"
    "const show=()=>{const at=document.getElementById(decodeURIComponent(location.hash.slice(1)));"
    "if(at&&at.tagName==='DETAILS'){at.open=true;at.scrollIntoView()}};"
    "addEventListener('hashchange',show);show();"
    "addEventListener('click',e=>{const link=e.target.closest('a[href^=\"#m\"]');"
    "if(link&&link.hash===location.hash)show()});"
    "const tools=document.getElementById('tools');tools.hidden=!all().length;"
    "tools.querySelector('button').onclick=()=>{const open=![...all()].some(d=>d.open);"
    "all().forEach(d=>d.open=open)};"
    "const find=document.getElementById('find');find.hidden=false;"
    "find.oninput=()=>{const what=find.value.toLowerCase();"
    "for(const row of document.querySelectorAll('table.sortable tbody tr,main>section>details'))"
    "row.hidden=what!==''&&!row.textContent.toLowerCase().includes(what)};";

static const char sort_script[] =
    "for(const header of document.querySelectorAll('table.sortable th')){"
    "const button=document.createElement('button');button.append(...header.childNodes);header.append(button);"
    "button.onclick=()=>{const number=header.classList.contains('n'),i=header.cellIndex;"
    "const first=number?'descending':'ascending',second=number?'ascending':'descending';"
    "const order=header.getAttribute('aria-sort')===first?second:first;"
    "for(const other of header.parentNode.cells)other.removeAttribute('aria-sort');"
    "header.setAttribute('aria-sort',order);"
    "const body=header.closest('table').tBodies[0],sign=order==='ascending'?1:-1;"
    "const value=row=>{const t=row.cells[i].textContent;"
    "return number?parseFloat(t.replace(/[^\\d.+-]/g,''))||0:t.replace(/^\\[\\d+\\] /,'')};"
    "const rows=[...body.rows].map(row=>[value(row),row]);"
    "rows.sort((a,b)=>sign*(number?a[0]-b[0]:a[0].localeCompare(b[0])));"
    "body.append(...rows.map(r=>r[1]))}}";

/* ---- Text ---- */

/**
 * tv_html_append_text:
 * @html: output buffer
 * @text: NUL-terminated bytes
 *
 * Appends text for the content of an element or a quoted attribute. Escapes markup, and invisible characters as in
 * tv_visible_text_append().
 */
void
tv_html_append_text (GString *html, const char *text)
{
  g_autoptr (GString) visible = g_string_new (NULL);
  g_autofree char *escaped = NULL;

  tv_visible_text_append (visible, text);
  escaped = g_markup_escape_text (visible->str, (gssize) visible->len);
  g_string_append (html, escaped);
}

static void
append_digits (GString *html, const char *digits, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % 3 == 0 && digits[i - 1] != '-')
        g_string_append (html, DIGIT_SPACE);
      g_string_append_c (html, digits[i]);
    }
}

/**
 * Appends a number with its digits in groups of three.
 */
void
tv_html_append_number (GString *html, gint64 number)
{
  char digits[24];
  int n = g_snprintf (digits, sizeof digits, "%" G_GINT64_FORMAT, number);

  append_digits (html, digits, (gsize) n);
}

/**
 * tv_html_append_decimal:
 * @html: output buffer
 * @number: a number
 * @n_decimals: number of decimal digits, at most 9
 *
 * Appends a number formatted as in the C locale, but with the integer digits in groups of three.
 */
void
tv_html_append_decimal (GString *html, double number, guint n_decimals)
{
  char format[] = "%.1f", text[G_ASCII_DTOSTR_BUF_SIZE + 320];
  gsize n;

  format[2] = (char) ('0' + MIN (n_decimals, 9));
  g_ascii_formatd (text, sizeof text, format, number);
  n = strcspn (text, ".");
  append_digits (html, text, n);
  g_string_append (html, text + n);
}

/**
 * tv_html_begin_change:
 * @html: output buffer
 * @change: difference from the earlier value
 *
 * Begins a table cell for a change, with a sign, an arrow and a colour that show the direction. The caller appends
 * the number and `</td>`.
 */
void
tv_html_begin_change (GString *html, double change)
{
  g_string_append (html, change > 0   ? "<td class=\"n slower\">▲ +"
                         : change < 0 ? "<td class=\"n faster\">▼ "
                                      : "<td class=\"n\">");
}

/**
 * tv_html_append_name:
 * @html: output buffer
 * @class_name: (nullable): a class; without a method, any name
 * @name: (nullable): a method
 * @signature: (nullable): signature of the method
 *
 * Appends `class.method signature`, with the method emphasized.
 */
void
tv_html_append_name (GString *html, const char *class_name, const char *name, const char *signature)
{
  gboolean has_name = name != NULL && *name != '\0';
  gboolean has_class = class_name != NULL && *class_name != '\0';

  if (has_class)
    {
      g_string_append (html, has_name ? "<span class=\"c\">" : "<b>");
      tv_html_append_text (html, class_name);
      g_string_append (html, has_name ? ".</span>" : "</b>");
    }
  if (has_name)
    {
      g_string_append (html, "<b>");
      tv_html_append_text (html, name);
      g_string_append (html, "</b>");
    }
  if (signature == NULL || *signature == '\0')
    return;
  g_string_append (html, " <span class=\"s\">");
  tv_html_append_text (html, signature);
  g_string_append (html, "</span>");
}

/* ---- Page ---- */

/**
 * tv_html_begin_page:
 * @html: output buffer
 * @title: title of the page
 * @script_prefix: (nullable): see #TvCallReportPage; if it is %NULL, the page loads nothing
 *
 * Appends the start of the page, including the heading.
 */
void
tv_html_begin_page (GString *html, const char *title, const char *script_prefix)
{
  /* Translators: the language code of this translation, such as "de" */
  g_string_append_printf (
      html, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n", _("en"));
  if (script_prefix == NULL)
    g_string_append (html,
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n");
  g_string_append (
      html, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
  tv_html_append_text (html, title);
  g_string_append_printf (html, "</title>\n<style>%s</style>\n", style);
  if (script_prefix != NULL)
    {
      g_string_append (html, "<script src=\"");
      tv_html_append_text (html, script_prefix);
      g_string_append (html, SORTABLE "\"></script>\n");
    }
  g_string_append (html, "</head>\n<body>\n<h1>");
  tv_html_append_text (html, title);
  g_string_append (html, "</h1>\n");
}

/**
 * tv_html_append_links:
 * @html: output buffer
 * @links: (array length=n_links): links to the sections
 * @n_links: number of sections
 *
 * Appends the navigation bar, and begins the part of the page with the sections.
 */
void
tv_html_append_links (GString *html, const TvHtmlLink *links, guint n_links)
{
  g_string_append (html, "<nav>");
  for (guint i = 0; i < n_links; i++)
    g_string_append_printf (html, "<a href=\"#%s\">%s</a>", links[i].anchor, links[i].title);
  g_string_append_printf (
      html,
      "<span id=\"tools\" hidden><button>%s</button></span>"
      "<input id=\"find\" type=\"search\" placeholder=\"%s\" aria-label=\"%s\" hidden>"
      "</nav>\n<main>\n",
      _("Open or close all"), _("Find a name"), _("Find a name"));
}

/**
 * tv_html_end_page:
 * @html: output buffer
 * @script_prefix: (nullable): the prefix passed to tv_html_begin_page()
 *
 * Appends the scripts and the end of the page.
 */
void
tv_html_end_page (GString *html, const char *script_prefix)
{
  g_string_append_printf (html, "</main>\n<script>%s%s</script>\n</body>\n</html>\n", find_script,
                          script_prefix == NULL ? sort_script : "");
}

/**
 * tv_html_begin_section:
 * @html: output buffer
 * @link: link to the section
 * @about: description of the section
 *
 * Appends the heading of a section. The caller ends the section with `</section>`.
 */
void
tv_html_begin_section (GString *html, const TvHtmlLink *link, const char *about)
{
  g_string_append_printf (html, "<section id=\"%s\">\n<h2>%s</h2>\n<p>%s</p>\n", link->anchor,
                          link->title, about);
}

/**
 * tv_html_begin_table:
 * @html: output buffer
 * @columns: (array length=n_columns): columns of the table
 * @n_columns: number of columns
 *
 * Begins a sortable table, and appends its header.
 */
void
tv_html_begin_table (GString *html, const TvHtmlColumn *columns, guint n_columns)
{
  g_string_append (html, "<table class=\"sortable\"><thead><tr>");
  for (guint i = 0; i < n_columns; i++)
    g_string_append_printf (html, "<th scope=\"col\"%s>%s</th>",
                            columns[i].is_number ? " class=\"n\"" : "", columns[i].title);
  g_string_append (html, "</tr></thead><tbody>\n");
}

void
tv_html_end_table (GString *html)
{
  g_string_append (html, "</tbody></table>\n");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Writes a self-contained HTML page: style and script are inline, and the page loads nothing. It supports light
 * and dark themes. All text from a trace passes through tv_html_append_text(). */

/**
 * TvHtmlLink:
 * @anchor: id of a section
 * @title: title of the section
 */
typedef struct
{
  const char *anchor;
  const char *title;
} TvHtmlLink;

/**
 * TvHtmlColumn:
 * @title: heading
 * @is_number: whether the column is right-aligned and sorted by number
 */
typedef struct
{
  const char *title;
  gboolean is_number;
} TvHtmlColumn;

void tv_html_begin_page     (GString            *html,
                             const char         *title,
                             const char         *script_prefix);
void tv_html_append_links   (GString            *html,
                             const TvHtmlLink   *links,
                             guint               n_links);
void tv_html_end_page       (GString            *html,
                             const char         *script_prefix);
void tv_html_begin_section  (GString            *html,
                             const TvHtmlLink   *link,
                             const char         *about);
void tv_html_begin_table    (GString            *html,
                             const TvHtmlColumn *columns,
                             guint               n_columns);
void tv_html_end_table      (GString            *html);
void tv_html_append_text    (GString            *html,
                             const char         *text);
void tv_html_append_number  (GString            *html,
                             gint64              number);
void tv_html_append_decimal (GString            *html,
                             double              number,
                             guint               n_decimals);
void tv_html_begin_change   (GString            *html,
                             double              change);
void tv_html_append_name    (GString            *html,
                             const char         *class_name,
                             const char         *name,
                             const char         *signature);

G_END_DECLS

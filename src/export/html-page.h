/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Writes a self-contained HTML page with inline styles and scripts, which loads nothing unless there is a script
 * prefix. The page supports light and dark themes. All text from a trace must be appended with
 * tv_html_append_text(). */

/**
 * TvHtmlLink:
 * @anchor: id of the section
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
 * @is_number: whether the column is aligned right and sorted by number
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

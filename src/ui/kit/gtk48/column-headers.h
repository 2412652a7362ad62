/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Headers of a GtkColumnView: tooltips, column widths and sort arrows. Also finds the list items of cells. */

/**
 * TvHeaderKey:
 * @css_class: CSS class of the colour swatch
 * @text: meaning of the colour, marked with N_()
 *
 * An entry of a colour legend. The legend replaces the visible title of a header; the title remains as the accessible
 * label.
 */
typedef struct
{
  const char *css_class;
  const char *text;
} TvHeaderKey;

void tv_column_headers_dress (GtkColumnView *view);
void tv_column_headers_describe (GtkColumnViewColumn *column,
                               const char *description,
                               const char *widest,
                               int bar_px);
void tv_column_headers_set_sample_text (GtkColumnViewColumn *column, const char *text, int extra_px);
void tv_column_headers_set_bold (GtkColumnViewColumn *column);
void tv_column_headers_set_keys (GtkColumnViewColumn *column, const TvHeaderKey *keys);
void tv_column_headers_update (GtkColumnView *view);
void tv_column_headers_set_width (GtkColumnViewColumn *column, int width_px);
gboolean tv_column_headers_is_given (GtkColumnViewColumn *column);
void tv_column_headers_set_slack (GtkColumnViewColumn *column, int slack_px);
int tv_column_headers_get_slack (GtkColumnViewColumn *column);
void tv_column_headers_widen (GtkColumnView *view, GtkColumnViewColumn *column, const char *text);
void tv_column_headers_make_sortable (GtkColumnViewColumn *column, gboolean is_largest_first);
void
tv_column_headers_sort_by (GtkColumnView *view, GtkColumnViewColumn *column, gboolean is_descending);
GtkColumnViewColumn *tv_column_headers_take_sort (GtkColumnView *view, gboolean *is_descending);

GtkListItem *tv_column_headers_get_cell_item (GtkWidget *cell);
GtkListItem *tv_column_headers_get_item (GtkWidget *row);
GtkListItem *tv_column_headers_find_item (GtkWidget *list, double x, double y);
void tv_column_headers_set_child (GtkListItem *item, GtkWidget *cell);

G_END_DECLS

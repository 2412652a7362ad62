/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/window/window.h"

G_BEGIN_DECLS

/* The actions of a window. The items of its menu and most keys activate an action; the actions are also exported on
 * the session bus as org.gtk.Actions. The most important ones:
 *
 *   deobfuscate: asks for a mapping.txt, deobfuscate-with (s), report (s): shows a toast,
 *   open, open-uri (s), close-tab, move-tab: to a new window, properties,
 *   export-csv, export-csv-to (s),
 *   export-table-to (ss): a table of the panel by its name, and a path,
 *   export-image: the visible view or, if it has no image, the timeline,
 *   export-timeline, export-timeline-to (ss): "visible", "selected" or "whole", and a path,
 *   print, print-to (ss): prints the timeline in pages; parameters as for export-timeline-to,
 *   preferences, drag-mode (s): effect of a drag in the rows,
 *   find, find-next, find-previous, search, zoom-in, zoom-out, zoom-fit,
 *   next-call, previous-call, longest-call, select-caller, back, forward,
 *   filter-rows, show-all-rows, fold-all, unfold-all,
 *   show-view (i): below the timeline, by its number in the switcher, starting at 1
 *
 * Stateful actions expose the current state. Unless the state is read-only, setting it changes the window:
 *
 *   page             s   "start" (no page), "loading", "failed", "bundle" or "ready"; read-only
 *   raw-names        b   whether to show the names in the file instead of other available names
 *   mapping          s   path of the mapping.txt in use, or empty; read-only
 *   selected-symbol  u   symbol, or 4294967295
 *   selected-slice   u   slice, or 4294967295
 *   selected-time   (xx) start and end of the range, timestamps in ns; equal if there is none
 *   cursor-time      x   highlighted point in time, or the minimum value
 *   panel-page       s   id of the view below the timeline, see TV_VIEWS
 *   events-shown     u   number of events that match the filters; read-only
 *   search-place    (uu) number of the current match, starting at 1, and number of matches; read-only
 *   details          b   whether the details are visible
 *   overview         b   whether the overview is enabled
 *   visible-time    (xx) start and end of the visible range of the timeline, timestamps in ns
 *   marks         a(xxs) start, end and name of each bookmark, sorted; start and end are equal for a point
 *   selected-mark    u   id of a bookmark, or 0
 *   row-filter       s   text that names of rows must contain, or empty
 *   top-row         (sd) key of the topmost row, or empty, and its fraction above the visible area; read-only
 *   thread           u   the selected thread, or 4294967295 unless exactly one thread is selected
 *   rows          a(su)  keys and choices of the first visible rows; read-only
 *   expanded        au   symbols whose callers and callees are shown; read-only */

void tv_window_actions_add    (TvWindow   *self);
void tv_window_actions_update (TvWindow   *self);
void tv_window_actions_enable (TvWindow   *self,
                               const char *name,
                               gboolean    is_enabled);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/window/window.h"

G_BEGIN_DECLS

/* The window's actions: every menu item and key is one of them, and they are on the session bus as
 * org.gtk.Actions.
 *
 *   deobfuscate: asks for a mapping.txt, deobfuscate-with (s), report (s): in a toast,
 *   open, open-uri (s), close-tab, move-tab: to a window of its own, properties,
 *   export-csv, export-csv-to (s),
 *   export-table-to (ss): a table of the panel by its name, and a path,
 *   export-picture: of the view that is shown, or else of the timeline,
 *   export-timeline, export-timeline-to (ss): "visible", "selected" or "whole", and a path,
 *   print, print-to (ss): the same, on pages,
 *   preferences, drag-mode (s): effect of a drag in the rows,
 *   find, find-next, find-previous, search, zoom-in, zoom-out, zoom-fit,
 *   next-call, previous-call, longest-call, select-caller, back, forward,
 *   filter-rows, show-all-rows, fold-all, unfold-all,
 *   show-view (i): below the timeline, by its number in the switcher, from 1
 *
 * Actions with a state expose the current state, and setting it changes the window:
 *
 *   page             s   "start", "loading", "failed" or "ready"; read-only
 *   raw-names        b   whether names are those of the file, where there are others
 *   mapping          s   the mapping.txt that names are from, or nothing; read-only
 *   selected-symbol  u   symbol, or 4294967295
 *   selected-slice   u   slice, or 4294967295
 *   selected-time   (xx) start and end in ns of the trace's clock; equal = none
 *   cursor-time      x   the marked point in time, or the lowest number
 *   panel-page       s   id of the view below the timeline, see TV_VIEWS
 *   events-shown     u   number of events that pass the filters; read-only
 *   search-place    (uu) number of the current hit, from 1, and the number of hits; read-only
 *   details          b   whether the details are shown
 *   overview         b   whether the overview is shown
 *   visible-time    (xx) start and end in ns of the shown part of the timeline
 *   marks         a(xxs) start, end and name of each mark, sorted; of a point they are equal
 *   selected-mark    u   id of a mark, or 0
 *   row-filter       s   text that rows must have, or nothing
 *   top-row         (sd) key of the topmost row, or nothing, and the part of it above the top; read-only
 *   thread           u   the only thread that is counted, or 4294967295
 *   rows          a(su)  key and choices of the first rows that are shown; read-only
 *   expanded        au   symbols whose parents and children are shown; read-only */

void tv_window_actions_add    (TvWindow   *self);
void tv_window_actions_update (TvWindow   *self);
void tv_window_actions_enable (TvWindow   *self,
                               const char *name,
                               gboolean    is_enabled);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "analysis/symbols/text-match.h"

G_BEGIN_DECLS

/* A search entry for views and lists. It either moves from match to match, or filters rows: only matching rows remain
 * visible. The text may occur anywhere in a name, and is case-sensitive only if it contains a capital letter. It is a
 * regular expression if the button ".*" is active.
 *
 *   Enter          moves to the next match; in a filter, moves the focus to the filtered rows
 *   Shift+Enter    moves to the previous match
 *   Esc            clears the text; if the text is empty, leaves the entry
 *
 * Properties (writable, with notify):
 *
 *   placeholder-text  string
 *   is-filter         boolean  whether the entry filters rows instead of moving between matches
 *   has-modes         boolean  whether a button switches between both modes
 *
 * Signals:
 *
 *   changed           the search text or ".*" has changed; emitted after a short delay
 *   step (int)        move to the next (1) or previous (-1) match; preceded by "changed" if necessary
 *   leave             the focus should return to the searched view */

#define TV_TYPE_SEARCH_ENTRY (tv_search_entry_get_type ())
G_DECLARE_FINAL_TYPE (TvSearchEntry, tv_search_entry, TV, SEARCH_ENTRY, GtkWidget)

GtkWidget  *tv_search_entry_new           (void);
const char *tv_search_entry_get_text      (TvSearchEntry *self);
gboolean    tv_search_entry_is_regex      (TvSearchEntry *self);
gboolean    tv_search_entry_is_filter     (TvSearchEntry *self);
gboolean    tv_search_entry_is_active     (TvSearchEntry *self);
TvTextMatch *tv_search_entry_dup_match    (TvSearchEntry *self);
void        tv_search_entry_set           (TvSearchEntry *self,
                                           const char    *text,
                                           gboolean       is_regex);
void        tv_search_entry_set_filter    (TvSearchEntry *self,
                                           gboolean       is_filter);
void        tv_search_entry_flush         (TvSearchEntry *self);
void        tv_search_entry_set_busy      (TvSearchEntry *self,
                                           gboolean       is_busy);
void        tv_search_entry_show_found    (TvSearchEntry *self,
                                           guint          n_found,
                                           guint          position);
void        tv_search_entry_show_left     (TvSearchEntry *self,
                                           guint          n_left,
                                           const char    *count);

G_END_DECLS

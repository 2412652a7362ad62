/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "analysis/symbols/text-match.h"

G_BEGIN_DECLS

/* The common search entry. It steps from match to match, or it filters and hides everything else. The text may
 * occur anywhere in a name, is case-sensitive only if it contains a capital letter, and is a regular expression
 * if the button ".*" is active.
 *
 *   Enter          the next match; of a filter, on to what it left
 *   Shift+Enter    the previous match
 *   Esc            clears the text; again, or of an empty box, leaves it
 *
 * Properties (writable, with notify):
 *   placeholder-text  string
 *   is-filter         boolean  filters, else steps
 *   has-modes         boolean  whether a button changes that
 *
 * Signals:
 *   changed           other things are to be looked for; once a moment at most
 *   step (int)        go to the next (1) or the previous (-1) match; follows "changed", if necessary
 *   leave             the focus should return to the searched view */

#define TV_TYPE_SEARCH_ENTRY (tv_search_entry_get_type ())
G_DECLARE_FINAL_TYPE (TvSearchEntry, tv_search_entry, TV, SEARCH_ENTRY, GtkWidget)

GtkWidget  *tv_search_entry_new           (void);
const char *tv_search_entry_get_text      (TvSearchEntry *self);
gboolean    tv_search_entry_is_regex      (TvSearchEntry *self);
gboolean    tv_search_entry_is_filter     (TvSearchEntry *self);
gboolean    tv_search_entry_is_looking    (TvSearchEntry *self);
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
                                           guint          place);
void        tv_search_entry_show_left     (TvSearchEntry *self,
                                           guint          n_left,
                                           const char    *words);

G_END_DECLS

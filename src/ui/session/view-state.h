/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What the user made of the view of one file, kept until it is opened again: text in groups of
 * keys, an .ini file. What is read back may be anything; whatever is too large, no number or no
 * text is as if it were not there.
 *
 *   view-state.c     the text, checked
 *   view-sections.c  what of a session is in it, a group each
 *   view-store.c     where it lies: in the user's cache, never beside the trace
 *   view-keeper.c    when it is written: soon after a change
 */
typedef struct _TvViewState TvViewState;

#define TV_VIEW_STATE_MAX_BYTES (1024 * 1024)
#define TV_VIEW_STATE_MAX_TEXTS 20000 /* in a list */
#define TV_VIEW_STATE_MAX_TEXT  1024  /* bytes of one */

TvViewState *tv_view_state_new       (void);
TvViewState *tv_view_state_parse     (const char         *data,
                                      gsize               length);
void         tv_view_state_free      (TvViewState        *self);
char        *tv_view_state_to_data   (const TvViewState  *self,
                                      gsize              *length);

gboolean     tv_view_state_get_int64 (const TvViewState  *self,
                                      const char         *group,
                                      const char         *key,
                                      gint64             *value);
void         tv_view_state_set_int64 (TvViewState        *self,
                                      const char         *group,
                                      const char         *key,
                                      gint64              value);
char        *tv_view_state_dup_text  (const TvViewState  *self,
                                      const char         *group,
                                      const char         *key);
void         tv_view_state_set_text  (TvViewState        *self,
                                      const char         *group,
                                      const char         *key,
                                      const char         *text);
char       **tv_view_state_dup_texts (const TvViewState  *self,
                                      const char         *group,
                                      const char         *key);
void         tv_view_state_set_texts (TvViewState        *self,
                                      const char         *group,
                                      const char         *key,
                                      const char *const  *texts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvViewState, tv_view_state_free)

G_END_DECLS

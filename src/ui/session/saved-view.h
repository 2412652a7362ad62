/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"

G_BEGIN_DECLS

#define TV_SAVED_VIEW_MAX_BYTES (1024 * 1024)
#define TV_SAVED_VIEW_MAX_TEXTS 20000 /* maximum number of strings in a list */
#define TV_SAVED_VIEW_MAX_TEXT  1024  /* maximum length of a string in bytes */

/* Saved view state of a file: a #GVariant that is printed to a file in the user's cache, never next to the trace. The
 * state contains a fingerprint of the trace and, by key, all settings of the session that differ from the defaults:
 *
 *   (('method trace', 0, 5000000, 812), {'visible': <(int64 1000, int64 2000)>, 'folded': <['a']>})
 *
 * The file may have any content; invalid settings are ignored. */

GVariant *tv_saved_view_describe (TvSession  *session);
void      tv_saved_view_apply    (TvSession  *session,
                                 GVariant   *saved);
void      tv_saved_view_get_names (GVariant *saved,
                                 TvSessionNames *names);
char     *tv_saved_view_print    (GVariant   *saved);
GVariant *tv_saved_view_parse    (const char *text,
                                 gsize       length);

/* Files with view states. These functions block. Errors are only logged as debug messages. */
char     *tv_saved_view_dup_path (const char *trace_path);
GVariant *tv_saved_view_load     (const char *path);
void      tv_saved_view_save     (const char *path,
                                 const char *text);
void      tv_saved_view_prune    (guint       max_files);

/* Saves the view state of a session shortly after each change, and when the saver is freed. */
typedef struct _TvViewSaver TvViewSaver;

TvViewSaver *tv_view_saver_new  (TvSession    *session,
                                   const char   *trace_path);
void          tv_view_saver_save (TvViewSaver *self);
void          tv_view_saver_free (TvViewSaver *self);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"

G_BEGIN_DECLS

#define TV_KEPT_VIEW_MAX_BYTES (1024 * 1024)
#define TV_KEPT_VIEW_MAX_TEXTS 20000 /* in a list */
#define TV_KEPT_VIEW_MAX_TEXT  1024  /* bytes of one */

/* What the user made of the view of one file, kept until it is opened again: a #GVariant, printed to
 * a file in the user's cache, never beside the trace. It has the file's fingerprint, and by name all
 * that differs from a file opened for the first time:
 *
 *   (('method trace', 0, 5000000, 812), {'visible': <(int64 1000, int64 2000)>, 'folded': <['a']>})
 *
 * What is read back may be anything; whatever cannot be true is as if it were not there. */

GVariant *tv_kept_view_describe (TvSession  *session);
void      tv_kept_view_apply    (TvSession  *session,
                                 GVariant   *kept);
void      tv_kept_view_get_names (GVariant *kept,
                                 TvSessionNames *names);
char     *tv_kept_view_print    (GVariant   *kept);
GVariant *tv_kept_view_parse    (const char *text,
                                 gsize       length);

/* Their files. All of this blocks; what goes wrong is only told to who debugs. */
char     *tv_kept_view_dup_path (const char *trace_path);
GVariant *tv_kept_view_load     (const char *path);
void      tv_kept_view_save     (const char *path,
                                 const char *text);
void      tv_kept_view_prune    (guint       n_kept);

/* Writes down what a session's view looks like, soon after each change and when it is freed. */
typedef struct _TvViewKeeper TvViewKeeper;

TvViewKeeper *tv_view_keeper_new  (TvSession    *session,
                                   const char   *trace_path);
void          tv_view_keeper_keep (TvViewKeeper *self);
void          tv_view_keeper_free (TvViewKeeper *self);

G_END_DECLS

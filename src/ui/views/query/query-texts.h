/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Queries that are kept between sessions: the history in the settings, and saved queries in files NAME.sql in the
 * user's data folder */

/**
 * TvSavedQuery:
 * @name: name of the query; the file name without its suffix
 * @text: SQL
 *
 * Query that the user has saved.
 */
typedef struct
{
  char *name;
  char *text;
} TvSavedQuery;

char     **tv_query_texts_dup_history (void);
void       tv_query_texts_add_history (const char  *text);
GPtrArray *tv_query_texts_list_saved  (void);
gboolean   tv_query_texts_save        (const char  *name,
                                       const char  *text,
                                       GError     **error);

G_END_DECLS

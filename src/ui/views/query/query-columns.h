/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "query/query-result.h"
#include "ui/kit/table/table-view.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/**
 * TvQueryFollow:
 * @owner: owner of the columns
 * @link: kind of @id
 *
 * Called when the user clicks an id of a result.
 */
typedef void (*TvQueryFollow) (gpointer owner, TvQueryLink link, gint64 id);

/**
 * TvQueryColumnsOwner:
 * @session: session with the time base of timestamps
 * @follow: callback for links
 * @owner: user data of @follow
 *
 * User data of the columns; lives as long as the table view.
 */
typedef struct
{
  TvSession *session;
  TvQueryFollow follow;
  gpointer owner;
} TvQueryColumnsOwner;

void tv_query_columns_show (TvTableView         *view,
                            TvQueryResult       *result,
                            TvQueryColumnsOwner *owner);

G_END_DECLS

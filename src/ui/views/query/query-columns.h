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
 * Callback for a click on an id in a result.
 */
typedef void (*TvQueryFollow) (gpointer owner, TvQueryLink link, gint64 id);

/**
 * TvQueryColumnsOwner:
 * @session: session with the time base for timestamps
 * @follow: callback for clicks on ids
 * @owner: user data of @follow
 *
 * User data of the columns. Must outlive the table view.
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

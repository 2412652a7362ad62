/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "query/database.h"

G_BEGIN_DECLS

/* Functions that queries and modules define. A function returns a value or a table. */

typedef enum
{
  TV_ARGUMENT_LONG,
  TV_ARGUMENT_DOUBLE,
  TV_ARGUMENT_STRING,
  TV_ARGUMENT_BYTES,
  TV_ARGUMENT_ANY,
} TvArgumentType;

typedef struct
{
  char *name;
  TvArgumentType type;
} TvArgument;

typedef struct _TvUserFunctions TvUserFunctions;

TvUserFunctions *tv_user_functions_new (TvDatabase *database);
void tv_user_functions_free (TvUserFunctions *self);
void tv_user_functions_stop (TvUserFunctions *self);
gboolean tv_user_function_add (TvUserFunctions *functions,
                               const char *name,
                               const GArray *arguments,
                               const GArray *columns,
                               const char *sql,
                               gboolean is_replaced,
                               GError **error);

G_END_DECLS

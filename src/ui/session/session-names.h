/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvSessionNames:
 * @map: (nullable): the file name of the mapping.txt that an open trace gets its names from
 * @are_raw: its names are the file's, whatever @map would call them; mangled ones stay so
 * @error: (nullable): why the map was not used, for users
 *
 * Where the names of an open trace are from.
 */
typedef struct
{
  char *map;
  gboolean are_raw;
  char *error;
} TvSessionNames;

void     tv_session_names_clear (TvSessionNames       *self);
void     tv_session_names_copy  (const TvSessionNames *self,
                                 TvSessionNames       *copy);
TvTrace *tv_session_names_apply (const TvSessionNames *self,
                                 TvTrace              *trace,
                                 GCancellable         *cancellable,
                                 GError              **error);

G_END_DECLS

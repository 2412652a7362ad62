/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvSessionNames:
 * @map: (nullable): path of the mapping.txt file
 * @are_raw: whether to use the names in the trace file, regardless of @map; mangled names are not demangled
 * @error: (nullable): message for the user if the mapping file could not be used
 *
 * Source of the names of an open trace.
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

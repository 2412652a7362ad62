/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/app-start.h"

G_BEGIN_DECLS

/* Shared by app-start.c, app-start-android.c and app-start-openharmony.c. */

/**
 * TvAppStarts:
 * @trace: the trace
 * @starts: (element-type TvAppStart): starts; until app-start.c numbers them, @id of each is its index
 * @phases: (element-type TvAppStartPhase): phases of the starts
 *
 * Starts that have been found so far.
 */
typedef struct
{
  TvTrace *trace;
  GArray *starts;
  GArray *phases;
} TvAppStarts;

gboolean tv_app_starts_add_android     (TvAppStarts   *self,
                                        GCancellable  *cancellable,
                                        GError       **error);
gboolean tv_app_starts_add_openharmony (TvAppStarts   *self,
                                        GCancellable  *cancellable,
                                        GError       **error);
void     tv_app_starts_add_phase       (TvAppStarts   *self,
                                        guint32        start,
                                        const char    *name,
                                        guint32        slice);
gboolean tv_app_start_is_of_android    (const char    *name);
gboolean tv_app_start_is_of_openharmony (const char   *name);

G_END_DECLS

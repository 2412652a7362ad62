/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"
#include "formats/bundle.h"

G_BEGIN_DECLS

/**
 * TvLoadProgress:
 * @fraction: progress, 0 … 1
 * @data: user data passed to tv_load()
 *
 * Progress callback. Called on the loading thread, at regular intervals.
 */
typedef void (*TvLoadProgress) (double   fraction,
                                gpointer data);

/**
 * TvMemberTime:
 * @has_clock: whether the member has a clock by which it can share a timeline with other files
 * @wall_s: start by the wall clock of the device, in s since 1970; -1 if unknown
 *
 * The start of a member of a bundle.
 */
typedef struct
{
  gboolean has_clock;
  gint64 wall_s;
} TvMemberTime;

TvTrace *tv_load       (const char      *path,
                        TvLoadProgress   progress,
                        gpointer         progress_data,
                        GCancellable    *cancellable,
                        GError         **error);
TvTrace *tv_load_open  (TvInput         *file,
                        TvLoadProgress   progress,
                        gpointer         progress_data,
                        GCancellable    *cancellable,
                        GError         **error);
TvTrace *tv_load_text  (const char      *path,
                        GCancellable    *cancellable,
                        GError         **error);
TvTrace *tv_load_records (const char    *path,
                          GArray        *records,
                          GError       **error);
TvTrace *tv_load_bytes (GBytes          *bytes,
                        TvLoadProgress   progress,
                        gpointer         progress_data,
                        GCancellable    *cancellable,
                        GError         **error);
TvTrace *tv_load_member (const TvBundle  *bundle,
                         guint            member,
                         TvLoadProgress   progress,
                         gpointer         progress_data,
                         GCancellable    *cancellable,
                         GError         **error);
TvTrace *tv_load_member_and_time (const TvBundle *bundle,
                                  guint           member,
                                  TvMemberTime   *time,
                                  GCancellable   *cancellable,
                                  GError        **error);
TvTrace *tv_load_member_text (const TvBundle *bundle,
                              guint           member,
                              GCancellable   *cancellable,
                              GError        **error);
TvTrace *tv_load_member_records (const TvBundle *bundle,
                                 guint           member,
                                 GArray         *records,
                                 GError        **error);
char    *tv_load_find  (const char      *name,
                        GError         **error);

G_END_DECLS

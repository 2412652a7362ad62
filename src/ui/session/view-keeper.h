/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Writes down what a session's view looks like, soon after each change and when it is freed. */
typedef struct _TvViewKeeper TvViewKeeper;

TvViewKeeper *tv_view_keeper_new  (TvSession    *session,
                                   const char   *trace_path);
void          tv_view_keeper_free (TvViewKeeper *self);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Steps through the calls of the selected method. */

guint tv_session_get_occurrence  (TvSession *self,
                                  guint     *n);
void  tv_session_step_occurrence (TvSession *self,
                                  int        direction);
void  tv_session_show_slice      (TvSession *self,
                                  guint32    slice);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "analysis/incident/dump-state.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/* Width and height of a state's icon, in px. */
#define TV_STATE_SIGN_PX 12.0

/* Icons of the thread states in dumps. Each state has a different shape, so that it can be distinguished without
 * colour.
 *
 *   blocked  a disc with a bar      waiting  two bars       other  a ring
 *   running  a triangle             timed    a clock
 *   native   a diamond */

void           tv_state_sign_draw      (cairo_t     *cr,
                                        TvDumpState  state,
                                        gboolean     is_dark,
                                        double       x,
                                        double       y,
                                        double       size);

G_END_DECLS

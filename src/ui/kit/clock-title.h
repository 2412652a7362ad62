/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Column headers by the session's clock. Wall and CPU time have the same words; CPU time is marked, so that a
 * screenshot of the table is unambiguous. */

const char *tv_clock_title_intern_cpu (const char *title);

G_END_DECLS

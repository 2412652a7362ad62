/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Column headers for the selected clock. Wall and CPU time have the same header, but the header of CPU time has a
 * mark, so that screenshots of the table are unambiguous. */

const char *tv_clock_title_intern_cpu (const char *title);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Column headers for the selected clock. The header of CPU time is that of wall time plus “CPU”, so that screenshots
 * of the table are unambiguous. */

const char *tv_clock_title_intern_cpu (const char *title);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Headings of columns by the session's clock: the same words for wall and CPU time, of which CPU time is marked, so
 * that a picture of the table cannot be misread. */

const char *tv_clock_title_intern_cpu (const char *title);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Options of malloc() for the whole process, which determine when freed memory is returned to the system. */

void tv_load_memory_begin (void);
void tv_load_memory_end   (void);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What becomes of memory that is freed, in the whole program. */

void tv_load_memory_begin (void);
void tv_load_memory_end   (void);

G_END_DECLS

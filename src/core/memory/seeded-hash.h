/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Hash functions for a #GHashTable whose keys come from a file. They replace g_str_hash() and g_int64_hash(). Hashes
 * differ in each run of the program, so that no crafted file can make all its keys collide. */

guint tv_seeded_text_hash  (gconstpointer text);
guint tv_seeded_int64_hash (gconstpointer number);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* For a GHashTable whose keys are from a file. As g_str_hash() and g_int64_hash(), but other in each run of the
 * program: nobody can make a file of which all keys fall into one place. */

guint tv_seeded_text_hash  (gconstpointer text);
guint tv_seeded_int64_hash (gconstpointer number);

G_END_DECLS

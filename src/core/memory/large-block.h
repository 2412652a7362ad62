/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Memory for columns and tables whose size is proportional to that of the trace. */

gpointer tv_large_block_new    (gsize    bytes);
gpointer tv_large_block_new_cleared (gsize bytes);
gpointer tv_large_block_new_sparse (gsize bytes,
                                gsize    first_empty,
                                gsize    n_empty);
gpointer tv_large_block_resize (gpointer block,
                                gsize    bytes);
void     tv_large_block_release_start (gpointer block,
                                gsize    end);

G_END_DECLS

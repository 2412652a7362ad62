/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table/table-columns.h"

G_BEGIN_DECLS

/* Columns of the lists in a Java heap. Their user data is a #TvHeapTotal. */

/**
 * TvHeapTotal:
 * @bytes: size of all reachable objects, to which bars are relative
 *
 * User data of the columns.
 */
typedef struct
{
  gint64 bytes;
} TvHeapTotal;

const TvTableColumn *tv_heap_class_columns  (guint *n);
const TvTableColumn *tv_heap_change_columns (guint *n);
const TvTableColumn *tv_heap_object_columns (guint *n);
const TvTableColumn *tv_heap_path_columns   (guint *n);

char *tv_heap_dup_object_name (guint32     object);

G_END_DECLS

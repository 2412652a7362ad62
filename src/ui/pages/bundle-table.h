/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/bundle.h"
#include "tables/table.h"

G_BEGIN_DECLS

/* The files of a bundle as a table, "member": a row for each, in the bundle's own order. */

TvTable        *tv_bundle_table_new        (TvBundle *bundle);
const TvMember *tv_bundle_table_get_member (TvTable  *table,
                                            guint32   row);

G_END_DECLS

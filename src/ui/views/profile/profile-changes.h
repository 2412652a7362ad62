/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table/table-columns.h"

G_BEGIN_DECLS

/* Columns of a profile that show changes since an earlier run */

void tv_profile_changes_describe (guint          column,
                                  TvTableColumn *described);

G_END_DECLS

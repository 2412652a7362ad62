/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "export/write-table.h"
#include "formats/bundle.h"

G_BEGIN_DECLS

gboolean tv_members_write (const TvBundle *bundle,
                           const char     *file,
                           const char     *text,
                           gboolean        has_findings,
                           TvTextFormat    format,
                           GError        **error);

G_END_DECLS

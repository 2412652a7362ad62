/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/open-trace.h"
#include "export/table-files.h"

G_BEGIN_DECLS

gboolean tv_export_tables (char                 **files,
                           const TvTraceSource   *source,
                           TvTableFileFormat      format,
                           char                 **tables,
                           const char            *output,
                           GError               **error);

G_END_DECLS

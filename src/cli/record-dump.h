/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

gboolean tv_record_dump_write (TvTrace       *trace,
                               const GArray  *records,
                               TvClock        clock,
                               GOutputStream *stream,
                               GError       **error);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/input/input.h"

G_BEGIN_DECLS

gboolean tv_info_write (const char *file,
                        TvInput    *opened,
                        GError    **error);

G_END_DECLS

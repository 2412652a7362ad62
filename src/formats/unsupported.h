/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"

G_BEGIN_DECLS

const char *tv_unsupported_describe (TvInput *input);

G_END_DECLS

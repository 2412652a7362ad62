/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/proto-field.h"

G_BEGIN_DECLS

/* Readable counter names of power rails. */

char *tv_perfetto_dup_rail_name (TvSpan content);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/input/span.h"

G_BEGIN_DECLS

void tv_service_forms_check (TvTraceBuilder *builder,
                             TvSpan          text);

G_END_DECLS

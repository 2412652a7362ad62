/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

/* Metadata. The functions write directly to the trace, so this part has no stage. */

extern const TvBuilderPart tv_builder_metadata;

G_END_DECLS

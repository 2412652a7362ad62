/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

/* Sections of plain text that are shown unparsed. The functions write directly to the trace, so this part has no
 * stage. */

extern const TvBuilderPart tv_builder_texts;

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/dump/dump-rows.h"
#include "ui/views/dump/stack-pane.h"

G_BEGIN_DECLS

gboolean tv_dump_step (TvSession         *session,
                       const TvDumpRows  *rows,
                       TvStackPane       *stack,
                       const TvTextMatch *match,
                       int                direction);

G_END_DECLS

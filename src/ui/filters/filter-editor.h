/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/filters/selection-chips.h"

G_BEGIN_DECLS

GtkWidget *tv_filter_editor_new (TvSession        *session,
                                 TvSelectionParts  parts,
                                 const char       *what);

G_END_DECLS

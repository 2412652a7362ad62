/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"

G_BEGIN_DECLS

char *tv_trace_summary_dup (TvSession *session);

G_END_DECLS

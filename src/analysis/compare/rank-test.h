/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

double tv_rank_test (const double *a,
                     guint         n_a,
                     const double *b,
                     guint         n_b);

G_END_DECLS

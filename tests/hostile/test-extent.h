/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the number of repetitions to run: a fifth of @n if TV_TEST_SAMPLE is set, which is sufficient to cover each
 * kind. The suite `sanitize` runs all repetitions. */
static inline guint
tv_test_part (guint n)
{
  return g_getenv ("TV_TEST_SAMPLE") != NULL ? n / 5 : n;
}

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns a fifth of a number of repetitions if TV_TEST_SAMPLE is set: enough to cover each
 * kind. The suite `sanitize` runs all. */
static inline guint
tv_test_part (guint n)
{
  return g_getenv ("TV_TEST_SAMPLE") != NULL ? n / 5 : n;
}

G_END_DECLS

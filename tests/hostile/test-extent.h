/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where TV_TEST_SAMPLE is set, of what a test makes many or much of only a part is made: enough to
 * come by each kind of it. The suite `sanitize` makes all of it. */
static inline guint
tv_test_part (guint n)
{
  return g_getenv ("TV_TEST_SAMPLE") != NULL ? n / 5 : n;
}

G_END_DECLS

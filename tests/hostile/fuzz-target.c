/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-target.h"

#include "core/error.h"
#include "trace-invariants.h"

void
fuzz_target_judge (TvTrace *trace, GError *error)
{
  g_autofree char *wrong = NULL;

  g_assert_true ((trace == NULL) == (error != NULL));
  if (error != NULL)
    {
      g_assert_true (error->domain == TV_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_error_free (error);
      return;
    }
  wrong = tv_trace_dup_violation (trace);
  if (wrong == NULL)
    wrong = tv_trace_dup_misuse (trace);
  if (wrong != NULL)
    g_error ("%s", wrong);
  g_object_unref (trace);
}

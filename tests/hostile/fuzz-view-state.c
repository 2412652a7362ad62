/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-target.h"
#include "ui/session/view-state.h"

/* What is kept of a file's view, which anybody may have written to since. */

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (TvViewState) state = tv_view_state_parse ((const char *) data, size);
  g_autofree char *text = NULL;
  g_autofree char *written = NULL;
  g_auto (GStrv) texts = NULL;
  gint64 number;
  gsize length;

  if (state == NULL)
    return 0;
  tv_view_state_get_int64 (state, "g", "k", &number);
  text = tv_view_state_dup_text (state, "g", "k");
  texts = tv_view_state_dup_texts (state, "g", "k");
  if (text != NULL)
    tv_view_state_set_text (state, "h", "k", text);
  if (texts != NULL)
    tv_view_state_set_texts (state, "h", "l", (const char *const *) texts);
  written = tv_view_state_to_data (state, &length);
  if (written != NULL)
    {
      g_autoptr (TvViewState) again = tv_view_state_parse (written, length);
      g_autofree char *same = NULL;

      g_assert_nonnull (again);
      same = tv_view_state_dup_text (again, "h", "k");
      if (text != NULL)
        g_assert_cmpstr (same, ==, text);
    }
  return 0;
}

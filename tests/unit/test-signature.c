/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

#include "core/signature.h"

static void
test_readable (void)
{
  static const struct
  {
    const char *signature;
    const char *readable;
  } cases[] = {
    { "()V", "(): void" },
    { "(I)J", "(int): long" },
    { "(Landroid/os/Message;)V", "(Message): void" },
    { "([[Ljava/lang/String;[ZB)[C", "(String[][], boolean[], byte): char[]" },
    { "(Ljava.util.Map$Entry;DFSC)Z", "(Map$Entry, double, float, short, char): boolean" },
    /* invalid descriptors, which are returned unchanged */
    { "", "" },
    { "(", "(" },
    { "()", "()" },
    { "(I", "(I" },
    { "(Ljava/lang/String)V", "(Ljava/lang/String)V" },
    { "(L;)V", "(L;)V" },
    { "(Q)V", "(Q)V" },
    { "([)V", "([)V" },
    { "()VV", "()VV" },
    { "draw", "draw" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *readable = tv_signature_to_readable (cases[i].signature);

      g_assert_cmpstr (readable, ==, cases[i].readable);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/signature/readable", test_readable);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

#include "fuzz-target.h"

/* Runs a target with each file of a folder, like libFuzzer with -runs=0. Returns the number of files. */

static guint
replay (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autofree char *text = NULL;
  gsize size;
  guint n = 0;

  if (dir != NULL)
    {
      for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
        {
          g_autofree char *child = g_build_filename (path, name, NULL);

          n += replay (child);
        }
      return n;
    }
  if (!g_file_get_contents (path, &text, &size, NULL))
    g_error ("%s cannot be read", path);
  g_printerr ("%s\n", path);
  {
    /* a copy without GLib's trailing byte, so that AddressSanitizer detects reads past the end */
    g_autofree uint8_t *exact = g_memdup2 (text, size);

    LLVMFuzzerTestOneInput (exact, size);
  }
  return 1;
}

int
main (int argc, char **argv)
{
  guint n = 0;

  LLVMFuzzerInitialize (&argc, &argv);
  for (int i = 1; i < argc; i++)
    if (argv[i][0] != '-')
      n += replay (argv[i]);
  g_print ("%u files\n", n);
  return n > 0 ? 0 : 1;
}

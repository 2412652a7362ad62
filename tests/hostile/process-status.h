/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include <gio/gio.h>

/* Returns a size of this process in bytes, such as "VmHWM" for the peak memory, or 0 if the system does
 * not provide it. Unlike the peak of getrusage(), it does not include the program that started the
 * process. */
static inline gsize
get_process_size (const char *key)
{
  g_autofree char *text = NULL;
  g_autofree char *start = g_strconcat ("\n", key, ":\t", NULL);
  const char *at;

  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL))
    return 0;
  at = strstr (text, start);
  return at != NULL ? g_ascii_strtoull (at + strlen (start), NULL, 10) * 1024 : 0;
}

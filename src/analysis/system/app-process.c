/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Classifies processes by name, because recordings do not mark apps. Apps of Android and OpenHarmony are named after
 * their packages, such as com.example.shop, or the last 15 characters of them in the kernel (om.example.shop). Names
 * of services contain no dots (surfaceflinger, render_service), or only dots of a version (python3.11,
 * audio@4.0-servi).
 *
 * Called by the rules and by main-process.c. Pure: tests only the name. */

#include "analysis/system/app-process.h"

#include <string.h>

/* Prefixes of services that are named like packages */
static const char *const services[] = {
  "android.hardware.",  "vendor.", "hardware.", "media.", "hidl.", "aidl.", "android.system.",
  "android.frameworks."
};

/* Prefixes of kernel threads whose names contain no slash; in other names, a slash precedes the CPU number */
static const char *const kernel_names[] = {
  "kthreadd", "rcu_", "kswapd",  "kcompactd", "khugepaged",
  "kdamond",  "ksmd", "kauditd", "migration",
};

/* Returns whether a name contains dots, and each dot is followed by a letter and preceded by a letter, a digit or
 * “_”. A dot at the start of the name may remain from truncation. */
static gboolean
has_package_dots (const char *name)
{
  gboolean has_dot = FALSE;

  for (const char *dot = strchr (name, '.'); dot != NULL; dot = strchr (dot + 1, '.'))
    {
      if (!g_ascii_isalpha (dot[1]) || (dot > name && !g_ascii_isalnum (dot[-1]) && dot[-1] != '_'))
        return FALSE;
      has_dot = TRUE;
    }
  return has_dot;
}

/**
 * tv_process_nature_from_name:
 * @name: (nullable): name of a process or of its main thread
 *
 * Returns: kind of the process; %TV_PROCESS_SYSTEM if ambiguous
 */
TvProcessKind
tv_process_nature_from_name (const char *name)
{
  if (name == NULL)
    return TV_PROCESS_SYSTEM;
  if (strchr (name, '/') != NULL && *name != '/')
    return TV_PROCESS_KERNEL;
  for (guint i = 0; i < G_N_ELEMENTS (kernel_names); i++)
    if (g_str_has_prefix (name, kernel_names[i]))
      return TV_PROCESS_KERNEL;
  for (guint i = 0; i < G_N_ELEMENTS (services); i++)
    if (g_str_has_prefix (name, services[i]))
      return TV_PROCESS_SYSTEM;
  if (strpbrk (name, "/@ ") != NULL || !has_package_dots (name))
    return TV_PROCESS_SYSTEM;
  return TV_PROCESS_APP;
}

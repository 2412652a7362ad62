/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Classifies processes of a log as apps by name, because a log contains nothing else. Apps of Android and
 * OpenHarmony are named after their packages, such as com.example.shop; the kernel keeps the last 15 characters
 * of that (om.example.shop). Services have no dots (surfaceflinger, render_service), or only in a version
 * (python3.11, audio@4.0-servi). */

#include "analysis/system/app-process.h"

#include <string.h>

/* Services named like packages. */
static const char *const services[] = {
  "android.hardware.",  "vendor.", "hardware.", "media.", "hidl.", "aidl.", "android.system.",
  "android.frameworks."
};

/* Kernel threads without a slash, which usually separates the CPU. */
static const char *const kernel_names[] = {
  "kthreadd", "rcu_", "kswapd",  "kcompactd", "khugepaged",
  "kdamond",  "ksmd", "kauditd", "migration",
};

/* Returns whether all dots are between letters, except one at which the kernel truncated the name. */
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
 * Returns: nature of the process; %TV_PROCESS_SYSTEM if ambiguous
 */
TvProcessNature
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

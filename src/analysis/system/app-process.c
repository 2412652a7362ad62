/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which of a log's processes is an app: a log tells no more of it than its name. Apps of Android and
 * OpenHarmony are named after their packages, such as com.example.shop; of that the kernel keeps the
 * last 15 characters (om.example.shop). Services have no dots (surfaceflinger, render_service), or
 * such as stand before a version (python3.11) or beside one (audio@4.0-servi). */

#include "analysis/system/app-process.h"

#include <string.h>

/* Services with names like those of packages. */
static const char *const services[] = {
  "android.hardware.",  "vendor.", "hardware.", "media.", "hidl.", "aidl.", "android.system.",
  "android.frameworks."
};

/* Threads of the kernel that have no slash, with which most name their CPU. */
static const char *const kernel_names[] = {
  "kthreadd", "rcu_", "kswapd",  "kcompactd", "khugepaged",
  "kdamond",  "ksmd", "kauditd", "migration",
};

/* Whether all of its dots stand between letters, but for one at which the kernel cut it. */
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
 * @name: (nullable): of a process, or of its main thread
 *
 * Returns: what it seems to be; %TV_PROCESS_SYSTEM where the name does not tell
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

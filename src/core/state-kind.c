/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/state-kind.h"

#include <glib/gi18n.h>
#include <string.h>

/* Names of thread states. Called by the timeline's legend, by the properties panes and by views with states. Names
 * are translated. No state. */

/**
 * tv_state_kind_get_name:
 *
 * Returns: (transfer none): the translated name of the state
 */
const char *
tv_state_kind_get_name (TvStateKind kind)
{
  static const char *const names[TV_N_STATE_KINDS] = {
    [TV_STATE_RUNNING] = N_("Running"),
    [TV_STATE_RUNNABLE] = N_("Runnable"),
    [TV_STATE_SLEEPING] = N_("Sleeping"),
    /* Translators: a thread that waits and cannot be interrupted, the kernel's state D */
    [TV_STATE_BLOCKED] = N_("Blocked"),
    /* Translators: a thread that waits for input or output, the kernel's state D */
    [TV_STATE_BLOCKED_IO] = N_("Blocked, I/O"),
    /* Translators: a blocked thread that waits for something else than input or output */
    [TV_STATE_BLOCKED_OTHER] = N_("Blocked, not I/O"),
    [TV_STATE_IDLE] = N_("Idle"),
    [TV_STATE_STOPPED] = N_("Stopped"),
    [TV_STATE_DEAD] = N_("Ended"),
    [TV_STATE_OTHER] = N_("Other"),
  };

  g_return_val_if_fail (kind < TV_N_STATE_KINDS, NULL);
  return _ (names[kind]);
}

/**
 * tv_state_kind_dup_label:
 * @text: (nullable): "Running", or kernel state letters
 * @io_wait: see #TvState
 *
 * Returns: (transfer full): the name of the state, followed by the letters if there are several
 */
char *
tv_state_kind_dup_label (const char *text, int io_wait)
{
  const char *name = tv_state_kind_get_name (tv_state_kind_find (text, io_wait));

  return text == NULL || g_str_equal (text, "Running") || strlen (text) < 2
             ? g_strdup (name)
             : g_strdup_printf ("%s %s", name, text);
}

/**
 * tv_state_kind_find:
 * @text: (nullable): "Running", or kernel state letters such as "R+"
 * @io_wait: see #TvState
 *
 * Returns: the kind of state
 */
TvStateKind
tv_state_kind_find (const char *text, int io_wait)
{
  if (text == NULL || g_str_equal (text, "Running"))
    return text != NULL ? TV_STATE_RUNNING : TV_STATE_OTHER;
  /* If there are several letters, the first match in this order is used, as in the ftrace reader. */
  if (strpbrk (text, "XZx") != NULL)
    return TV_STATE_DEAD;
  if (strchr (text, 'I') != NULL)
    return TV_STATE_IDLE;
  if (strchr (text, 'D') != NULL)
    return io_wait == 1   ? TV_STATE_BLOCKED_IO
           : io_wait == 0 ? TV_STATE_BLOCKED_OTHER
                          : TV_STATE_BLOCKED;
  if (strpbrk (text, "TtP") != NULL)
    return TV_STATE_STOPPED;
  if (strchr (text, 'S') != NULL)
    return TV_STATE_SLEEPING;
  return strchr (text, 'R') != NULL ? TV_STATE_RUNNABLE : TV_STATE_OTHER;
}

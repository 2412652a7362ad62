/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvProcessKind:
 * @TV_PROCESS_KERNEL: thread of the kernel
 * @TV_PROCESS_SYSTEM: any other process that is not an app
 * @TV_PROCESS_APP: app
 *
 * Kind of a process, derived from its name.
 */
typedef enum
{
  TV_PROCESS_KERNEL,
  TV_PROCESS_SYSTEM,
  TV_PROCESS_APP,
} TvProcessKind;

TvProcessKind tv_process_nature_from_name (const char *name);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Names of enumerated counters, from tables that are embedded in the program. */

const char *tv_perfetto_meminfo_name (guint number);
const char *tv_perfetto_vmstat_name  (guint number);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-line.h"

G_BEGIN_DECLS

/* Names of system calls. */

TvSpan tv_syscall_name (TvSpan machine,
                        gint64 number);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *tv_short_name_dup (const char *name);

G_END_DECLS

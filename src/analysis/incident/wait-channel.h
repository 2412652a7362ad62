/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *tv_wait_channel_get_format (const char *function);

G_END_DECLS

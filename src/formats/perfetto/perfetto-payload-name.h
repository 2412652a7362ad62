/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Names of payloads that are not decoded, for problems that report skipped packets. */

const char *tv_perfetto_payload_get_name (guint payload);

G_END_DECLS

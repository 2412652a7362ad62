/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Converts JVM method descriptors to a readable form. Results are (transfer full). */

char *tv_signature_to_readable (const char *signature);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GCancellable *tv_interrupt_watch (void);

G_END_DECLS

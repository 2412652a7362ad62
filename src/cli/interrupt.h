/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GCancellable *tv_interrupt_watch    (void);
void          tv_interrupt_set_work (GCancellable *work);
GCancellable *tv_interrupt_get_work (void);

G_END_DECLS

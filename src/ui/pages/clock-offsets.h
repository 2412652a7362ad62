/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Clock offsets of files on a timeline, entered by the user. */
typedef struct _TvClockOffsets TvClockOffsets;

TvClockOffsets *tv_clock_offsets_new   (void);
void            tv_clock_offsets_free  (TvClockOffsets       *self);
gboolean        tv_clock_offsets_find  (const TvClockOffsets *self,
                                        const char           *name,
                                        gint64               *offset_ns);
void            tv_clock_offsets_ask   (TvClockOffsets       *self,
                                        GtkWidget            *parent,
                                        const char *const    *names,
                                        const char           *reference,
                                        void                (*changed) (gpointer data),
                                        gpointer              data);

G_END_DECLS

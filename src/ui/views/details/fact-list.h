/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Facts: a name and a value a line; and headings over some of them. */

#define TV_TYPE_FACT_LIST (tv_fact_list_get_type ())
G_DECLARE_FINAL_TYPE (TvFactList, tv_fact_list, TV, FACT_LIST, GtkWidget)

void tv_fact_list_clear       (TvFactList *self);
void tv_fact_list_add         (TvFactList *self,
                               const char *title,
                               const char *text);
void tv_fact_list_add_time    (TvFactList *self,
                               const char *title,
                               gint64      ns);
void tv_fact_list_add_share   (TvFactList *self,
                               const char *title,
                               gint64      part_ns,
                               gint64      whole_ns);
void tv_fact_list_add_widget  (TvFactList *self,
                               const char *title,
                               GtkWidget  *value);
void tv_fact_list_add_action  (TvFactList *self,
                               const char *title,
                               const char *text,
                               const char *tooltip,
                               const char *action);
void tv_fact_list_add_slice   (TvFactList *self,
                               const char *title,
                               const char *text,
                               TvSession  *session,
                               guint32     slice);
void tv_fact_list_add_sample  (TvFactList *self,
                               const char *title,
                               const char *text,
                               TvSession  *session,
                               guint32     counter,
                               gint64      ns);
void tv_fact_list_add_heading (TvFactList *self,
                               const char *text);
void tv_fact_list_add_wide    (TvFactList *self,
                               GtkWidget  *widget);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* List model for a given number of lines. An item contains only the index of its line, and is created on request. */

#define TV_TYPE_STACK_ITEM (tv_stack_item_get_type ())
G_DECLARE_FINAL_TYPE (TvStackItem, tv_stack_item, TV, STACK_ITEM, GObject)

guint tv_stack_item_get_line (TvStackItem *self);

#define TV_TYPE_STACK_MODEL (tv_stack_model_get_type ())
G_DECLARE_FINAL_TYPE (TvStackModel, tv_stack_model, TV, STACK_MODEL, GObject)

TvStackModel *tv_stack_model_new   (void);
void          tv_stack_model_set_n (TvStackModel *self,
                                    guint         n);

G_END_DECLS

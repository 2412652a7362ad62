/* SPDX-License-Identifier: GPL-3.0-or-later */

/* GListModel of line numbers. Used by the list of stack-pane.c. The model stores only the number of lines; the pane
 * owns the lines. Setting that number marks all items as changed, so that the list binds its rows again. */

#include "ui/views/dump/stack-model.h"

/* ---- A line ---- */

struct _TvStackItem
{
  GObject parent_instance;

  guint line;
};

G_DEFINE_FINAL_TYPE (TvStackItem, tv_stack_item, G_TYPE_OBJECT)

static void
tv_stack_item_class_init (TvStackItemClass *klass)
{
}

static void
tv_stack_item_init (TvStackItem *self)
{
}

guint
tv_stack_item_get_line (TvStackItem *self)
{
  g_return_val_if_fail (TV_IS_STACK_ITEM (self), 0);
  return self->line;
}

/* ---- All lines ---- */

struct _TvStackModel
{
  GObject parent_instance;

  guint n;
};

static void tv_stack_model_init_model (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TvStackModel,
                               tv_stack_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, tv_stack_model_init_model))

static GType
get_item_type (GListModel *model)
{
  return TV_TYPE_STACK_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return TV_STACK_MODEL (model)->n;
}

static gpointer
get_item (GListModel *model, guint position)
{
  TvStackItem *item;

  if (position >= TV_STACK_MODEL (model)->n)
    return NULL;
  item = g_object_new (TV_TYPE_STACK_ITEM, NULL);
  item->line = position;
  return item;
}

static void
tv_stack_model_init_model (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
tv_stack_model_class_init (TvStackModelClass *klass)
{
}

static void
tv_stack_model_init (TvStackModel *self)
{
}

TvStackModel *
tv_stack_model_new (void)
{
  return g_object_new (TV_TYPE_STACK_MODEL, NULL);
}

/* Sets the number of lines. All lines count as changed. */
void
tv_stack_model_set_n (TvStackModel *self, guint n)
{
  guint before = self->n;

  g_return_if_fail (TV_IS_STACK_MODEL (self));

  self->n = n;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, n);
}

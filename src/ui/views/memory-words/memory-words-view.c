/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What was in memory where registers point to, and on the stack, word by word. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#define TV_TYPE_MEMORY_WORDS_VIEW (tv_memory_words_view_get_type ())
G_DECLARE_FINAL_TYPE (TvMemoryWordsView, tv_memory_words_view, TV, MEMORY_WORDS_VIEW, TvListView)

struct _TvMemoryWordsView
{
  TvListView parent_instance;
};

G_DEFINE_FINAL_TYPE (TvMemoryWordsView, tv_memory_words_view, TV_TYPE_LIST_VIEW)

static const TvTableColumn columns[] = {
  { .name = "near" },
  { .name = "address", .width = 170 },
  { .name = "value", .width = 170 },
  { .name = "text" },
  { .name = "region" },
  { .name = "note" },
};

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_words > 0 ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_memory_words = {
  .id = "memory-words",
  .title = N_("Memory"),
  .tooltip = N_("What was in memory where registers point to, and on the stack"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_memory_words_view_get_type,
  .get_fit = get_fit,
};

static void
tv_memory_words_view_class_init (TvMemoryWordsViewClass *klass)
{
  TvListViewClass *list_class = TV_LIST_VIEW_CLASS (klass);

  list_class->table = "memory_word";
  list_class->title = N_("Memory");
  list_class->columns = columns;
  list_class->n_columns = G_N_ELEMENTS (columns);
}

static void
tv_memory_words_view_init (TvMemoryWordsView *self)
{
}

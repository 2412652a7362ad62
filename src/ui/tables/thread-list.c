/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/tables/thread-list.h"

#include <glib/gi18n.h>

#include "ui/number-format.h"

#define MARGIN_PX 6

typedef enum
{
  THREAD_TID,
  THREAD_NAME,
  THREAD_CALLS,
  THREAD_CPU,
  THREAD_WALL,
  N_THREAD_COLUMNS,
} ThreadColumn;

static const char *const titles[N_THREAD_COLUMNS] = {
  [THREAD_TID] = N_("Thread ID"), [THREAD_NAME] = N_("Name"),    [THREAD_CALLS] = N_("Calls"),
  [THREAD_CPU] = N_("CPU ms"),    [THREAD_WALL] = N_("Wall ms"),
};

/* ---- One thread ---- */

#define TV_TYPE_THREAD_ITEM (tv_thread_item_get_type ())
G_DECLARE_FINAL_TYPE (TvThreadItem, tv_thread_item, TV, THREAD_ITEM, GObject)

struct _TvThreadItem
{
  GObject parent_instance;

  TvTrace *trace; /* whoever holds the list holds it */
  guint32 utid;
};

G_DEFINE_FINAL_TYPE (TvThreadItem, tv_thread_item, G_TYPE_OBJECT)

static void
tv_thread_item_finalize (GObject *object)
{
  g_object_unref (TV_THREAD_ITEM (object)->trace);
  G_OBJECT_CLASS (tv_thread_item_parent_class)->finalize (object);
}

static void
tv_thread_item_class_init (TvThreadItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_thread_item_finalize;
}

static void
tv_thread_item_init (TvThreadItem *self)
{
}

static const char *
get_name (TvThreadItem *self)
{
  const TvThread *thread = &tv_trace_get_threads (self->trace, NULL)[self->utid];
  const char *name = thread->name != TV_NONE ? tv_trace_get_string (self->trace, thread->name)
                                             : NULL;

  return name != NULL ? name : "";
}

static gint64
get_number (TvThreadItem *self, ThreadColumn column)
{
  const TvThread *thread = &tv_trace_get_threads (self->trace, NULL)[self->utid];
  const TvTrack *track = NULL;

  if (column == THREAD_TID)
    return thread->tid;
  if (thread->track == TV_NONE)
    return 0;
  track = &tv_trace_get_tracks (self->trace, NULL)[thread->track];
  if (column == THREAD_CALLS)
    return track->n_slices;
  return track->covered_ns[column == THREAD_CPU ? TV_CLOCK_CPU : TV_CLOCK_WALL];
}

static char *
dup_text (TvThreadItem *self, ThreadColumn column)
{
  switch (column)
    {
    case THREAD_NAME:
      return g_strdup (get_name (self));
    case THREAD_TID:
      return g_strdup_printf ("%" G_GINT64_FORMAT, get_number (self, column));
    case THREAD_CALLS:
      return tv_format_count ((guint64) get_number (self, column));
    case THREAD_CPU:
    case THREAD_WALL:
    case N_THREAD_COLUMNS:
    default:
      return tv_format_ms (get_number (self, column));
    }
}

/* ---- The list ---- */

static int
compare_items (gconstpointer a, gconstpointer b, gpointer data)
{
  ThreadColumn column = GPOINTER_TO_UINT (data);
  TvThreadItem *item_a = TV_THREAD_ITEM ((gpointer) a), *item_b = TV_THREAD_ITEM ((gpointer) b);
  gint64 number_a, number_b;

  if (column == THREAD_NAME)
    return g_utf8_collate (get_name (item_a), get_name (item_b));
  number_a = get_number (item_a, column);
  number_b = get_number (item_b, column);
  return number_a < number_b ? -1 : number_a > number_b;
}

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), GPOINTER_TO_UINT (data) == THREAD_NAME ? 0.0f : 1.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_margin_end (label, MARGIN_PX);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  g_autofree char *text = dup_text (gtk_list_item_get_item (item), GPOINTER_TO_UINT (data));

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), text);
}

static void
add_column (GtkColumnView *view, ThreadColumn kind)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (_ (titles[kind]), factory);
  g_autoptr (GtkSorter)
      sorter = GTK_SORTER (gtk_custom_sorter_new (compare_items, GUINT_TO_POINTER (kind), NULL));

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), GUINT_TO_POINTER (kind));
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), GUINT_TO_POINTER (kind));
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, kind == THREAD_NAME);
  gtk_column_view_append_column (view, column);
}

static GListModel *
list_threads (TvTrace *trace)
{
  GListStore *store = g_list_store_new (TV_TYPE_THREAD_ITEM);
  guint32 n;

  tv_trace_get_threads (trace, &n);
  for (guint32 utid = 0; utid < n; utid++)
    {
      g_autoptr (TvThreadItem) item = g_object_new (TV_TYPE_THREAD_ITEM, NULL);

      item->trace = g_object_ref (trace);
      item->utid = utid;
      g_list_store_append (store, item);
    }
  return G_LIST_MODEL (store);
}

void
tv_thread_list_fill (GtkColumnView *view, TvTrace *trace)
{
  g_autoptr (GtkSelectionModel) selection = NULL;
  GtkSortListModel *sorted;

  add_column (view, THREAD_TID);
  add_column (view, THREAD_NAME);
  add_column (view, THREAD_CALLS);
  if (tv_trace_has_clock (trace, TV_CLOCK_CPU))
    add_column (view, THREAD_CPU);
  if (tv_trace_has_clock (trace, TV_CLOCK_WALL))
    add_column (view, THREAD_WALL);

  sorted = gtk_sort_list_model_new (list_threads (trace),
                                    g_object_ref (gtk_column_view_get_sorter (view)));
  selection = GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (sorted)));
  gtk_column_view_set_model (view, selection);
}

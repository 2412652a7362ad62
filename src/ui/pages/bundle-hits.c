/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/bundle-hits.h"

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "formats/bundle-search.h"
#include "tables/bundle-hit-table.h"
#include "ui/kit/number-format.h"
#include "ui/kit/table/table-view.h"
#include "ui/kit/work.h"

/* Searches the lines of all members of a bundle, and lists the matches. Used by the bundle page, which passes the
 * search text. A worker searches the members of a batch; the main thread adds the matches to the list and starts the
 * next batch. The widget owns the matches. It does not open members itself: it emits a signal. */

/* Limits of a batch of members, so that progress and matches are shown early. */
#define BATCH_BYTES   (4 * 1024 * 1024)
#define BATCH_MEMBERS 64

/* Minimum time between two updates of the list during a search. */
#define SHOW_US G_USEC_PER_SEC

/* Index that represents the lines before the first section, instead of a member. */
#define REPORT_HEADER G_MAXUINT

struct _TvBundleHits
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkLabel *status;
  GtkWidget *stop;
  TvTableView *table;

  TvBundle *bundle; /* (nullable): NULL until set */
  TvBundleSearch found;
  guint next;         /* index of the next member to search, or REPORT_HEADER */
  gint64 shown_us;    /* monotonic time at which the list was last updated */
  guint n_shown;      /* number of matches in the list */
  guint focus_tick;   /* id of the tick callback that waits until rows can be focused, or 0 */
  GCancellable *slot; /* (nullable): slot of the worker, set while it runs */
};

G_DEFINE_FINAL_TYPE (TvBundleHits, tv_bundle_hits, GTK_TYPE_WIDGET)

enum
{
  CHANGED,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- The list ---- */

static TvTable *
new_table (const TvBundleHits *self)
{
  TvBundleHitTable *table = tv_bundle_hit_table_new ();
  guint n;
  const TvMember *members = tv_bundle_get_members (self->bundle, &n);

  for (guint i = 0; i < self->found.hits->len; i++)
    {
      const TvBundleHit *hit = &g_array_index (self->found.hits, TvBundleHit, i);

      tv_bundle_hit_table_add (
          table, &(TvBundleHitRow){ hit->member != TV_NONE ? members[hit->member].name : "",
                                    hit->line, hit->text });
    }
  return TV_TABLE (table);
}

/* Updates the list. New matches are always appended, so the index of the selected row remains valid. */
static void
show_list (TvBundleHits *self)
{
  g_autoptr (TvTable) table = new_table (self);
  guint32 selected = tv_table_view_get_selected (self->table);

  tv_table_view_set_table (self->table, table);
  if (self->n_shown > 0 && selected != TV_NONE)
    tv_table_view_select_row (self->table, selected);
  self->n_shown = self->found.hits->len;
  self->shown_us = g_get_monotonic_time ();
}

static guint
count_members (const TvBundleHits *self)
{
  guint n = 0;
  guint last = TV_NONE;

  for (guint i = 0; i < self->found.hits->len; i++)
    {
      guint member = g_array_index (self->found.hits, TvBundleHit, i).member;

      n += i == 0 || member != last;
      last = member;
    }
  return n;
}

static char *
dup_count (const TvBundleHits *self)
{
  guint n = self->found.hits->len, n_members = count_members (self);
  g_autofree char *hits = tv_format_count (n);
  g_autofree char *matches = g_strdup_printf (ngettext ("%s match", "%s matches", n), hits);
  g_autofree char *where = tv_number_printf (
      ngettext ("in %u file or section", "in %u files or sections", n_members), n_members);

  if (self->found.is_full)
    return g_strdup_printf (_("The first %s %s"), matches, where);
  if (n == 0)
    return g_strdup (_("No matches"));
  /* Translators: “12 matches”, “in 3 files and sections” */
  return g_strdup_printf (_("%s %s"), matches, where);
}

static char *
dup_progress (const TvBundleHits *self)
{
  guint n, index = self->next == REPORT_HEADER ? 0 : self->next;
  g_autofree char *done = NULL;
  g_autofree char *all = NULL;

  tv_bundle_get_members (self->bundle, &n);
  if (index >= n || self->found.is_full)
    return NULL;
  done = tv_format_count (index);
  all = tv_format_count (n);
  return g_strdup_printf (self->slot != NULL ? _("searched %s of %s") : _("stopped after %s of %s"),
                          done, all);
}

static char *
dup_skipped (const TvBundleHits *self)
{
  return self->found.n_skipped > 0
             ? tv_number_printf (ngettext ("%u not searched: binary, locked or unreadable",
                                           "%u not searched: binary, locked or unreadable",
                                           self->found.n_skipped),
                                 self->found.n_skipped)
             : NULL;
}

static void
show_status (TvBundleHits *self)
{
  gboolean is_busy = self->slot != NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->found.hits != NULL)
    {
      char *parts[] = { dup_count (self), dup_progress (self), dup_skipped (self) };

      for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
        if (parts[i] != NULL)
          {
            g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", parts[i]);
            g_free (parts[i]);
          }
    }
  gtk_label_set_text (self->status, text->str);
  gtk_widget_set_visible (self->stop, is_busy);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "hits.stop", is_busy);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* ---- Search ---- */

typedef struct
{
  TvBundle *bundle;
  TvTextMatch *match;
  guint first; /* index of the first member, or REPORT_HEADER */
  guint n;     /* number of members */
  TvBundleSearch found;
} Batch;

static void
batch_free (gpointer data)
{
  Batch *self = data;

  tv_bundle_search_clear (&self->found);
  tv_bundle_free (self->bundle);
  tv_text_match_free (self->match);
  g_free (self);
}

static gboolean
test_line (const char *line, gsize size, gconstpointer match)
{
  return tv_text_match_test (match, line, (gssize) size);
}

static gpointer
search_batch (gpointer job, GCancellable *cancellable, GError **error)
{
  Batch *self = job;

  if (self->first == REPORT_HEADER)
    tv_bundle_search_header (&self->found, self->bundle, cancellable);
  else
    for (guint i = 0; i < self->n; i++)
      if (!tv_bundle_search_member (&self->found, self->bundle, self->first + i, cancellable))
        break;
  return self;
}

static void start_batch (TvBundleHits *self, TvTextMatch *match);

/* Adds the matches of a batch, up to the maximum number of matches. */
static void
take_found (TvBundleHits *self, TvBundleSearch *found)
{
  guint space = TV_BUNDLE_MAX_HITS - self->found.hits->len;
  guint n = MIN (found->hits->len, space);

  g_array_append_vals (self->found.hits, found->hits->data, n);
  for (guint i = 0; i < n; i++)
    g_array_index (found->hits, TvBundleHit, i).text = NULL;
  self->found.n_searched += found->n_searched;
  self->found.n_skipped += found->n_skipped;
  self->found.is_full |= found->is_full || found->hits->len > space;
}

static void
on_searched (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvBundleHits *self = owner;
  Batch *batch = job;

  take_found (self, &batch->found);
  self->next = batch->first == REPORT_HEADER ? 0 : batch->first + batch->n;
  start_batch (self, g_steal_pointer (&batch->match));
  if (self->slot == NULL || (self->n_shown == 0 && self->found.hits->len > 0) ||
      (self->n_shown < self->found.hits->len && g_get_monotonic_time () - self->shown_us > SHOW_US))
    show_list (self);
  show_status (self);
}

static const TvWork work = { search_batch, batch_free, NULL };

/* Starts to search the next members, unless all were searched or the maximum number of matches was reached. @match:
 * (transfer full) */
static void
start_batch (TvBundleHits *self, TvTextMatch *match)
{
  guint n;
  const TvMember *members = tv_bundle_get_members (self->bundle, &n);
  Batch *batch;
  gint64 bytes = 0;

  if (self->next != REPORT_HEADER && (self->next >= n || self->found.is_full))
    {
      tv_text_match_free (match);
      return;
    }
  batch = g_new0 (Batch, 1);
  batch->bundle = tv_bundle_ref (self->bundle);
  batch->match = match;
  batch->first = self->next;
  tv_bundle_search_init (&batch->found, test_line, match);
  while (self->next != REPORT_HEADER && batch->n < BATCH_MEMBERS && self->next + batch->n < n &&
         bytes < BATCH_BYTES)
    {
      gint64 size = members[self->next + batch->n].size;

      bytes += MAX (size, 0);
      batch->n++;
    }
  tv_work_start (&work, batch, on_searched, self, &self->slot);
}

static void
stop_focus (TvBundleHits *self)
{
  if (self->focus_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->focus_tick);
  self->focus_tick = 0;
}

/**
 * tv_bundle_hits_search:
 * @self: a list with a bundle
 * @match: (transfer full) (nullable): text to search for; %NULL clears the list
 *
 * Searches the names and lines of all members. Cancels the previous search.
 */
void
tv_bundle_hits_search (TvBundleHits *self, TvTextMatch *match)
{
  g_return_if_fail (TV_IS_BUNDLE_HITS (self) && self->bundle != NULL);

  tv_work_stop (&self->slot);
  tv_bundle_search_clear (&self->found);
  stop_focus (self);
  self->n_shown = 0;
  self->next = REPORT_HEADER;
  if (match != NULL)
    {
      tv_bundle_search_init (&self->found, test_line, NULL);
      start_batch (self, match);
    }
  else
    tv_table_view_set_table (self->table, NULL);
  show_status (self);
}

/* Stops the search. The matches of completed batches are kept. */
static void
stop_search (TvBundleHits *self)
{
  g_return_if_fail (TV_IS_BUNDLE_HITS (self));

  if (self->slot == NULL)
    return;
  tv_work_stop (&self->slot);
  show_list (self);
  show_status (self);
}

gboolean
tv_bundle_hits_is_busy (TvBundleHits *self)
{
  return self->slot != NULL;
}

guint
tv_bundle_hits_count (TvBundleHits *self)
{
  return self->found.hits != NULL ? self->found.hits->len : 0;
}

/* Focuses the list as soon as the search has ended and row widgets exist. Row widgets are created some frames after
 * the list is shown. */
static gboolean
focus_list (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvBundleHits *self = TV_BUNDLE_HITS (widget);
  guint first, end;

  if (self->slot != NULL ||
      (self->n_shown > 0 && !(tv_table_view_get_shown (self->table, &first, &end) && end > first)))
    return G_SOURCE_CONTINUE;
  self->focus_tick = 0;
  tv_table_view_enter (self->table);
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

/* Moves the focus to the list as soon as the search has ended. */
void
tv_bundle_hits_focus (TvBundleHits *self)
{
  if (self->focus_tick == 0)
    self->focus_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), focus_list, NULL, NULL);
}

/* Returns: whether the focus is on a match */
gboolean
tv_bundle_hits_has_focus (TvBundleHits *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return self->focus_tick == 0 && focus != NULL &&
         gtk_widget_is_ancestor (focus, GTK_WIDGET (self->table));
}

/* ---- Object ---- */

static void
on_activated (TvBundleHits *self, guint row)
{
  const TvBundleHit *hit;

  if (self->found.hits == NULL || row >= self->found.hits->len)
    return;
  hit = &g_array_index (self->found.hits, TvBundleHit, row);
  g_signal_emit (self, signals[ACTIVATED], 0, hit->member, hit->line);
}

static void
stop_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  stop_search (TV_BUNDLE_HITS (widget));
}

/* Sets the bundle. Must be called once. */
void
tv_bundle_hits_set_bundle (TvBundleHits *self, TvBundle *bundle)
{
  static const TvTableColumn columns[] = {
    { .name = "name", .width = 260 },
    { .name = "line", .widest = "9,999,999" },
    { .name = "text", .width = TV_TABLE_COLUMN_FILL },
  };

  g_return_if_fail (TV_IS_BUNDLE_HITS (self) && self->bundle == NULL);

  self->bundle = tv_bundle_ref (bundle);
  tv_table_view_set_columns (self->table, &tv_bundle_hit_table_info, columns,
                             G_N_ELEMENTS (columns), NULL);
  tv_table_view_set_order (self->table, NULL);
}

static void
tv_bundle_hits_dispose (GObject *object)
{
  TvBundleHits *self = TV_BUNDLE_HITS (object);

  stop_focus (self);
  tv_work_stop (&self->slot);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  tv_bundle_search_clear (&self->found);
  g_clear_pointer (&self->bundle, tv_bundle_free);
  G_OBJECT_CLASS (tv_bundle_hits_parent_class)->dispose (object);
}

static void
tv_bundle_hits_class_init (TvBundleHitsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_bundle_hits_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "hits.stop", NULL, stop_action);
  signals[CHANGED] = g_signal_new ("changed", TV_TYPE_BUNDLE_HITS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[ACTIVATED] = g_signal_new ("activated", TV_TYPE_BUNDLE_HITS, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT64);
}

static void
tv_bundle_hits_init (TvBundleHits *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->status = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->status, 0.0f);
  gtk_label_set_ellipsize (self->status, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->status), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->status), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->status), "numeric");
  self->stop = gtk_button_new_with_mnemonic (_("_Stop"));
  gtk_widget_set_tooltip_text (self->stop, _("Stop the search and keep the matches found so far"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->stop), "hits.stop");
  gtk_widget_set_visible (self->stop, FALSE);
  gtk_widget_add_css_class (bar, "bundle-bar");
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->status));
  gtk_box_append (GTK_BOX (bar), self->stop);
  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  tv_table_view_set_name (self->table, _("Matching Lines"));
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_widget_set_margin_start (GTK_WIDGET (self->table), 6);
  gtk_widget_set_margin_end (GTK_WIDGET (self->table), 6);
  g_signal_connect_swapped (self->table, "row-activated", G_CALLBACK (on_activated), self);
  gtk_box_append (GTK_BOX (self->box), bar);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->table));
}

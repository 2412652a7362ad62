/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Samples of stacks one by one, those that count in what is selected, of the kind that is shown.
 *
 *   session ── selection, call-source ──▶ worker ──▶ which samples count ──▶ list
 *      ▲                                                                       │
 *      └── selected-sample ◀───────────────────────────────────────────────────┘
 */

#include "ui/views/view.h"

#include <glib/gi18n.h>

#include "paint/kit/weight-format.h"
#include "ui/kit/number-format.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/table/table-view.h"
#include "ui/views/samples/samples-columns.h"
#include "ui/views/samples/samples-task.h"
#include "ui/views/source-button.h"

#define MARGIN_PX 6

/* A sample that is shown as large as it can be has this part of the timeline around it. */
#define CLOSE_PART 0.02

#define TV_TYPE_SAMPLES_VIEW (tv_samples_view_get_type ())
G_DECLARE_FINAL_TYPE (TvSamplesView, tv_samples_view, TV, SAMPLES_VIEW, TvView)

struct _TvSamplesView
{
  TvView parent_instance;

  TvTableView *table;
  GtkWidget *mode;

  TvSession *session;    /* of the view */
  TvSamplesFound *found; /* (nullable): what is shown */
  GCancellable *finding; /* (nullable): set while a worker does */
  gboolean is_asked;     /* to be listed anew, once it is seen */
  gboolean is_leading;   /* the user selects a row */
};

G_DEFINE_FINAL_TYPE (TvSamplesView, tv_samples_view, TV_TYPE_VIEW)

static guint32
count_shown (TvSamplesView *self)
{
  return self->found != NULL ? tv_table_get_n_rows (self->found->table) : 0;
}

/* ---- Rows ---- */

/* The selected sample is selected here, too, and in sight unless it was chosen here. */
static void
follow_sample (TvSamplesView *self)
{
  guint32 sample = tv_session_get_selected_sample (self->session), row = TV_NONE;
  guint position = TV_NONE;

  if (self->found == NULL)
    return;
  if (sample != TV_NONE)
    row = tv_sample_table_find_row (TV_SAMPLE_TABLE (self->found->table), sample);
  if (row == tv_table_view_get_selected (self->table))
    return;
  tv_table_view_select_row (self->table, row);
  if (row != TV_NONE)
    position = tv_table_model_find_row (tv_table_view_get_model (self->table), row);
  if (position != TV_NONE && !self->is_leading)
    tv_table_view_reveal (self->table, position);
}

/* A change of a heap is no sample: its function is selected, and its time is brought into sight. */
static void
select_change (TvSamplesView *self, guint row)
{
  TvSampleTable *table = TV_SAMPLE_TABLE (self->found->table);
  const TvFrame *leaf = tv_sample_table_get_leaf (table, row);
  gint64 ts;

  tv_sample_table_get_weight (table, row, NULL, &ts);
  tv_session_select_symbol (self->session, leaf != NULL ? leaf->symbol : TV_NONE);
  if (ts != TV_NO_TIME)
    tv_session_set_cursor_time (self->session, ts);
}

static void
on_row_selected (TvSamplesView *self, guint row)
{
  TvSampleTable *table = TV_SAMPLE_TABLE (self->found->table);
  guint32 sample = tv_sample_table_get_sample (table, row);

  self->is_leading = TRUE;
  if (sample == TV_NONE)
    select_change (self, row);
  else
    {
      tv_session_select_sample (self->session, sample);
      tv_session_show_sample (self->session, sample);
    }
  self->is_leading = FALSE;
}

/* The timeline shows what is around it from near. */
static void
on_row_activated (TvSamplesView *self, guint row)
{
  gint64 ts, start_ns, end_ns, around_ns;

  tv_sample_table_get_weight (TV_SAMPLE_TABLE (self->found->table), row, NULL, &ts);
  on_row_selected (self, row);
  if (ts == TV_NO_TIME)
    return;
  tv_session_get_whole (self->session, &start_ns, &end_ns);
  around_ns = MAX ((gint64) ((double) (end_ns - start_ns) * CLOSE_PART / 2.0), 1);
  tv_session_set_visible (self->session, ts - around_ns, ts + around_ns);
}

/* ---- What is said ---- */

/* How many, and where they are of one event what they add up to. */
static char *
dup_count (TvSamplesView *self)
{
  guint32 n = count_shown (self);
  g_autofree char *count = tv_format_count (n);
  g_autofree char *samples = g_strdup_printf (ngettext ("%s sample", "%s samples", n), count);
  g_autofree char *weight = NULL;
  const TvStacks *stacks = tv_trace_get_stacks (tv_session_get_trace (self->session));

  if (self->found->source >= stacks->n_kinds)
    return g_steal_pointer (&samples);
  weight = tv_weight_format (tv_session_get_trace (self->session), self->found->source,
                             self->found->weight);
  /* Translators: how many samples there are, and what their weights add up to: “120 samples, 1.2 s” */
  return g_strdup_printf (_("%s, %s"), samples, weight);
}

static void
on_shown (TvSamplesView *self)
{
  if (self->found == NULL)
    return;
  follow_sample (self);
  g_object_notify (G_OBJECT (self), "summary");
  tv_view_change_content (TV_VIEW (self));
}

static void
update_busy (TvSamplesView *self)
{
  gboolean is_sorting;

  g_object_get (self->table, "is-sorting", &is_sorting, NULL);
  tv_view_set_busy (TV_VIEW (self), is_sorting || self->finding != NULL);
}

/* ---- What is found ---- */

static void
on_found (gpointer owner, gpointer job, gpointer found, const GError *error)
{
  TvSamplesView *self = owner;

  if (found == NULL)
    return;
  g_clear_pointer (&self->found, tv_samples_found_free);
  self->found = found;
  tv_table_view_set_table (self->table, self->found->table);
  update_busy (self);
}

/* Samples that nobody looks at need not be listed. */
static void
update (TvSamplesView *self)
{
  if (!self->is_asked || !tv_view_is_seen (TV_VIEW (self)))
    return;
  self->is_asked = FALSE;
  tv_samples_find_in_worker (
      tv_session_get_trace (self->session), tv_session_get_call_source (self->session),
      tv_session_get_selection (self->session), on_found, self, &self->finding);
  update_busy (self);
}

static void
on_selection_changed (TvSamplesView *self)
{
  self->is_asked = TRUE;
  tv_work_stop (&self->finding);
  update (self);
  update_busy (self);
}

/* ---- View ---- */

static void
set_session (TvView *view, TvSession *session)
{
  TvSamplesView *self = TV_SAMPLES_VIEW (view);

  self->session = session;
  tv_samples_columns_show (self->table, session);
  tv_source_button_add (GTK_BOX (self->mode), session, _("All events"));
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_selection_changed), self);
  g_signal_connect_swapped (session, "notify::call-source", G_CALLBACK (on_selection_changed),
                            self);
  g_signal_connect_swapped (session, "notify::selected-sample", G_CALLBACK (follow_sample), self);
  on_selection_changed (self);
}

static void
set_seen (TvView *view, gboolean is_seen)
{
  update (TV_SAMPLES_VIEW (view));
}

static char *
dup_summary (TvView *view)
{
  return TV_SAMPLES_VIEW (view)->found != NULL ? dup_count (TV_SAMPLES_VIEW (view)) : NULL;
}

static GtkWidget *
get_mode (TvView *view)
{
  return TV_SAMPLES_VIEW (view)->mode;
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  TvSamplesView *self = TV_SAMPLES_VIEW (view);

  return self->found != NULL && (name == NULL || g_str_equal (name, tv_sample_table_info.name))
             ? tv_table_view_dup_shown (self->table, order)
             : NULL;
}

static GVariant *
get_shown_state (gpointer object)
{
  return g_variant_new_uint32 (count_shown (object));
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction actions[] = {
    { .name = "samples-shown",
      .type = "u",
      .get_state = get_shown_state,
      .signals = "notify::summary" },
  };

  tv_object_actions_add (map, view, view, actions, G_N_ELEMENTS (actions));
}

static gboolean
is_empty (TvView *view)
{
  TvSamplesView *self = TV_SAMPLES_VIEW (view);

  return self->found != NULL && count_shown (self) == 0;
}

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_has (trace, TV_HAS_STACK_SAMPLES | TV_HAS_HEAP_CHANGES) ? TV_VIEW_FITS
                                                                          : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_samples = {
  .id = "samples",
  .title = N_("Samples"),
  .tooltip = N_("Each sample of what is selected, with what it ends in"),
  .group = TV_VIEW_ANALYSIS,
  .takes_range = TRUE,
  .takes_thread = TRUE,
  .takes_calls = TRUE,
  .get_type = tv_samples_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
tv_samples_view_dispose (GObject *object)
{
  TvSamplesView *self = TV_SAMPLES_VIEW (object);

  tv_work_stop (&self->finding);
  g_clear_object (&self->mode);
  g_clear_pointer (&self->found, tv_samples_found_free);
  G_OBJECT_CLASS (tv_samples_view_parent_class)->dispose (object);
}

static void
tv_samples_view_class_init (TvSamplesViewClass *klass)
{
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->set_seen = set_seen;
  view_class->dup_summary = dup_summary;
  view_class->get_mode = get_mode;
  view_class->dup_table = dup_table;
  view_class->add_actions = add_actions;
  view_class->is_empty = is_empty;
  G_OBJECT_CLASS (klass)->dispose = tv_samples_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
tv_samples_view_init (TvSamplesView *self)
{
  self->mode = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  tv_table_view_set_name (self->table, _("Samples"));
  tv_table_view_set_menu (self->table, tv_samples_menu_new, self);
  gtk_widget_set_margin_start (GTK_WIDGET (self->table), MARGIN_PX);
  gtk_widget_set_margin_end (GTK_WIDGET (self->table), MARGIN_PX);
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
  g_signal_connect_swapped (self->table, "row-selected", G_CALLBACK (on_row_selected), self);
  g_signal_connect_swapped (self->table, "row-activated", G_CALLBACK (on_row_activated), self);
  g_signal_connect_swapped (self->table, "notify::is-sorting", G_CALLBACK (update_busy), self);
  g_signal_connect_swapped (self->table, "shown", G_CALLBACK (on_shown), self);
}

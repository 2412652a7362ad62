/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The stack samples of the selection, and the changes of the heap. A click selects a sample; a double click zooms the
 * timeline to it. Listed in TV_VIEWS (view.h); derived from TvResultView. Changes the selected sample or symbol, the
 * cursor and the visible range of the session. */

#include "ui/views/result-view.h"

#include <glib/gi18n.h>

#include "analysis/calls/call-paths.h"
#include "analysis/calls/sample-rows.h"
#include "analysis/samples/frame-source.h"
#include "paint/kit/frame-labels.h"
#include "paint/kit/weight-format.h"
#include "tables/sample-table.h"
#include "ui/kit/symbol-text.h"
#include "ui/views/symbol-menu.h"
#include "ui/views/time-cell.h"

#define THREAD_WIDTH_PX  160
#define EVENT_WIDTH_PX   130
#define LIBRARY_WIDTH_PX 150
#define STATE_WIDTH_PX   84
#define ORIGIN_WIDTH_PX  104
#define SOURCE_WIDTH_PX  150
#define NAME_MIN_PX      180

/* Visible time around a double-clicked sample, as a fraction of the trace's duration */
#define CLOSE_PART 0.02

#define TV_TYPE_SAMPLES_VIEW (tv_samples_view_get_type ())
G_DECLARE_FINAL_TYPE (TvSamplesView, tv_samples_view, TV, SAMPLES_VIEW, TvResultView)

struct _TvSamplesView
{
  TvResultView parent_instance;
};

G_DEFINE_FINAL_TYPE (TvSamplesView, tv_samples_view, TV_TYPE_RESULT_VIEW)

typedef struct
{
  TvResult parent;
  gint64 weight; /* total weight of the samples; 0 if they are of several kinds */
} SampleResult;

static TvSession *
get_session (TvResultView *self)
{
  return tv_view_get_session (TV_VIEW (self));
}

static TvSampleTable *
get_samples (TvResultView *self)
{
  return TV_SAMPLE_TABLE (tv_result_view_get_result (self)->table);
}

/* ---- Columns ---- */

static const TvFrame *
get_leaf (TvTable *table, guint32 row)
{
  return tv_sample_table_get_leaf (TV_SAMPLE_TABLE (table), row);
}

/* Returns the weight with its unit, because samples of different events can be in the list. */
static char *
dup_weight (TvTable *table, guint32 row, guint column, gpointer session)
{
  guint32 kind;
  gint64 weight = tv_sample_table_get_weight (TV_SAMPLE_TABLE (table), row, &kind, NULL);

  return tv_weight_format (tv_session_get_trace (session), kind, weight);
}

static char *
dup_state (TvTable *table, guint32 row, guint column, gpointer session)
{
  const TvStacks *stacks = tv_trace_get_stacks (tv_session_get_trace (session));
  guint32 kind;

  tv_sample_table_get_weight (TV_SAMPLE_TABLE (table), row, &kind, NULL);
  if (stacks->kinds[kind].heap != TV_NONE)
    return NULL;
  return g_strdup (stacks->kinds[kind].is_off_cpu ? _("off CPU") : _("on CPU"));
}

/* Returns: (nullable): name of the leaf function without its package */
static char *
dup_name (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvFrame *leaf = get_leaf (table, row);
  g_autofree char *name = NULL;

  if (leaf == NULL)
    return NULL;
  name = leaf->symbol != TV_NONE
             ? tv_symbol_text_dup_short (tv_session_get_profile (session), leaf->symbol)
             : tv_frame_dup_name (trace, leaf);
  return leaf->is_inlined ? g_strdup_printf ("%s %s", name, _("(inlined)"))
                          : g_steal_pointer (&name);
}

static TvFrameKind
get_origin (TvTable *table, guint32 row)
{
  const TvFrame *leaf = get_leaf (table, row);

  return leaf != NULL ? leaf->kind : TV_FRAME_OTHER;
}

static char *
dup_origin (TvTable *table, guint32 row, guint column, gpointer session)
{
  return g_strdup (tv_frame_labels_get_name (get_origin (table, row)));
}

static gboolean
get_origin_color (TvTable *table, guint32 row, guint column, gpointer session, GdkRGBA *rgba)
{
  const TvColor *color = tv_frame_labels_get_color (get_origin (table, row));

  if (color == NULL)
    return FALSE;
  *rgba = (GdkRGBA){ (float) color->red, (float) color->green, (float) color->blue, 1.0f };
  return TRUE;
}

static gboolean
has_times (TvTrace *trace)
{
  return tv_trace_has_timed_samples (trace) || tv_trace_has (trace, TV_HAS_HEAP_CHANGES);
}

static gboolean
has_threads (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_threads (trace, &n);
  return n > 0;
}

static gboolean
has_cpus (TvTrace *trace)
{
  const TvStackSamples *samples = &tv_trace_get_stacks (trace)->samples;

  for (guint32 i = 0; i < samples->n; i++)
    if (samples->cpu[i] != TV_NONE)
      return TRUE;
  return FALSE;
}

static gboolean
has_events (TvTrace *trace)
{
  return tv_trace_get_stacks (trace)->n_kinds > 1;
}

static gboolean
has_states (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  for (guint32 kind = 0; kind < stacks->n_kinds; kind++)
    if (stacks->kinds[kind].is_off_cpu)
      return TRUE;
  return FALSE;
}

static const struct
{
  TvTableColumn column;
  gboolean (*is_shown) (TvTrace *trace); /* (nullable): %NULL if the column is always visible */
} columns[] = {
  { .column = { .name = "ts",
                .title = N_("Time"),
                .dup_text = tv_time_cell_dup_text,
                .widest = "999.999999 s" },
    .is_shown = has_times },
  { .column = { .name = "thread", .title = N_("Thread"), .width = THREAD_WIDTH_PX },
    .is_shown = has_threads },
  { .column = { .name = "weight",
                .description = N_("Weight, in the unit of the event; only weights of the same "
                                  "event can be added up"),
                .dup_text = dup_weight,
                .widest = "999.999 ms" } },
  { .column = { .name = "name",
                .dup_text = dup_name,
                .width = TV_TABLE_COLUMN_FILL,
                .min_px = NAME_MIN_PX } },
  { .column = { .name = "source", .width = SOURCE_WIDTH_PX },
    .is_shown = tv_trace_has_frame_lines },
  { .column = { .name = "origin",
                .description = N_("Kind of code: kernel, native code, virtual machine, code "
                                  "compiled at run time, or JavaScript"),
                .dup_text = dup_origin,
                .get_color = get_origin_color,
                .width = ORIGIN_WIDTH_PX } },
  { .column = { .name = "library", .width = LIBRARY_WIDTH_PX } },
  { .column = { .name = "depth" } },
  { .column = { .name = "state", .dup_text = dup_state, .width = STATE_WIDTH_PX },
    .is_shown = has_states },
  { .column = { .name = "event", .width = EVENT_WIDTH_PX }, .is_shown = has_events },
  { .column = { .name = "cpu", .widest = "99", .is_extra = TRUE }, .is_shown = has_cpus },
};

/* Shows the columns for which the trace has values. Sorts the rows by time if the trace has times. */
static void
show_columns (TvTableView *view, TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);
  TvTableColumn shown[G_N_ELEMENTS (columns)];
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (columns[i].is_shown == NULL || columns[i].is_shown (trace))
      shown[n++] = columns[i].column;
  tv_table_view_set_columns (view, &tv_sample_table_info, shown, n, session);
  tv_table_view_set_order (view, has_times (trace) ? "ts" : NULL);
}

/* ---- Rows ---- */

static gboolean
is_of_one_kind (const TvResult *result)
{
  return result->source < tv_trace_get_stacks (result->trace)->n_kinds;
}

static TvTable *
find_samples (TvResult *result, GCancellable *cancellable, GError **error)
{
  SampleResult *samples = (SampleResult *) result;
  TvTable *table = tv_sample_table_new (result->trace, result->source, result->selection,
                                        cancellable, error);
  guint32 n = table != NULL && is_of_one_kind (result) ? tv_table_get_n_rows (table) : 0;

  for (guint32 row = 0; row < n; row++)
    tv_add_ns (&samples->weight,
               tv_sample_table_get_weight (TV_SAMPLE_TABLE (table), row, NULL, NULL));
  return table;
}

/* Returns a phrase with the number of samples and, if all samples are of one kind, their total weight. */
static char *
dup_count (TvResultView *self, guint32 n, const char *some, const char *all)
{
  const TvResult *result = tv_result_view_get_result (self);
  g_autofree char *samples = g_strdup_printf (ngettext ("%s sample", "%s samples", n), all);
  g_autofree char *weight = NULL;

  if (!is_of_one_kind (result))
    return g_steal_pointer (&samples);
  weight = tv_weight_format (result->trace, result->source,
                             ((const SampleResult *) result)->weight);
  /* Translators: number of samples; their total weight; for example “120 samples, 1.2 s” */
  return g_strdup_printf (_("%s, %s"), samples, weight);
}

static void
follow_sample (TvResultView *self)
{
  guint32 sample = tv_session_get_selected_sample (get_session (self));

  tv_result_view_follow (
      self, sample != TV_NONE ? tv_sample_table_find_row (get_samples (self), sample) : TV_NONE);
}

/* Selects the function that changed the heap, and moves the cursor to the time of the change. A heap change is not a
 * sample, so it cannot be selected itself. */
static void
select_change (TvResultView *self, guint row)
{
  const TvFrame *leaf = tv_sample_table_get_leaf (get_samples (self), row);
  gint64 ts;

  tv_sample_table_get_weight (get_samples (self), row, NULL, &ts);
  tv_session_select_symbol (get_session (self), leaf != NULL ? leaf->symbol : TV_NONE);
  if (ts != TV_NO_TIME)
    tv_session_set_cursor_time (get_session (self), ts);
}

/* Scrolls the timeline to a sample, unless the sample has no timestamp or its time is already visible. */
static void
show_sample (TvSession *session, guint32 sample)
{
  const TvStackSamples *samples = &tv_trace_get_stacks (tv_session_get_trace (session))->samples;
  gint64 start_ns, end_ns, length_ns;

  if (samples->ts[sample] == TV_NO_TIME)
    return;
  tv_session_get_visible (session, &start_ns, &end_ns);
  length_ns = end_ns - start_ns;
  if (samples->ts[sample] < start_ns || samples->ts[sample] >= end_ns)
    tv_session_set_visible (session, samples->ts[sample] - length_ns / 2,
                            samples->ts[sample] - length_ns / 2 + length_ns);
}

static void
select_row (TvResultView *self, guint row)
{
  guint32 sample = tv_sample_table_get_sample (get_samples (self), row);

  if (sample == TV_NONE)
    {
      select_change (self, row);
      return;
    }
  tv_session_select_sample (get_session (self), sample);
  show_sample (get_session (self), sample);
}

static void
open_row (TvResultView *self, guint row)
{
  gint64 ts, start_ns, end_ns, around_ns;

  tv_sample_table_get_weight (get_samples (self), row, NULL, &ts);
  select_row (self, row);
  if (ts == TV_NO_TIME)
    return;
  tv_session_get_whole (get_session (self), &start_ns, &end_ns);
  around_ns = MAX ((gint64) ((double) (end_ns - start_ns) * CLOSE_PART / 2.0), 1);
  tv_session_set_visible (get_session (self), ts - around_ns, ts + around_ns);
}

static GMenu *
make_menu (gpointer view, TvTableRow *row)
{
  TvSession *session = tv_view_get_session (view);
  GMenu *menu = g_menu_new ();

  if (tv_session_get_selected_symbol (session) != TV_NONE)
    tv_symbol_menu_append (menu, session, tv_session_get_selected_symbol (session));
  return menu;
}

/* ---- View ---- */

static void
set_session (TvView *view, TvSession *session)
{
  show_columns (tv_result_view_get_table (TV_RESULT_VIEW (view)), session);
  TV_VIEW_CLASS (tv_samples_view_parent_class)->set_session (view, session);
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
  .tooltip = N_("Samples in the selection, with their innermost functions"),
  .group = TV_VIEW_ANALYSIS,
  .takes_range = TRUE,
  .takes_thread = TRUE,
  .takes_calls = TRUE,
  .get_type = tv_samples_view_get_type,
  .get_fit = get_fit,
};

static const TvObjectAction actions[] = {
  { .name = "samples-shown",
    .type = "u",
    .get_state = tv_result_view_get_n_shown,
    .signals = "notify::summary" },
};

/* The columns do not depend on the call source, so show_columns is not set. */
static const TvResultKind kind = {
  .name = N_("Samples"),
  .source_label = N_("All events"),
  .result_size = sizeof (SampleResult),
  .find = find_samples,
  .dup_count = dup_count,
  .follow_signal = "notify::selected-sample",
  .follow = follow_sample,
  .select_row = select_row,
  .open_row = open_row,
  .make_menu = make_menu,
  .actions = actions,
  .n_actions = G_N_ELEMENTS (actions),
};

static void
tv_samples_view_class_init (TvSamplesViewClass *klass)
{
  TV_RESULT_VIEW_CLASS (klass)->kind = &kind;
  TV_VIEW_CLASS (klass)->set_session = set_session;
}

static void
tv_samples_view_init (TvSamplesView *self)
{
}

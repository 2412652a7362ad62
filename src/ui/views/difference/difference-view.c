/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Differences from the session's baseline per method. A click on a row selects its method in the timelines. A double
 * click aligns the timelines at the first calls of the method. Listed in TV_VIEWS (view.h); derived from
 * TvResultView. Changes the selected symbol, the call source and the alignment of the session. */

#include "ui/views/result-view.h"

#include <glib/gi18n.h>

#include "analysis/calls/call-source.h"
#include "analysis/calls/occurrences.h"
#include "paint/timeline/painter.h"
#include "ui/kit/number-format.h"
#include "ui/kit/work.h"
#include "ui/views/difference-columns.h"
#include "ui/views/difference-task.h"
#include "ui/views/source-button.h"
#include "ui/views/symbol-menu.h"

#define TV_TYPE_DIFFERENCE_VIEW (tv_difference_view_get_type ())
G_DECLARE_FINAL_TYPE (TvDifferenceView, tv_difference_view, TV, DIFFERENCE_VIEW, TvResultView)

struct _TvDifferenceView
{
  TvResultView parent_instance;

  GMenuModel *options_menu;
  GCancellable *aligning; /* (nullable): running search for the first calls */
};

G_DEFINE_FINAL_TYPE (TvDifferenceView, tv_difference_view, TV_TYPE_RESULT_VIEW)

typedef struct
{
  TvResult parent;
  TvDifferenceJob *job;
  guint32 n_new;  /* number of methods that only the later run contains */
  guint32 n_gone; /* number of methods that only the earlier run contains */
} DifferenceResult;

/* Times of the first call of a method in both runs */
typedef struct
{
  guint32 symbol; /* symbol in the later run */
  gint64 ns[2];   /* time in the later run, and in the earlier run */
} FirstCalls;

static TvSession *
get_session (gpointer self)
{
  return tv_view_get_session (self);
}

static guint32
get_symbol (gpointer self, guint row, gboolean is_after)
{
  TvTable *table = tv_result_view_get_result (self)->table;

  return tv_difference_table_get_symbol (TV_DIFFERENCE_TABLE (table), row, is_after);
}

/* ---- Worker ---- */

static void
prepare (TvResultView *self, TvResult *result)
{
  ((DifferenceResult *) result)->job = tv_difference_job_new (get_session (self),
                                                              TV_DIFFERENCE_BY_METHOD);
}

static void
clear_result (TvResult *result)
{
  tv_difference_job_free (((DifferenceResult *) result)->job);
}

static TvTable *
find_difference (TvResult *result, GCancellable *cancellable, GError **error)
{
  DifferenceResult *self = (DifferenceResult *) result;
  TvTable *table = tv_difference_job_run (self->job, cancellable, error);
  const TvDifferenceRow *rows;
  guint n;

  if (table == NULL)
    return NULL;
  rows = tv_difference_get_rows (tv_difference_table_get_difference (TV_DIFFERENCE_TABLE (table)),
                                 &n);
  for (guint i = 0; i < n; i++)
    {
      self->n_new += rows[i].before.n_runs == 0;
      self->n_gone += rows[i].after.n_runs == 0;
    }
  return table;
}

/* ---- Summary ---- */

static char *
dup_rows (guint32 n, const char *some, const char *all)
{
  if (some == NULL)
    return g_strdup_printf (ngettext ("%s method", "%s methods", n), all);
  /* Translators: number of methods that match a filter; number of all methods */
  return g_strdup_printf (ngettext ("%s of %s method", "%s of %s methods", n), some, all);
}

/* Returns the number of methods, followed by the numbers of methods that only one run contains. */
static char *
dup_rows_and_sides (const DifferenceResult *result, guint32 n, const char *some, const char *all)
{
  g_autofree char *rows = dup_rows (n, some, all);
  g_autofree char *new = tv_format_count (result->n_new);
  g_autofree char *gone = tv_format_count (result->n_gone);
  GString *text = g_string_new (rows);

  if (result->n_new > 0)
    /* Translators: number of methods that only the later run contains */
    g_string_append_printf (text, _(", %s new"), new);
  if (result->n_gone > 0)
    /* Translators: number of methods that only the earlier run contains */
    g_string_append_printf (text, _(", %s gone"), gone);
  return g_string_free (text, FALSE);
}

/* Returns a phrase with the number of methods and, for samples, the number of samples of each run, because the runs
 * may have been sampled for different lengths of time. */
static char *
dup_count (TvResultView *self, guint32 n, const char *some, const char *all)
{
  const DifferenceResult *result = (const DifferenceResult *) tv_result_view_get_result (self);
  TvDifference *difference = tv_difference_table_get_difference (
      TV_DIFFERENCE_TABLE (result->parent.table));
  g_autofree char *rows = dup_rows_and_sides (result, n, some, all);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  TvWeightUnit unit;
  gint64 counts[2];

  if (tv_difference_get_kind (difference, &unit) == NULL)
    return g_steal_pointer (&rows);
  for (guint side = 0; side < G_N_ELEMENTS (counts); side++)
    tv_difference_get_total (difference, side == 1, TV_CLOCK_WALL, &counts[side]);
  before = tv_format_count ((guint64) counts[0]);
  after = tv_format_count ((guint64) counts[1]);
  /* Translators: number of methods; numbers of samples before and after */
  return g_strdup_printf (_("%s, %s → %s samples"), rows, before, after);
}

/* ---- Aligning at marks ---- */

/* Returns: (nullable): the first bookmark with this name */
static const TvBookmark *
find_mark (TvSession *session, const char *name)
{
  const GArray *marks = tv_session_get_marks (session);

  for (guint i = 0; i < marks->len; i++)
    {
      const TvBookmark *mark = &g_array_index (marks, TvBookmark, i);

      if (mark->name != NULL && g_str_equal (mark->name, name))
        return mark;
    }
  return NULL;
}

/* Returns: (nullable): the selected bookmark */
static const TvBookmark *
get_selected (TvSession *session)
{
  return tv_bookmarks_find (tv_session_get_marks (session), tv_session_get_selected_mark (session));
}

static void
align (TvSession *session, const TvBookmark *after, const TvBookmark *before)
{
  tv_session_align (session, after->name != NULL ? after->name : _("selected mark"),
                    after->start_ns, before->start_ns);
  tv_session_reveal_time (session, after->start_ns);
}

static void
align_at_starts (TvSession *session)
{
  TvSession *baseline = tv_session_get_baseline (session);

  tv_session_align (session, NULL, tv_trace_get_start_ns (tv_session_get_trace (session)),
                    tv_trace_get_start_ns (tv_session_get_trace (baseline)));
}

/* Aligns the runs at their bookmarks with this name. Returns %FALSE if a run has no such bookmark. */
static gboolean
align_at_mark (TvSession *session, const char *name)
{
  const TvBookmark *after = find_mark (session, name);
  const TvBookmark *before = find_mark (tv_session_get_baseline (session), name);

  if (after == NULL || before == NULL)
    return FALSE;
  align (session, after, before);
  return TRUE;
}

/* Returns whether a bookmark is selected in each run. */
static gboolean
has_selected_marks (TvSession *session)
{
  return get_selected (session) != NULL && get_selected (tv_session_get_baseline (session)) != NULL;
}

static void
align_at_selected_marks (TvSession *session)
{
  if (has_selected_marks (session))
    align (session, get_selected (session), get_selected (tv_session_get_baseline (session)));
}

/* Returns: (transfer full): menu items with the names of the bookmarks that both runs contain, in order of time */
static GMenu *
list_marks (TvSession *session)
{
  TvSession *baseline = tv_session_get_baseline (session);
  const GArray *marks = tv_session_get_marks (session);
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < marks->len; i++)
    {
      const TvBookmark *mark = &g_array_index (marks, TvBookmark, i);
      g_autoptr (GMenuItem) item = NULL;

      if (mark->name == NULL || find_mark (baseline, mark->name) == NULL ||
          find_mark (session, mark->name) != mark)
        continue;
      item = g_menu_item_new (mark->name, NULL);
      g_menu_item_set_action_and_target (item, "win.align-mark", "s", mark->name);
      g_menu_append_item (menu, item);
    }
  return menu;
}

/* Returns: (transfer full): menu of the alignments; bookmarks are only listed if both runs contain them */
static GMenuModel *
align_menu_new (TvSession *session)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) marks = list_marks (session);

  g_menu_append (menu, _("Align at the _Start"), "win.align-start");
  g_menu_append (menu, _("Align at the Selected _Method"), "win.align-selected");
  g_menu_append (menu, _("Align at the Selected Slic_es"), "win.align-selected-marks");
  if (g_menu_model_get_n_items (G_MENU_MODEL (marks)) > 0)
    g_menu_append_section (menu, _("Align at Slices Named"), G_MENU_MODEL (marks));
  return G_MENU_MODEL (menu);
}

/* ---- Aligning at first calls ---- */

typedef struct
{
  TvTrace *traces[2];
  guint32 symbols[2];
} FirstJob;

static void
first_job_free (gpointer data)
{
  FirstJob *job = data;

  for (guint i = 0; i < G_N_ELEMENTS (job->traces); i++)
    g_object_unref (job->traces[i]);
  g_free (job);
}

/* Returns: (nullable): the #FirstCalls; %NULL if a run never calls the method, or if cancelled */
static gpointer
find_first (gpointer data, GCancellable *cancellable, GError **error)
{
  FirstJob *job = data;
  g_autofree FirstCalls *calls = g_new0 (FirstCalls, 1);

  calls->symbol = job->symbols[0];
  for (guint i = 0; i < G_N_ELEMENTS (job->traces); i++)
    {
      g_autoptr (GArray)
          slices = tv_occurrences_find (job->traces[i], job->symbols[i], cancellable);

      if (slices == NULL || slices->len == 0)
        return NULL;
      calls->ns[i] = G_MAXINT64;
      for (guint s = 0; s < slices->len; s++)
        calls->ns[i] = MIN (calls->ns[i], tv_slices_start (tv_trace_get_slices (job->traces[i]),
                                                           g_array_index (slices, guint32, s)));
    }
  return g_steal_pointer (&calls);
}

static const TvWork first_work = { find_first, first_job_free, g_free };

static FirstJob *
first_job_new (TvSession *session, guint32 symbol, guint32 baseline_symbol)
{
  FirstJob *job = g_new0 (FirstJob, 1);

  job->traces[0] = g_object_ref (tv_session_get_trace (session));
  job->traces[1] = g_object_ref (tv_session_get_trace (tv_session_get_baseline (session)));
  job->symbols[0] = symbol;
  job->symbols[1] = baseline_symbol;
  return job;
}

static void
on_aligned (gpointer owner, gpointer job, gpointer found, const GError *error)
{
  TvDifferenceView *self = owner;
  g_autofree FirstCalls *calls = found;
  g_autofree char *name = NULL;

  if (calls == NULL)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  name = tv_timeline_dup_call_label (tv_session_get_trace (get_session (self)), calls->symbol);
  tv_session_align (get_session (self), name, calls->ns[0], calls->ns[1]);
  tv_session_reveal_time (get_session (self), calls->ns[0]);
}

/* Returns the baseline's symbol of the same name, or %TV_NONE. */
static guint32
find_in_baseline (TvSession *session, guint32 symbol)
{
  gsize size;
  const guint32 *pairs = g_bytes_get_data (tv_session_get_pairs (session), &size);

  return symbol < size / sizeof *pairs ? pairs[symbol] : TV_NONE;
}

static void
align_at_symbol (TvDifferenceView *self, guint32 symbol)
{
  guint32 other = find_in_baseline (get_session (self), symbol);

  if (other == TV_NONE)
    gtk_widget_error_bell (GTK_WIDGET (self));
  else
    tv_work_start (&first_work, first_job_new (get_session (self), symbol, other), on_aligned, self,
                   &self->aligning);
}

static void
align_action (gpointer object, const char *name, GVariant *parameter)
{
  TvDifferenceView *self = object;
  TvSession *session = get_session (self);

  tv_work_stop (&self->aligning);
  if (g_str_equal (name, "align-selected"))
    align_at_symbol (self, tv_session_get_selected_symbol (session));
  else if (g_str_equal (name, "align-selected-marks"))
    align_at_selected_marks (session);
  else if (g_str_equal (name, "align-start"))
    align_at_starts (session);
  else if (!align_at_mark (session, g_variant_get_string (parameter, NULL)))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static gboolean
can_align_selected_marks (gpointer object)
{
  return has_selected_marks (get_session (object));
}

/* Updates the menu, which lists the bookmarks that both runs contain. */
static void
on_marks_changed (TvDifferenceView *self)
{
  GMenu *menu = G_MENU (self->options_menu);
  g_autoptr (GMenuModel) align = align_menu_new (get_session (self));
  g_autoptr (GMenu) swap = g_menu_new ();

  g_menu_remove_all (menu);
  g_menu_append_section (menu, NULL, align);
  g_menu_append (swap, _("_Swap Before and After"), "win.swap-sides");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (swap));
}

static gboolean
can_align_selected (gpointer object)
{
  TvSession *session = get_session (object);

  return find_in_baseline (session, tv_session_get_selected_symbol (session)) != TV_NONE;
}

static void
on_mark_selected (TvDifferenceView *self)
{
  g_signal_emit_by_name (self, "marks-selected");
}

static void
follow_marks (TvDifferenceView *self, TvSession *session)
{
  g_signal_connect_object (session, "notify::marks", G_CALLBACK (on_marks_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::selected-mark", G_CALLBACK (on_mark_selected), self,
                           G_CONNECT_SWAPPED);
}

static GVariant *
get_offset_state (gpointer object)
{
  return g_variant_new_int64 (tv_session_get_offset (get_session (object)));
}

/* ---- Rows ---- */

static void
show_columns (TvResultView *self)
{
  tv_difference_columns_show (tv_result_view_get_table (self), get_session (self), NULL);
}

static void
follow_symbol (TvResultView *self)
{
  guint32 symbol = tv_session_get_selected_symbol (get_session (self));
  guint32 n = tv_table_get_n_rows (tv_result_view_get_result (self)->table);

  for (guint32 row = 0; row < n && symbol != TV_NONE; row++)
    if (get_symbol (self, row, TRUE) == symbol)
      {
        tv_result_view_follow (self, row);
        return;
      }
}

/* Selects the method of a row; if only the earlier run contains the method, selects it in that run's session. */
static void
select_row (TvResultView *self, guint row)
{
  guint32 symbol = get_symbol (self, row, TRUE);

  if (symbol != TV_NONE)
    tv_session_select_symbol (get_session (self), symbol);
  else
    tv_session_select_symbol (tv_session_get_baseline (get_session (self)),
                              get_symbol (self, row, FALSE));
}

static void
open_row (TvResultView *self, guint row)
{
  select_row (self, row);
  align_at_symbol (TV_DIFFERENCE_VIEW (self), get_symbol (self, row, TRUE));
}

static GMenu *
make_menu (gpointer view, TvTableRow *row)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) align = g_menu_new ();
  guint32 symbol = get_symbol (view, tv_table_row_get_row (row), TRUE);

  g_menu_append (align, _("_Align First Calls"), "win.align-selected");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (align));
  if (symbol != TV_NONE)
    tv_symbol_menu_append (menu, get_session (view), symbol);
  return menu;
}

/* ---- View ---- */

static void
set_session (TvView *view, TvSession *session)
{
  TvDifferenceView *self = TV_DIFFERENCE_VIEW (view);

  tv_source_button_choose (session);
  TV_VIEW_CLASS (tv_difference_view_parent_class)->set_session (view, session);
  g_signal_connect_swapped (session, "notify::clock", G_CALLBACK (tv_result_view_show_columns),
                            self);
  follow_marks (self, session);
  follow_marks (self, tv_session_get_baseline (session));
  on_marks_changed (self);
}

static GMenuModel *
get_menu (TvView *view)
{
  return TV_DIFFERENCE_VIEW (view)->options_menu;
}

static const TvObjectAction actions[] = {
  { .name = "differences-shown",
    .type = "u",
    .get_state = tv_result_view_get_n_shown,
    .signals = "notify::summary" },
  { .name = "align-start", .activate = align_action },
  { .name = "align-mark", .type = "s", .activate = align_action },
  { .name = "align-selected-marks",
    .activate = align_action,
    .is_enabled = can_align_selected_marks,
    .signals = "marks-selected" },
};

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction of_session[] = {
    { .name = "offset", .type = "x", .get_state = get_offset_state, .signals = "notify::offset" },
    { .name = "align-selected",
      .activate = align_action,
      .is_enabled = can_align_selected,
      .signals = "notify::selected-symbol" },
  };

  TV_VIEW_CLASS (tv_difference_view_parent_class)->add_actions (view, map);
  tv_object_actions_add (map, view, get_session (view), of_session, G_N_ELEMENTS (of_session));
}

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_call_source_has_calls (trace) || tv_trace_get_stacks (trace)->n_kinds > 0
             ? TV_VIEW_LEADS
             : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_difference = {
  .id = "difference",
  .title = N_("Difference"),
  .tooltip = N_("Changes in times since the earlier run"),
  .group = TV_VIEW_ANALYSIS,
  .takes_range = TRUE,
  .takes_thread = TRUE,
  .takes_calls = TRUE,
  .compares = TV_COMPARE_RUNS,
  .get_type = tv_difference_view_get_type,
  .get_fit = get_fit,
};

static const TvResultKind kind = {
  .name = N_("Differences"),
  .placeholder = N_("Filter methods"),
  .source_label = N_("Calls"),
  .follows_runs = TRUE,
  .result_size = sizeof (DifferenceResult),
  .clear_result = clear_result,
  .prepare = prepare,
  .find = find_difference,
  .dup_count = dup_count,
  .show_columns = show_columns,
  .follow_signal = "notify::selected-symbol",
  .follow = follow_symbol,
  .select_row = select_row,
  .open_row = open_row,
  .make_menu = make_menu,
  .actions = actions,
  .n_actions = G_N_ELEMENTS (actions),
};

static void
tv_difference_view_dispose (GObject *object)
{
  TvDifferenceView *self = TV_DIFFERENCE_VIEW (object);

  tv_work_stop (&self->aligning);
  g_clear_object (&self->options_menu);
  G_OBJECT_CLASS (tv_difference_view_parent_class)->dispose (object);
}

static void
tv_difference_view_class_init (TvDifferenceViewClass *klass)
{
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  TV_RESULT_VIEW_CLASS (klass)->kind = &kind;
  view_class->set_session = set_session;
  view_class->get_menu = get_menu;
  view_class->add_actions = add_actions;
  G_OBJECT_CLASS (klass)->dispose = tv_difference_view_dispose;
  /* Emitted when a bookmark of either run is selected or deselected. */
  g_signal_new ("marks-selected", TV_TYPE_DIFFERENCE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
tv_difference_view_init (TvDifferenceView *self)
{
  self->options_menu = G_MENU_MODEL (g_menu_new ());
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Findings of all rules, most severe first, and the evidence of the selected finding.
 *
 *   All 9  Start 2  Waiting 7
 *   Severity   Finding                         Cost    Count │ ⬤ Error
 *   ⬤ Error    The cold start of … took …      813 ms  1     │ The cold start of com.shop took 1,313 ms
 *   ▲ Warning  main waited 152 ms for a …      152 ms  3     │ Rule: Slow start, threshold 500 ms
 *                                                            │ Start  Took ms  Thread  Name
 *   ▸ 24 kinds checked, not found  1 threshold changed
 *
 * Listed in TV_VIEWS (view.h). A worker applies the rules (findings-task.h), and again after a threshold has changed.
 * A timer updates the displayed progress. Clicks change the selection and the visible range of the session. An action
 * adds a query track to the session. */

#include "ui/views/view.h"

#include <glib/gi18n.h>

#include "analysis/incident/report-lead.h"
#include "analysis/system/frame-list.h"
#include "core/state-kind.h"
#include "core/time-format.h"
#include "export/finding-text.h"
#include "tables/finding-tables.h"
#include "tables/range-table.h"
#include "ui/kit/number-format.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/search-entry.h"
#include "ui/kit/table/table-filter.h"
#include "ui/kit/table/table-share.h"
#include "ui/kit/table/table-text.h"
#include "ui/kit/table/table-view.h"
#include "ui/session/session-query-tracks.h"
#include "ui/views/findings/finding-limits.h"
#include "ui/views/findings/findings-task.h"
#include "ui/views/findings/severity-cell.h"
#include "ui/views/findings/thresholds-window.h"
#include "ui/views/time-cell.h"

#define SEVERITY_PX 86
#define RULE_PX     170
#define TEXT_PX     110
#define THREAD_PX   110
#define NAME_PX     90
#define LIST_PX     340
#define DETAILS_PX  300
#define NOTES_PX    140
#define PROGRESS_MS 100
#define CHECK_PX    48
#define AGAIN_MS    300 /* delay after the last change of thresholds */
#define KIND_KEY    "tv-kind"
#define ANY_KIND    TV_N_RULE_KINDS

/* If evidence takes less than this fraction of the visible range, the timeline zooms in until the evidence fills a
 * third of the range. */
#define MIN_SHARE 0.05

#define TV_TYPE_FINDINGS_VIEW (tv_findings_view_get_type ())
G_DECLARE_FINAL_TYPE (TvFindingsView, tv_findings_view, TV, FINDINGS_VIEW, TvView)

struct _TvFindingsView
{
  TvView parent_instance;

  GtkWidget *box;   /* contains all other widgets; scrolls if the window is low */
  GtkWidget *kinds; /* buttons that filter the list by kind */
  GtkWidget *kind_buttons[ANY_KIND + 1];
  TvSearchEntry *entry;
  GtkWidget *paned; /* list of findings, and the selected finding with its evidence */
  TvTableView *list;
  TvTableView *evidence;
  TvSeverityCell *severity; /* severity of the selected finding */
  GtkLabel *sentence;
  GtkLabel *definition;
  GtkWidget *nothing; /* placeholder if there are no findings */
  GtkLabel *nothing_title;
  GtkLabel *nothing_label;
  GtkWidget *bottom;
  GtkWidget *notes;   /* problems that were not found, and data that the recording lacks */
  GtkWidget *changed; /* button with the number of changed thresholds */
  GtkLabel *notes_label;
  GtkLabel *running; /* progress, until the first result */
  GMenu *menu;
  GtkWindow *thresholds; /* (nullable): window of thresholds */

  TvFindingsFound *found; /* (nullable): %NULL until the first result */
  GCancellable *finding;
  TvFindingsProgressCount *progress; /* (nullable): progress of the worker */
  guint progress_id;                 /* timer that updates @running */
  guint again_id;       /* timer that applies the rules again after a change of thresholds */
  gboolean is_outdated; /* whether thresholds have changed since the worker started */
  gboolean is_updating; /* whether the program, not the user, is changing the buttons */
  guint kind;           /* listed kind, or ANY_KIND */
  guint32 row;          /* row of the selected finding, or TV_NONE */
};

G_DEFINE_FINAL_TYPE (TvFindingsView, tv_findings_view, TV_TYPE_VIEW)

enum
{
  PROP_0,
  PROP_FINDING,
  PROP_KIND,
};

static TvSession *
get_session (TvFindingsView *self)
{
  return tv_view_get_session (TV_VIEW (self));
}

static TvTrace *
get_trace (TvFindingsView *self)
{
  return tv_session_get_trace (get_session (self));
}

static const TvRuleFinding *
get_finding (TvFindingsView *self, guint32 row)
{
  return self->found->findings->found->pdata[row];
}

/* ---- Cells ---- */

static TvRuleSeverity
get_severity (TvTable *table, guint32 row)
{
  g_autofree char *name = tv_table_dup_text_of (table, row, "severity");
  guint severity = TV_RULE_HINT;

  while (severity < TV_RULE_ERROR &&
         !g_str_equal (name, tv_rule_severity_get_name ((TvRuleSeverity) severity)))
    severity++;
  return (TvRuleSeverity) severity;
}

static char *
dup_severity (TvTable *table, guint32 row, guint column, gpointer session)
{
  return g_strdup (tv_severity_get_label (get_severity (table, row)));
}

static GtkWidget *
new_severity (gpointer session)
{
  return tv_severity_cell_new ();
}

static void
set_severity_row (GtkWidget *cell, TvTableRow *row)
{
  if (row != NULL)
    tv_severity_cell_set_severity (
        TV_SEVERITY_CELL (cell),
        get_severity (tv_table_row_get_table (row), tv_table_row_get_row (row)));
}

static char *
dup_rule (TvTable *table, guint32 row, guint column, gpointer session)
{
  g_autofree char *id = tv_table_dup_text_of (table, row, "rule");

  return tv_rule_dup_title (tv_rules_find (id));
}

static char *
dup_cost (TvTable *table, guint32 row, guint column, gpointer session)
{
  g_autofree char *unit = tv_table_dup_text_of (table, row, "cost_unit");
  TvRuleFinding finding = { .cost = tv_table_get_integer_of (table, row, "cost", 0) };

  while (!g_str_equal (unit, tv_rule_cost_unit_get_name (finding.cost_unit)))
    finding.cost_unit++;
  return tv_rule_finding_dup_cost (&finding);
}

static gboolean
is_severe (TvTable *table, guint32 row, guint column, gpointer session)
{
  return get_severity (table, row) == TV_RULE_ERROR;
}

static char *
dup_thread (TvTable *table, guint32 row, guint column, gpointer session)
{
  guint32 utid = (guint32) tv_table_get_integer_of (table, row, "utid", TV_NONE);
  g_autofree char *tid = tv_table_text_dup_cell (table, row, column);

  return tid != NULL && *tid != '\0'
             ? tv_trace_dup_thread_label (tv_session_get_trace (session), utid)
             : g_strdup ("");
}

/* Returns the translated name of a state, or the unchanged name of a slice. */
static char *
dup_name (TvTable *table, guint32 row, guint column, gpointer session)
{
  g_autofree char *name = tv_table_dup_text_of (table, row, "name");
  g_autofree char *kind = tv_table_dup_text_of (table, row, "table");

  return g_str_equal (kind, "thread_state") && name != NULL ? tv_state_kind_dup_label (name, -1)
                                                            : g_steal_pointer (&name);
}

static const TvTableColumn finding_columns[] = {
  { .name = "severity",
    .width = SEVERITY_PX,
    .dup_text = dup_severity,
    .new_cell = new_severity,
    .set_row = set_severity_row },
  { .name = "rule", .title = N_("Kind"), .width = RULE_PX, .dup_text = dup_rule, .is_extra = TRUE },
  { .name = "text",
    .width = TV_TABLE_COLUMN_FILL,
    .min_px = TEXT_PX,
    .is_strong = is_severe,
    .is_needed = TRUE },
  { .name = "cost",
    .description = N_("Time that users lose, amount of memory, or number of sampled events. The "
                      "costs of findings overlap and cannot be added up"),
    .dup_text = dup_cost,
    .widest = "999.99 ms",
    .get_share = tv_table_get_share_of_largest },
  { .name = "count" },
  { .name = "ts", .dup_text = tv_time_cell_dup_text, .widest = "999.999999 s" },
  { .name = "process", .width = RULE_PX, .is_extra = TRUE },
  { .name = "max_ns", .title = N_("Maximum ms"), .is_extra = TRUE },
};

static const TvTableColumn evidence_columns[] = {
  { .name = "ts", .dup_text = tv_time_cell_dup_text, .widest = "999.999999 s" },
  { .name = "dur", .title = N_("Took ms"), .get_share = tv_table_get_share_of_largest },
  { .name = "name",
    .width = TV_TABLE_COLUMN_FILL,
    .min_px = NAME_PX,
    .dup_text = dup_name,
    .is_needed = TRUE },
  { .name = "tid", .title = N_("Thread"), .width = THREAD_PX, .dup_text = dup_thread },
  { .name = "table", .width = THREAD_PX, .is_extra = TRUE },
  { .name = "id", .is_extra = TRUE },
};

/* ---- Evidence ---- */

/* Selects the time range of evidence, and its slice if there is one. Zooms in if the evidence is short. */
static void
go_to (TvFindingsView *self, const TvRuleEvidence *evidence)
{
  TvSession *session = get_session (self);
  gint64 dur = MAX (evidence->dur, TV_SESSION_MIN_VISIBLE_NS), start_ns, end_ns;

  tv_session_get_visible (session, &start_ns, &end_ns);
  if (evidence->dur > 0)
    tv_session_select_range (session, evidence->ts, evidence->ts + evidence->dur);
  if (tv_rule_evidence_is_slice (evidence))
    tv_session_select_slice (session, evidence->id);
  if ((double) dur < MIN_SHARE * (double) (end_ns - start_ns))
    tv_session_set_visible (session, evidence->ts - dur, evidence->ts + 2 * dur);
  if (tv_rule_evidence_is_slice (evidence))
    g_signal_emit_by_name (session, "reveal-slice", evidence->id);
}

static void
on_evidence_selected (TvFindingsView *self, guint row)
{
  const TvRuleFinding *finding = self->row != TV_NONE ? get_finding (self, self->row) : NULL;

  /* The list may still show the evidence of the previously selected finding. */
  if (finding != NULL && row < finding->evidence->len)
    go_to (self, &g_array_index (finding->evidence, TvRuleEvidence, row));
}

static void
show_evidence (TvFindingsView *self)
{
  const TvRuleFinding *finding = get_finding (self, self->row);
  g_autoptr (TvTable)
      table = tv_finding_evidence_table_new (get_trace (self), self->found->findings, self->row);
  g_autofree char *title = tv_rule_dup_title (finding->rule);
  g_autofree char *limit = g_strchomp (g_strdup_printf (
      "%g %s", tv_finding_limits_get (finding->rule), tv_rule_unit_get_name (finding->rule->unit)));
  /* Translators: title of a rule; its threshold with unit */
  g_autofree char *markup = g_markup_printf_escaped (
      _("Rule: %s, <a href=\"thresholds\">threshold %s</a>"), title, limit);

  tv_severity_cell_set_severity (self->severity, finding->severity);
  gtk_label_set_text (self->sentence, finding->text);
  gtk_label_set_markup (self->definition, markup);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->definition), _ (finding->rule->definition));
  tv_table_view_set_table (self->evidence, table);
}

static void
set_row (TvFindingsView *self, guint32 row)
{
  if (self->row == row)
    return;
  self->row = row;
  if (row != TV_NONE)
    show_evidence (self);
  g_object_notify (G_OBJECT (self), "finding");
}

static void
on_finding_selected (TvFindingsView *self, guint row)
{
  if (row >= self->found->findings->found->len)
    return; /* a row of the previous result */
  set_row (self, row);
  on_evidence_selected (self, 0);
}

/* Goes to the first evidence even if the clicked finding is already selected, because the list then emits no signal.
 * The view itself selects the first finding without changing the timeline. */
static void
on_list_clicked (GtkGestureClick *gesture, int n_presses, double x, double y, TvFindingsView *self)
{
  guint position = tv_table_view_pick (self->list, x, y);

  if (position != GTK_INVALID_LIST_POSITION &&
      tv_table_model_get_row (tv_table_view_get_model (self->list), position) == self->row)
    on_finding_selected (self, self->row);
}

/* Selects the first finding of the sorted list, unless the selected finding is listed. Does not change the timeline. */
static void
on_shown (TvFindingsView *self)
{
  TvTableModel *model = tv_table_view_get_model (self->list);

  if (self->found == NULL || tv_table_model_get_table (model) != self->found->table)
    return;
  if (g_list_model_get_n_items (G_LIST_MODEL (model)) > 0 &&
      (self->row == TV_NONE || tv_table_model_find_row (model, self->row) == TV_NONE))
    set_row (self, tv_table_model_get_row (model, 0));
  if (self->row != TV_NONE && tv_table_view_get_selected (self->list) == TV_NONE)
    tv_table_view_select_row (self->list, self->row);
}

/* ---- Kinds and filter text ---- */

static guint
count_kind (TvFindingsView *self, guint kind)
{
  guint n = 0;

  for (guint i = 0; i < self->found->findings->found->len; i++)
    n += kind == ANY_KIND || get_finding (self, i)->rule->kind == kind;
  return n;
}

/* Updates the buttons of kinds. With a single kind, all buttons are hidden. */
static void
show_kinds (TvFindingsView *self)
{
  guint n_kinds = 0;

  self->is_updating = TRUE;
  for (guint kind = 0; kind <= ANY_KIND; kind++)
    {
      guint n = count_kind (self, kind);
      g_autofree char *count = tv_format_count (n);
      g_autofree char *label = g_strdup_printf (
          "%s %s", kind == ANY_KIND ? _("All") : tv_rule_kind_get_title ((TvRuleKind) kind), count);

      gtk_button_set_label (GTK_BUTTON (self->kind_buttons[kind]), label);
      gtk_widget_set_visible (self->kind_buttons[kind], n > 0);
      n_kinds += kind != ANY_KIND && n > 0;
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->kind_buttons[kind]),
                                    kind == self->kind);
    }
  gtk_widget_set_visible (self->kinds, n_kinds > 1);
  self->is_updating = FALSE;
}

typedef struct
{
  TvFindingsView *view;
  TvTextMatch *match; /* (nullable): match of the filter text */
} Filter;

static gboolean
is_listed (TvTable *table, guint32 row, gconstpointer data)
{
  const Filter *filter = data;
  const TvRuleFinding *finding = get_finding (filter->view, row);

  return (filter->view->kind == ANY_KIND || finding->rule->kind == filter->view->kind) &&
         (filter->match == NULL || tv_text_match_test (filter->match, finding->text, -1) ||
          tv_text_match_test (filter->match, _ (finding->rule->title), -1));
}

static void
filter_list (TvFindingsView *self)
{
  g_autoptr (TvTextMatch) match = tv_search_entry_dup_match (self->entry);
  Filter filter = { self, match };
  g_autoptr (GBytes) rows = NULL;
  g_autofree char *left = NULL, *all = NULL, *count = NULL;
  guint32 n_left, n;

  if (self->found == NULL)
    return;
  n = self->found->findings->found->len;
  rows = tv_table_filter_new (self->found->table, is_listed, &filter, &n_left, NULL);
  tv_table_view_set_filter (self->list, self->found->table, rows);
  tv_table_view_set_table (self->list, self->found->table);
  left = tv_format_count (n_left);
  all = tv_format_count (n);
  /* Translators: number of findings that match a filter; number of all findings */
  count = g_strdup_printf (ngettext ("%s of %s finding", "%s of %s findings", n), left, all);
  tv_search_entry_show_left (self->entry, n_left, count);
}

static void
set_kind (TvFindingsView *self, guint kind)
{
  if (self->kind == kind)
    return;
  self->kind = kind;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->kind_buttons[kind]), TRUE);
  filter_list (self);
  g_object_notify (G_OBJECT (self), "kind");
}

static void
on_kind_toggled (GtkToggleButton *button, TvFindingsView *self)
{
  if (!self->is_updating && gtk_toggle_button_get_active (button))
    set_kind (self, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), KIND_KEY)));
}

static void
leave_entry (TvFindingsView *self)
{
  tv_table_view_enter (self->list);
}

/* ---- Result ---- */

static void
update_busy (TvFindingsView *self)
{
  gboolean is_sorting, sorts_evidence;

  g_object_get (self->list, "is-sorting", &is_sorting, NULL);
  g_object_get (self->evidence, "is-sorting", &sorts_evidence, NULL);
  tv_view_set_busy (TV_VIEW (self), is_sorting || sorts_evidence || self->finding != NULL);
}

static char *
dup_titles (GPtrArray *rules)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < rules->len; i++)
    {
      g_autofree char *title = tv_rule_dup_title (rules->pdata[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", title);
    }
  return g_string_free (text, FALSE);
}

static void
show_notes (TvFindingsView *self)
{
  const TvFindings *findings = self->found->findings;
  GPtrArray *clear = findings->clear;
  g_autofree char *titles = dup_titles (clear);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *n_clear = tv_format_count (clear->len);
  g_autofree char *label = NULL;

  if (clear->len > 0)
    g_string_append_printf (text, _("Not found: %s."), titles);
  for (guint i = 0; i < findings->missing->len; i++)
    {
      g_autofree char *line = tv_missing_source_dup_text (findings->missing->pdata[i], TRUE);

      g_string_append_printf (text, "%s%s.", text->len > 0 ? "\n" : "", line);
    }
  gtk_label_set_text (self->notes_label, text->str);
  label = findings->missing->len > 0
              ? g_strdup_printf (
                    ngettext ("%s kind of problem was not found; for other kinds, the recording "
                              "lacks data",
                              "%s kinds of problems were not found; for other kinds, the recording "
                              "lacks data",
                              clear->len),
                    n_clear)
              : g_strdup_printf (ngettext ("%s kind of problem was not found",
                                           "%s kinds of problems were not found", clear->len),
                                 n_clear);
  gtk_expander_set_label (GTK_EXPANDER (self->notes), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->notes), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  gtk_expander_set_expanded (GTK_EXPANDER (self->notes), findings->found->len == 0);
  gtk_label_set_text (self->nothing_title,
                      clear->len > 0 ? _("No Findings") : _("Not Enough Data"));
  gtk_label_set_text (self->nothing_label,
                      clear->len > 0 ? _("No rule found a problem above its threshold.")
                                     : _("The recording lacks the data that the rules need."));
}

static void
stop_progress (TvFindingsView *self)
{
  g_clear_handle_id (&self->progress_id, g_source_remove);
  g_clear_pointer (&self->progress, g_atomic_rc_box_release);
}

/* Updates the number of changed thresholds, such as "1 threshold changed". */
static void
show_changed (TvFindingsView *self)
{
  guint n = tv_finding_limits_count ();
  g_autofree char *count = tv_format_count (n);
  g_autofree char *label = g_strdup_printf (
      ngettext ("%s threshold changed", "%s thresholds changed", n), count);

  gtk_button_set_label (GTK_BUTTON (self->changed), label);
  gtk_widget_set_visible (self->changed, n > 0);
}

static void
show_found (TvFindingsView *self)
{
  guint n = self->found->findings->found->len;

  if (count_kind (self, self->kind) == 0 && self->kind != ANY_KIND)
    set_kind (self, ANY_KIND);
  gtk_widget_set_visible (GTK_WIDGET (self->running), FALSE);
  gtk_widget_set_visible (self->nothing, n == 0);
  gtk_widget_set_visible (self->paned, n > 0);
  gtk_widget_set_visible (self->bottom, TRUE);
  show_kinds (self);
  show_notes (self);
  show_changed (self);
  filter_list (self);
  if (self->thresholds != NULL)
    tv_thresholds_window_show_found (TV_THRESHOLDS_WINDOW (self->thresholds),
                                     self->found->findings);
}

static void
on_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvFindingsView *self = owner;

  stop_progress (self);
  if (result != NULL)
    {
      set_row (self, TV_NONE);
      tv_findings_found_free (self->found);
      self->found = result;
      show_found (self);
      g_object_notify (G_OBJECT (self), "summary");
      tv_view_change_content (TV_VIEW (self));
    }
  update_busy (self);
}

static gboolean
on_progress (gpointer data)
{
  TvFindingsView *self = data;
  int n = g_atomic_int_get (&self->progress->n);
  g_autofree char *progress_text = NULL;

  if (n > 0)
    progress_text = g_strdup_printf (_("Applying rules: %d of %d"),
                                     g_atomic_int_get (&self->progress->n_done), n);
  gtk_label_set_text (self->running, progress_text != NULL ? progress_text : _("Applying rules…"));
  return G_SOURCE_CONTINUE;
}

static void
update (TvFindingsView *self)
{
  if (get_session (self) == NULL || (self->found != NULL && !self->is_outdated) ||
      self->finding != NULL || !tv_view_is_seen (TV_VIEW (self)))
    return;
  self->is_outdated = FALSE;
  self->progress = g_atomic_rc_box_new0 (TvFindingsProgressCount);
  self->progress_id = g_timeout_add (PROGRESS_MS, on_progress, self);
  tv_work_start (&tv_findings_work,
                 tv_findings_job_new (get_trace (self), tv_finding_limits_new (), self->progress),
                 on_found, self, &self->finding);
  update_busy (self);
}

static gboolean
find_again (gpointer data)
{
  TvFindingsView *self = data;

  self->again_id = 0;
  tv_work_stop (&self->finding);
  stop_progress (self);
  self->is_outdated = TRUE;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
on_limits_changed (TvFindingsView *self)
{
  g_clear_handle_id (&self->again_id, g_source_remove);
  self->again_id = g_timeout_add (AGAIN_MS, find_again, self);
}

/* ---- View ---- */

static void
set_session (TvView *view, TvSession *session)
{
  TvFindingsView *self = TV_FINDINGS_VIEW (view);

  tv_table_view_set_columns (self->list, &tv_finding_table.info, finding_columns,
                             G_N_ELEMENTS (finding_columns), session);
  tv_table_view_set_sort (self->list, "severity", FALSE);
  tv_table_view_set_name (self->list, _("Findings"));
  tv_table_view_set_empty_text (self->list, _("No finding matches the filter."));
  tv_table_view_set_columns (self->evidence, &tv_finding_evidence_table.info, evidence_columns,
                             G_N_ELEMENTS (evidence_columns), session);
  tv_table_view_set_sort (self->evidence, "ts", FALSE);
  tv_table_view_set_name (self->evidence, _("Evidence"));
  update (self);
}

static void
set_seen (TvView *view, gboolean is_seen)
{
  if (is_seen)
    update (TV_FINDINGS_VIEW (view));
}

static guint
count_severe (TvFindingsView *self)
{
  guint n = 0;

  for (guint i = 0; i < self->found->findings->found->len; i++)
    n += get_finding (self, i)->severity == TV_RULE_ERROR;
  return n;
}

/* Returns a summary such as "9 findings, 3 errors". */
static char *
dup_summary (TvView *view)
{
  TvFindingsView *self = TV_FINDINGS_VIEW (view);
  g_autofree char *n = NULL, *severe = NULL, *all = NULL, *errors = NULL;
  guint n_all, n_severe;

  if (self->found == NULL)
    return NULL;
  n_all = self->found->findings->found->len;
  n_severe = count_severe (self);
  n = tv_format_count (n_all);
  severe = tv_format_count (n_severe);
  all = g_strdup_printf (ngettext ("%s finding", "%s findings", n_all), n);
  if (n_severe == 0)
    return g_steal_pointer (&all);
  errors = g_strdup_printf (ngettext ("%s error", "%s errors", n_severe), severe);
  return g_strconcat (all, ", ", errors, NULL);
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  TvFindingsView *self = TV_FINDINGS_VIEW (view);
  TvTableView *const tables[] = { self->list, self->evidence };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      TvTable *table = tv_table_model_get_table (tv_table_view_get_model (tables[i]));

      if (table != NULL && (name == NULL || g_str_equal (name, tv_table_get_name (table))))
        return tv_table_view_dup_shown (tables[i], order);
    }
  return NULL;
}

static GMenuModel *
get_menu (TvView *view)
{
  return G_MENU_MODEL (TV_FINDINGS_VIEW (view)->menu);
}

static GMenu *
make_row_menu (gpointer view, TvTableRow *row)
{
  GMenu *menu = g_menu_new ();

  g_menu_append (menu, _("Copy Finding as _Text"), "win.copy-finding");
  return menu;
}

/* ---- Actions ---- */

static GVariant *
get_finding_state (gpointer object)
{
  return g_variant_new_uint32 (TV_FINDINGS_VIEW (object)->row);
}

static void
change_finding (gpointer object, GVariant *value)
{
  TvFindingsView *self = object;
  guint32 row = g_variant_get_uint32 (value);

  if (self->found == NULL || row >= self->found->findings->found->len)
    return;
  tv_table_view_select_row (self->list, row);
  on_finding_selected (self, row);
}

/* Returns: (transfer floating): number of findings, or %TV_NONE before the first result, as the state of an action */
static GVariant *
get_shown_state (gpointer object)
{
  TvFindingsView *self = object;

  return g_variant_new_uint32 (self->found != NULL ? self->found->findings->found->len : TV_NONE);
}

static void
copy_text (TvFindingsView *self, char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  g_free (text);
}

static void
copy_one (gpointer object, const char *name, GVariant *parameter)
{
  TvFindingsView *self = object;

  copy_text (self, tv_finding_dup_text (get_trace (self), get_finding (self, self->row)));
}

static void
copy_all (gpointer object, const char *name, GVariant *parameter)
{
  TvFindingsView *self = object;

  copy_text (self, tv_findings_dup_text (get_trace (self), self->found->findings));
}

static GVariant *
get_kind_state (gpointer object)
{
  guint kind = TV_FINDINGS_VIEW (object)->kind;

  return g_variant_new_string (kind == ANY_KIND ? "all"
                                                : tv_rule_kind_get_name ((TvRuleKind) kind));
}

static void
change_kind (gpointer object, GVariant *value)
{
  const char *name = g_variant_get_string (value, NULL);

  if (g_str_equal (name, "all"))
    set_kind (object, ANY_KIND);
  for (guint kind = 0; kind < TV_N_RULE_KINDS; kind++)
    if (g_str_equal (name, tv_rule_kind_get_name ((TvRuleKind) kind)))
      set_kind (object, kind);
}

/* Adds the findings to the timeline as a query track. */
static void
mark (gpointer object, const char *name, GVariant *parameter)
{
  TvFindingsView *self = object;

  if (!tv_session_add_query_track (
          get_session (self), tv_query_track_new (self->found->table, NULL), _("Findings"), NULL))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static gboolean
can_mark (gpointer object)
{
  TvFindingsView *self = object;

  return self->found != NULL && self->found->findings->found->len > 0;
}

static void
show_thresholds (gpointer object, const char *name, GVariant *parameter)
{
  TvFindingsView *self = object;

  if (self->thresholds == NULL)
    {
      self->thresholds = tv_thresholds_window_new (
          GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))));
      g_object_add_weak_pointer (G_OBJECT (self->thresholds), (gpointer *) &self->thresholds);
    }
  if (self->found != NULL)
    tv_thresholds_window_show_found (TV_THRESHOLDS_WINDOW (self->thresholds),
                                     self->found->findings);
  gtk_window_present (self->thresholds);
}

static gboolean
on_link (GtkLabel *label, const char *uri, TvFindingsView *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.finding-thresholds", NULL);
  return TRUE;
}

static gboolean
has_row (gpointer object)
{
  return TV_FINDINGS_VIEW (object)->row != TV_NONE;
}

static gboolean
has_found (gpointer object)
{
  return TV_FINDINGS_VIEW (object)->found != NULL;
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction actions[] = {
    { .name = "finding",
      .type = "u",
      .get_state = get_finding_state,
      .change = change_finding,
      .signals = "notify::finding" },
    { .name = "findings-shown",
      .type = "u",
      .get_state = get_shown_state,
      .signals = "notify::summary" },
    { .name = "findings-kind",
      .type = "s",
      .get_state = get_kind_state,
      .change = change_kind,
      .signals = "notify::kind" },
    { .name = "finding-thresholds", .activate = show_thresholds },
    { .name = "mark-findings",
      .activate = mark,
      .is_enabled = can_mark,
      .signals = "notify::summary" },
    { .name = "copy-finding",
      .activate = copy_one,
      .is_enabled = has_row,
      .signals = "notify::finding" },
    { .name = "copy-findings",
      .activate = copy_all,
      .is_enabled = has_found,
      .signals = "notify::summary" },
  };

  tv_object_actions_add (map, view, view, actions, G_N_ELEMENTS (actions));
}

/* Returns whether the trace contains calls of methods, samples, heap graphs or allocations, which have their own main
 * views. */
static gboolean
has_other_subject (TvTrace *trace)
{
  static const TvRuleSubject subjects[] = { TV_RULE_OF_METHODS, TV_RULE_OF_SAMPLES,
                                            TV_RULE_OF_HEAP_GRAPHS, TV_RULE_OF_ALLOCATIONS };

  for (guint i = 0; i < G_N_ELEMENTS (subjects); i++)
    if (tv_rule_subject_is_in (subjects[i], trace, NULL))
      return TRUE;
  return FALSE;
}

/* The Findings view is a main view if the trace contains scheduling or frames. Exceptions are traces that name
 * methods, and traces whose main content is a report or a log. */
static TvViewFit
get_fit (TvTrace *trace)
{
  if (!tv_rule_subject_is_in (TV_RULE_OF_SYSTEM, trace, NULL) ||
      !tv_trace_has (trace, TV_HAS_SCHEDULING | TV_HAS_MARKS))
    return has_other_subject (trace) ? TV_VIEW_FITS : TV_VIEW_EMPTY;
  if (tv_trace_names_methods (trace) || tv_report_leads (trace) || tv_log_is_main_content (trace))
    return TV_VIEW_FITS;
  return tv_trace_has (trace, TV_HAS_SCHEDULING) || tv_frame_list_has_any (trace) ? TV_VIEW_LEADS
                                                                                  : TV_VIEW_FITS;
}

const TvViewInfo tv_view_findings = {
  .id = "findings",
  .title = N_("Findings"),
  .tooltip = N_("Performance problems, with their cost and evidence"),
  .group = TV_VIEW_ANSWER,
  .get_type = tv_findings_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
tv_findings_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_FINDING)
    g_value_set_uint (value, TV_FINDINGS_VIEW (object)->row);
  else if (id == PROP_KIND)
    g_value_set_uint (value, TV_FINDINGS_VIEW (object)->kind);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_findings_view_dispose (GObject *object)
{
  TvFindingsView *self = TV_FINDINGS_VIEW (object);
  GtkWidget *child;

  tv_work_stop (&self->finding);
  stop_progress (self);
  g_clear_handle_id (&self->again_id, g_source_remove);
  if (self->thresholds != NULL)
    gtk_window_destroy (self->thresholds);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  self->row = TV_NONE;
  g_clear_object (&self->menu);
  g_clear_pointer (&self->found, tv_findings_found_free);
  G_OBJECT_CLASS (tv_findings_view_parent_class)->dispose (object);
}

static void
tv_findings_view_class_init (TvFindingsViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->set_seen = set_seen;
  view_class->dup_summary = dup_summary;
  view_class->dup_table = dup_table;
  view_class->get_menu = get_menu;
  view_class->add_actions = add_actions;
  object_class->get_property = tv_findings_view_get_property;
  object_class->dispose = tv_findings_view_dispose;
  g_object_class_install_property (object_class, PROP_FINDING,
                                   g_param_spec_uint ("finding", NULL, NULL, 0, G_MAXUINT, TV_NONE,
                                                      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (object_class, PROP_KIND,
                                   g_param_spec_uint ("kind", NULL, NULL, 0, ANY_KIND, ANY_KIND,
                                                      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkLabel *
make_label (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_can_focus (label, FALSE);
  gtk_widget_add_css_class (label, css_class);
  return GTK_LABEL (label);
}

/* Returns a widget with the natural height of @child, but at most @max_px; the content scrolls if it is higher. */
static GtkWidget *
make_scrolled (GtkWidget *child, int max_px)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), child);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), max_px);
  return scrolled;
}

static GtkWidget *
make_header (TvFindingsView *self)
{
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *copy = gtk_button_new_from_icon_name ("edit-copy-symbolic");

  self->severity = TV_SEVERITY_CELL (tv_severity_cell_new ());
  gtk_widget_set_hexpand (GTK_WIDGET (self->severity), TRUE);
  gtk_widget_add_css_class (copy, "flat");
  gtk_widget_set_tooltip_text (copy, _("Copy Finding as Text"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (copy), "win.copy-finding");
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->severity));
  gtk_box_append (GTK_BOX (line), copy);
  self->sentence = make_label ("heading");
  self->definition = make_label ("caption");
  gtk_widget_set_can_focus (GTK_WIDGET (self->definition), TRUE);
  g_signal_connect (self->definition, "activate-link", G_CALLBACK (on_link), self);
  gtk_box_append (GTK_BOX (header), line);
  gtk_box_append (GTK_BOX (header), GTK_WIDGET (self->sentence));
  gtk_box_append (GTK_BOX (header), GTK_WIDGET (self->definition));
  gtk_widget_add_css_class (header, "finding-header");
  return header;
}

static TvTableView *
make_table (TvFindingsView *self)
{
  GtkWidget *table = tv_table_view_new ();

  gtk_widget_set_vexpand (table, TRUE);
  gtk_widget_set_margin_start (table, 6);
  gtk_widget_set_margin_end (table, 6);
  g_signal_connect_swapped (table, "notify::is-sorting", G_CALLBACK (update_busy), self);
  return TV_TABLE_VIEW (table);
}

static void
add_lists (TvFindingsView *self)
{
  GtkWidget *beside = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkGesture *clicks = gtk_gesture_click_new ();

  self->list = make_table (self);
  self->evidence = make_table (self);
  gtk_widget_set_size_request (GTK_WIDGET (self->list), LIST_PX, -1);
  gtk_widget_set_size_request (beside, DETAILS_PX, -1);
  gtk_box_append (GTK_BOX (beside), make_header (self));
  gtk_box_append (GTK_BOX (beside), GTK_WIDGET (self->evidence));
  self->paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child (GTK_PANED (self->paned), GTK_WIDGET (self->list));
  gtk_paned_set_end_child (GTK_PANED (self->paned), beside);
  gtk_paned_set_shrink_start_child (GTK_PANED (self->paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->paned), FALSE);
  gtk_widget_set_vexpand (self->paned, TRUE);
  gtk_widget_set_visible (self->paned, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->paned);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (clicks), GTK_PHASE_CAPTURE);
  g_signal_connect (clicks, "pressed", G_CALLBACK (on_list_clicked), self);
  gtk_widget_add_controller (tv_table_view_get_list (self->list), GTK_EVENT_CONTROLLER (clicks));
  tv_table_view_set_menu (self->list, make_row_menu, self);
  g_signal_connect_swapped (self->list, "row-selected", G_CALLBACK (on_finding_selected), self);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_finding_selected), self);
  g_signal_connect_swapped (self->list, "shown", G_CALLBACK (on_shown), self);
  g_signal_connect_swapped (self->evidence, "row-selected", G_CALLBACK (on_evidence_selected),
                            self);
  g_signal_connect_swapped (self->evidence, "row-activated", G_CALLBACK (on_evidence_selected),
                            self);
}

static void
add_nothing (TvFindingsView *self)
{
  GtkWidget *check = gtk_image_new_from_icon_name ("object-select-symbolic");
  GtkWidget *thresholds = gtk_button_new_with_mnemonic (_("_Thresholds…"));

  self->nothing = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->nothing_title = make_label ("title-2");
  self->nothing_label = make_label ("dim-label");
  gtk_image_set_pixel_size (GTK_IMAGE (check), CHECK_PX);
  gtk_widget_add_css_class (check, "success");
  gtk_label_set_justify (self->nothing_label, GTK_JUSTIFY_CENTER);
  gtk_widget_set_halign (GTK_WIDGET (self->nothing_title), GTK_ALIGN_CENTER);
  gtk_widget_set_halign (GTK_WIDGET (self->nothing_label), GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->nothing), check);
  gtk_box_append (GTK_BOX (self->nothing), GTK_WIDGET (self->nothing_title));
  gtk_box_append (GTK_BOX (self->nothing), GTK_WIDGET (self->nothing_label));
  gtk_box_append (GTK_BOX (self->nothing), thresholds);
  gtk_widget_set_valign (self->nothing, GTK_ALIGN_CENTER);
  gtk_widget_set_vexpand (self->nothing, TRUE);
  gtk_widget_set_visible (self->nothing, FALSE);
  gtk_widget_set_halign (thresholds, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_top (thresholds, 6);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (thresholds), "win.finding-thresholds");
  gtk_box_append (GTK_BOX (self->box), self->nothing);
}

static void
add_notes (TvFindingsView *self)
{
  self->notes_label = make_label ("dim-label");
  gtk_label_set_yalign (self->notes_label, 0.0f);
  self->notes = gtk_expander_new (NULL);
  gtk_expander_set_child (GTK_EXPANDER (self->notes),
                          make_scrolled (GTK_WIDGET (self->notes_label), NOTES_PX));
  gtk_widget_add_css_class (self->notes, "finding-notes");
  gtk_widget_set_hexpand (self->notes, TRUE);
  self->changed = gtk_button_new ();
  gtk_widget_add_css_class (self->changed, "flat");
  gtk_widget_set_valign (self->changed, GTK_ALIGN_START);
  gtk_widget_set_margin_end (self->changed, 6);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->changed), "win.finding-thresholds");
  self->bottom = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_visible (self->bottom, FALSE);
  gtk_box_append (GTK_BOX (self->bottom), self->notes);
  gtk_box_append (GTK_BOX (self->bottom), self->changed);
  gtk_box_append (GTK_BOX (self->box), self->bottom);
}

static void
add_kinds (TvFindingsView *self)
{
  static const guint order[] = {
    ANY_KIND,       TV_RULE_ON_START,  TV_RULE_ON_FRAMES,   TV_RULE_ON_WAITING,
    TV_RULE_ON_CPU, TV_RULE_ON_MEMORY, TV_RULE_ON_RECORDING
  };

  self->kind = ANY_KIND;
  self->kinds = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->kinds, "choice");
  gtk_widget_set_halign (self->kinds, GTK_ALIGN_START);
  gtk_widget_set_margin_start (self->kinds, 6);
  gtk_widget_set_margin_top (self->kinds, 6);
  gtk_widget_set_visible (self->kinds, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      GtkWidget *button = gtk_toggle_button_new ();

      self->kind_buttons[order[i]] = button;
      gtk_widget_add_css_class (button, "flat");
      g_object_set_data (G_OBJECT (button), KIND_KEY, GUINT_TO_POINTER (order[i]));
      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button),
                                     GTK_TOGGLE_BUTTON (self->kind_buttons[order[0]]));
      g_signal_connect (button, "toggled", G_CALLBACK (on_kind_toggled), self);
      gtk_box_append (GTK_BOX (self->kinds), button);
    }
  gtk_box_append (GTK_BOX (self->box), self->kinds);
}

static void
add_entry (TvFindingsView *self)
{
  self->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (self->entry, "placeholder-text", _("Filter findings"), "is-filter", TRUE, NULL);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (filter_list), self);
  g_signal_connect_swapped (self->entry, "leave", G_CALLBACK (leave_entry), self);
  tv_view_set_find_box (TV_VIEW (self), self->entry, GTK_WIDGET (self->entry));
}

static void
add_running (TvFindingsView *self)
{
  GtkWidget *running = gtk_label_new (_("Applying rules…"));

  self->running = GTK_LABEL (running);
  gtk_widget_add_css_class (running, "dim-label");
  gtk_widget_add_css_class (running, "numeric");
  gtk_widget_set_vexpand (running, TRUE);
  gtk_box_append (GTK_BOX (self->box), running);
}

static void
tv_findings_view_init (TvFindingsView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->row = TV_NONE;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_widget_set_parent (scrolled, GTK_WIDGET (self));
  add_kinds (self);
  add_lists (self);
  add_nothing (self);
  add_notes (self);
  add_running (self);
  add_entry (self);
  tv_finding_limits_follow (G_CALLBACK (on_limits_changed), self);
  self->menu = g_menu_new ();
  g_menu_append (self->menu, _("Th_resholds…"), "win.finding-thresholds");
  g_menu_append (self->menu, _("_Mark in Timeline"), "win.mark-findings");
  g_menu_append (self->menu, _("Copy _All Findings as Text"), "win.copy-findings");
  g_menu_append (self->menu, _("Copy Finding as _Text"), "win.copy-finding");
}

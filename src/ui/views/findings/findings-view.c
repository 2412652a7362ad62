/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Findings of all rules, the most severe first, and the evidence of the selected one.
 *
 *   Severity   Finding                     Cost  Count │ ⬤ Error
 *   ⬤ Error    The cold start of … took …  813 ms   1  │ The cold start of com.shop took 1,313 ms
 *   ▲ Warning  main waited 152 ms for a …  152 ms   3  │ Rule: Slow start, threshold 500 ms
 *   ▸ Looked for and not found: 24 kinds               │ Start  Took ms  Thread  Name
 */

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
#include "ui/kit/table/table-share.h"
#include "ui/kit/table/table-text.h"
#include "ui/kit/table/table-view.h"
#include "ui/views/findings/findings-task.h"
#include "ui/views/findings/severity-cell.h"
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

/* A moment is zoomed to if it takes less than this part of the visible range; then it takes a third. */
#define LEAST_SHARE 0.05

#define TV_TYPE_FINDINGS_VIEW (tv_findings_view_get_type ())
G_DECLARE_FINAL_TYPE (TvFindingsView, tv_findings_view, TV, FINDINGS_VIEW, TvView)

struct _TvFindingsView
{
  TvView parent_instance;

  GtkWidget *box;   /* all of these; scrolls in a low window */
  GtkWidget *paned; /* findings │ evidence */
  TvTableView *list;
  TvTableView *evidence;
  TvSeverityCell *severity; /* of the selected finding */
  GtkLabel *sentence;
  GtkLabel *definition;
  GtkWidget *nothing; /* in place of the lists, without findings */
  GtkLabel *nothing_title;
  GtkLabel *nothing_words;
  GtkWidget *notes; /* kinds that were not found, and missing parts of the recording */
  GtkLabel *notes_words;
  GtkLabel *running; /* progress, before there is a result */
  GMenu *menu;

  TvFindingsFound *found; /* (nullable): until the worker has finished */
  GCancellable *finding;
  TvFindingsProgressCount *progress; /* (nullable): of the worker */
  guint progress_id;                 /* timeout that shows it */
  guint32 row;                       /* of the selected finding, or TV_NONE */
};

G_DEFINE_FINAL_TYPE (TvFindingsView, tv_findings_view, TV_TYPE_VIEW)

enum
{
  PROP_0,
  PROP_FINDING,
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

  return g_strdup (_ (tv_rules_find (id)->title));
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

/* States have names for users; names of slices are shown as they are. */
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
    .least_px = TEXT_PX,
    .is_strong = is_severe,
    .is_needed = TRUE },
  { .name = "cost",
    .description =
        N_("Time that users lose, memory, or sampled events; findings overlap, so costs do "
           "not add up"),
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
    .least_px = NAME_PX,
    .dup_text = dup_name,
    .is_needed = TRUE },
  { .name = "tid", .title = N_("Thread"), .width = THREAD_PX, .dup_text = dup_thread },
  { .name = "table", .width = THREAD_PX, .is_extra = TRUE },
  { .name = "id", .is_extra = TRUE },
};

/* ---- Evidence ---- */

/* Goes to the slice, state or run of a row of evidence, and selects its time. */
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
  if ((double) dur < LEAST_SHARE * (double) (end_ns - start_ns))
    tv_session_set_visible (session, evidence->ts - dur, evidence->ts + 2 * dur);
  if (tv_rule_evidence_is_slice (evidence))
    g_signal_emit_by_name (session, "reveal-slice", evidence->id);
}

static void
on_evidence_selected (TvFindingsView *self, guint row)
{
  const TvRuleFinding *finding = get_finding (self, self->row);

  go_to (self, &g_array_index (finding->evidence, TvRuleEvidence, row));
}

static void
show_evidence (TvFindingsView *self)
{
  const TvRuleFinding *finding = get_finding (self, self->row);
  g_autoptr (TvTable)
      table = tv_finding_evidence_table_new (get_trace (self), self->found->findings, self->row);
  /* Translators: title of a rule, its threshold with unit */
  g_autofree char *words = g_strdup_printf (_("Rule: %s, threshold %g %s"),
                                            _ (finding->rule->title), finding->rule->limit,
                                            tv_rule_unit_get_name (finding->rule->unit));

  tv_severity_cell_set_severity (self->severity, finding->severity);
  gtk_label_set_text (self->sentence, finding->text);
  gtk_label_set_text (self->definition, g_strchomp (words));
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
  set_row (self, row);
  on_evidence_selected (self, 0);
}

/* A click goes to the first evidence even if its finding was selected before, as the most severe one is. */
static void
on_list_clicked (GtkGestureClick *gesture, int n_presses, double x, double y, TvFindingsView *self)
{
  guint position = tv_table_view_pick (self->list, x, y);

  if (position != GTK_INVALID_LIST_POSITION &&
      tv_table_model_get_row (tv_table_view_get_model (self->list), position) == self->row)
    on_finding_selected (self, self->row);
}

/* Selects the first finding of the sorted list, which leaves the timeline alone. */
static void
on_shown (TvFindingsView *self)
{
  TvTableModel *model = tv_table_view_get_model (self->list);

  if (self->row == TV_NONE && g_list_model_get_n_items (G_LIST_MODEL (model)) > 0)
    set_row (self, tv_table_model_get_row (model, 0));
  if (self->row != TV_NONE && tv_table_view_get_selected (self->list) == TV_NONE)
    tv_table_view_select_row (self->list, self->row);
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
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            _ (((const TvRule *) rules->pdata[i])->title));
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
      g_autofree char *line = tv_missing_source_dup_text (findings->missing->pdata[i]);

      g_string_append_printf (text, "%s%s.", text->len > 0 ? "\n" : "", line);
    }
  gtk_label_set_text (self->notes_words, text->str);
  label = findings->missing->len > 0
              ? g_strdup_printf (
                    ngettext (
                        "%s kind looked for and not found; the recording lacks data for others",
                        "%s kinds looked for and not found; the recording lacks data for others",
                        clear->len),
                    n_clear)
              : g_strdup_printf (ngettext ("%s kind looked for and not found",
                                           "%s kinds looked for and not found", clear->len),
                                 n_clear);
  gtk_expander_set_label (GTK_EXPANDER (self->notes), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->notes), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  gtk_expander_set_expanded (GTK_EXPANDER (self->notes), findings->found->len == 0);
  gtk_label_set_text (self->nothing_title,
                      clear->len > 0 ? _("Nothing Stands Out") : _("Cannot Tell"));
  gtk_label_set_text (self->nothing_words,
                      clear->len > 0 ? _("No rule found trouble that exceeds its threshold.")
                                     : _("The recording lacks the data of all rules."));
}

static void
stop_progress (TvFindingsView *self)
{
  g_clear_handle_id (&self->progress_id, g_source_remove);
  g_clear_pointer (&self->progress, g_atomic_rc_box_release);
}

static void
on_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvFindingsView *self = owner;

  stop_progress (self);
  if (result != NULL)
    {
      guint n;

      self->found = result;
      n = self->found->findings->found->len;
      gtk_widget_set_visible (GTK_WIDGET (self->running), FALSE);
      gtk_widget_set_visible (self->nothing, n == 0);
      gtk_widget_set_visible (self->paned, n > 0);
      gtk_widget_set_visible (self->notes, TRUE);
      show_notes (self);
      tv_table_view_set_table (self->list, self->found->table);
      on_shown (self);
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
  g_autofree char *words = NULL;

  if (n > 0)
    words = g_strdup_printf (_("Applying rules: %d of %d"),
                             g_atomic_int_get (&self->progress->n_done), n);
  gtk_label_set_text (self->running, words != NULL ? words : _("Applying rules…"));
  return G_SOURCE_CONTINUE;
}

static void
update (TvFindingsView *self)
{
  if (get_session (self) == NULL || self->found != NULL || self->finding != NULL ||
      !tv_view_is_seen (TV_VIEW (self)))
    return;
  self->progress = g_atomic_rc_box_new0 (TvFindingsProgressCount);
  self->progress_id = g_timeout_add (PROGRESS_MS, on_progress, self);
  tv_work_start (&tv_findings_work, tv_findings_job_new (get_trace (self), self->progress),
                 on_found, self, &self->finding);
  update_busy (self);
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

/* "9 findings, 3 errors" */
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

/* Returns: (transfer floating): number of findings, or %TV_NONE while they are looked for */
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

/* Method traces, profiles and heaps lead with their own content. */
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

/* Findings lead where most rules can run, unless the file is about methods or has a diagnosis of its own. Events alone
 * have their list. */
static TvViewFit
get_fit (TvTrace *trace)
{
  if (!tv_rule_subject_is_in (TV_RULE_OF_SYSTEM, trace, NULL) ||
      !tv_trace_has (trace, TV_HAS_SCHEDULING | TV_HAS_MARKS))
    return has_other_subject (trace) ? TV_VIEW_FITS : TV_VIEW_EMPTY;
  if (tv_trace_names_methods (trace) || tv_report_leads (trace) || tv_log_leads (trace))
    return TV_VIEW_FITS;
  return tv_trace_has (trace, TV_HAS_SCHEDULING) || tv_frame_list_has_any (trace) ? TV_VIEW_LEADS
                                                                                  : TV_VIEW_FITS;
}

const TvViewInfo tv_view_findings = {
  .id = "findings",
  .title = N_("Findings"),
  .tooltip = N_("Answers of rules, with their cost and their evidence"),
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
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkLabel *
make_words (const char *css_class)
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

/* Makes room for a text of any length, which scrolls from a height on. */
static GtkWidget *
make_scrolled (GtkWidget *child, int most_px)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), child);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), most_px);
  return scrolled;
}

static GtkWidget *
make_head (TvFindingsView *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *copy = gtk_button_new_from_icon_name ("edit-copy-symbolic");

  self->severity = TV_SEVERITY_CELL (tv_severity_cell_new ());
  gtk_widget_set_hexpand (GTK_WIDGET (self->severity), TRUE);
  gtk_widget_add_css_class (copy, "flat");
  gtk_widget_set_tooltip_text (copy, _("Copy Finding as Text"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (copy), "win.copy-finding");
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->severity));
  gtk_box_append (GTK_BOX (line), copy);
  self->sentence = make_words ("heading");
  self->definition = make_words ("dim-label");
  gtk_box_append (GTK_BOX (head), line);
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->sentence));
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->definition));
  gtk_widget_add_css_class (head, "finding-head");
  return head;
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
  gtk_box_append (GTK_BOX (beside), make_head (self));
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

  self->nothing = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->nothing_title = make_words ("title-2");
  self->nothing_words = make_words ("dim-label");
  gtk_image_set_pixel_size (GTK_IMAGE (check), CHECK_PX);
  gtk_widget_add_css_class (check, "success");
  gtk_label_set_justify (self->nothing_words, GTK_JUSTIFY_CENTER);
  gtk_widget_set_halign (GTK_WIDGET (self->nothing_title), GTK_ALIGN_CENTER);
  gtk_widget_set_halign (GTK_WIDGET (self->nothing_words), GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->nothing), check);
  gtk_box_append (GTK_BOX (self->nothing), GTK_WIDGET (self->nothing_title));
  gtk_box_append (GTK_BOX (self->nothing), GTK_WIDGET (self->nothing_words));
  gtk_widget_set_valign (self->nothing, GTK_ALIGN_CENTER);
  gtk_widget_set_vexpand (self->nothing, TRUE);
  gtk_widget_set_visible (self->nothing, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->nothing);
}

static void
add_notes (TvFindingsView *self)
{
  self->notes_words = make_words ("dim-label");
  gtk_label_set_yalign (self->notes_words, 0.0f);
  self->notes = gtk_expander_new (NULL);
  gtk_expander_set_child (GTK_EXPANDER (self->notes),
                          make_scrolled (GTK_WIDGET (self->notes_words), NOTES_PX));
  gtk_widget_add_css_class (self->notes, "finding-notes");
  gtk_widget_set_visible (self->notes, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->notes);
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
  add_lists (self);
  add_nothing (self);
  add_notes (self);
  add_running (self);
  self->menu = g_menu_new ();
  g_menu_append (self->menu, _("Copy _All Findings as Text"), "win.copy-findings");
  g_menu_append (self->menu, _("Copy Finding as _Text"), "win.copy-finding");
}

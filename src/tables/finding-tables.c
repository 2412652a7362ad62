/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/finding-tables.h"

#include <glib/gi18n.h>

#include "analysis/range/range.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the tables of the findings of all rules, and of the rows that support them. Listed in range_tables in
 * tables.c. Opening a table through tables.c evaluates all rules. `tracedump findings` and the Findings view pass
 * findings that they have already computed instead. */

/* Returns whether a finding overlaps the range. */
static gboolean
is_selected (const TvRange *range, const TvRuleFinding *finding)
{
  return tv_range_has (range, tv_rule_finding_get_ts (finding),
                       tv_rule_finding_get_end_ns (finding));
}

/* ---- finding ---- */

enum
{
  FINDING_SEVERITY,
  FINDING_RULE,
  FINDING_KIND,
  FINDING_TS,
  FINDING_DUR,
  FINDING_COST,
  FINDING_COST_UNIT,
  FINDING_COUNT,
  FINDING_TEXT,
  FINDING_SUM_NS,
  FINDING_MAX_NS,
  FINDING_VALUE,
  FINDING_PROCESS,
  FINDING_UPID,
  FINDING_TABLE,
  FINDING_ID,
  FINDING_UTID,
  N_FINDING_COLUMNS,
};

static const TvColumn finding_columns[N_FINDING_COLUMNS] = {
  [FINDING_SEVERITY] = {
    "severity", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Severity"),
    N_("Severity of the finding: error, warning or hint"),
  },
  [FINDING_RULE] = {
    "rule", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Rule"),
    N_("Rule that reported the finding; “tracedump findings --rules” lists all rules"),
  },
  [FINDING_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("Kind of finding: start, frames, waiting, cpu, memory or recording"),
  },
  [FINDING_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("First"),
    N_("Start of the first occurrence, on the trace’s clock"),
  },
  [FINDING_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Duration"),
    N_("Time from the start of the first occurrence to the end of the last occurrence"),
  },
  [FINDING_COST] = {
    "cost", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Cost"),
    N_("Time that users lose, in ns; for profiles and heaps, an amount in the unit cost_unit. "
       "Findings of equal severity are sorted by cost"),
  },
  [FINDING_COST_UNIT] = {
    "cost_unit", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Cost unit"),
    N_("Unit of the cost: ns, bytes (of memory) or events (for samples that do not measure time)"),
  },
  [FINDING_COUNT] = {
    "count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Count"),
    N_("Number of occurrences"),
  },
  [FINDING_TEXT] = {
    "text", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Finding"),
    N_("Description of the finding"),
  },
  [FINDING_SUM_NS] = {
    "sum_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Total"),
    N_("Total duration of the occurrences"),
  },
  [FINDING_MAX_NS] = {
    "max_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Maximum"),
    N_("Longest occurrence"),
  },
  [FINDING_VALUE] = {
    "value", TV_COLUMN_REAL, TV_UNIT_NONE, N_("Value"),
    N_("Value that the rule compares with its threshold, in the threshold’s unit"),
  },
  [FINDING_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process"),
    N_("Name and ID of the process"),
  },
  [FINDING_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Unique process ID"),
    N_("Unique ID of the process"),
  },
  [FINDING_TABLE] = {
    "evidence_table", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Evidence"),
    N_("Table that contains the first row that supports the finding"),
  },
  [FINDING_ID] = {
    "evidence_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Evidence ID"),
    N_("ID of the first row that supports the finding"),
  },
  [FINDING_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread to which the first supporting row belongs"),
  },
};

static void
clear_row (gpointer row)
{
  tv_rule_finding_unref (*(TvRuleFinding **) row);
}

static GArray *
new_rows (const TvFindings *findings)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (TvRuleFinding *));

  g_array_set_clear_func (rows, clear_row);
  for (guint i = 0; i < findings->found->len; i++)
    {
      TvRuleFinding *finding = tv_rule_finding_ref (findings->found->pdata[i]);

      g_array_append_val (rows, finding);
    }
  return rows;
}

static GArray *
list_findings (TvTrace *trace,
               const TvSelection *selection,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (TvFindings)
      findings = tv_findings_new (trace, NULL, NULL, NULL, NULL, cancellable, error);
  TvRange range = tv_range_new (trace, selection);

  if (findings == NULL)
    return NULL;
  for (guint i = findings->found->len; i-- > 0;)
    if (!is_selected (&range, findings->found->pdata[i]))
      g_ptr_array_remove_index (findings->found, i);
  return new_rows (findings);
}

static void
get_finding_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvRuleFinding *finding = *(TvRuleFinding *const *) row;
  const TvRuleEvidence *first = &g_array_index (finding->evidence, TvRuleEvidence, 0);

  switch (column)
    {
    case FINDING_SEVERITY:
      tv_cell_set_text (cell, tv_rule_severity_get_name (finding->severity));
      break;
    case FINDING_RULE:
      tv_cell_set_text (cell, finding->rule->id);
      break;
    case FINDING_KIND:
      tv_cell_set_text (cell, tv_rule_kind_get_name (finding->rule->kind));
      break;
    case FINDING_TS:
      tv_cell_set_integer (cell, tv_rule_finding_get_ts (finding));
      break;
    case FINDING_DUR:
      tv_cell_set_integer (cell,
                           tv_rule_finding_get_end_ns (finding) - tv_rule_finding_get_ts (finding));
      break;
    case FINDING_COST:
      tv_cell_set_integer (cell, finding->cost);
      break;
    case FINDING_COST_UNIT:
      tv_cell_set_text (cell, tv_rule_cost_unit_get_name (finding->cost_unit));
      break;
    case FINDING_COUNT:
      tv_cell_set_integer (cell, finding->n);
      break;
    case FINDING_TEXT:
      tv_cell_set_text (cell, finding->text);
      break;
    case FINDING_SUM_NS:
      tv_cell_set_integer (cell, finding->sum_ns);
      break;
    case FINDING_MAX_NS:
      tv_cell_set_integer (cell, finding->max_ns);
      break;
    case FINDING_VALUE:
      tv_cell_set_real (cell, finding->value);
      break;
    case FINDING_PROCESS:
      if (finding->upid != TV_NONE)
        tv_cell_take_text (cell, tv_trace_dup_process_label (trace, finding->upid));
      break;
    case FINDING_UPID:
      tv_cell_set_id (cell, finding->upid);
      break;
    case FINDING_TABLE:
      tv_cell_set_text (cell, first->table);
      break;
    case FINDING_ID:
      tv_cell_set_id (cell, first->id);
      break;
    case FINDING_UTID:
      tv_cell_set_id (cell, first->utid);
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
get_finding_sort_key (TvTrace *trace, gconstpointer row, guint column, guint64 *sort_key)
{
  const TvRuleFinding *finding = *(TvRuleFinding *const *) row;

  *sort_key = TV_N_RULE_SEVERITIES - (guint64) finding->severity;
  return column == FINDING_SEVERITY;
}

const TvRangeTableKind tv_finding_table = {
  .info = { "finding", N_("A finding of a performance rule, with its cost"), finding_columns,
            N_FINDING_COLUMNS, TRUE },
  .compute = list_findings,
  .get_cell = get_finding_cell,
  .get_sort_key = get_finding_sort_key,
  .ties = { { "cost", TRUE }, { "ts", FALSE } },
};

/* Returns: (transfer full): the table "finding", with the rows in the order of @findings */
TvTable *
tv_finding_table_new (TvTrace *trace, const TvFindings *findings)
{
  return tv_range_table_new_of (&tv_finding_table, trace, new_rows (findings));
}

/* ---- finding_evidence ---- */

enum
{
  EVIDENCE_FINDING,
  EVIDENCE_RULE,
  EVIDENCE_TABLE,
  EVIDENCE_ID,
  EVIDENCE_NAME,
  EVIDENCE_TS,
  EVIDENCE_DUR,
  EVIDENCE_TID,
  EVIDENCE_UTID,
  N_EVIDENCE_COLUMNS,
};

static const TvColumn evidence_columns[N_EVIDENCE_COLUMNS] = {
  [EVIDENCE_FINDING] = {
    "finding", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Finding"),
    N_("Index of the finding in the table “finding”, from 0"),
  },
  [EVIDENCE_RULE] = {
    "rule", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Rule"),
    N_("Rule that reported the finding"),
  },
  [EVIDENCE_TABLE] = {
    "table", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Table"),
    N_("Table that contains the supporting row"),
  },
  [EVIDENCE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Row"),
    N_("ID of the supporting row in that table"),
  },
  [EVIDENCE_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the slice, state, run, class, counter or innermost function"),
  },
  [EVIDENCE_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Start"),
    N_("Start of the relevant part of the row, on the trace’s clock"),
  },
  [EVIDENCE_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Duration"),
    N_("Duration of the relevant part of the row"),
  },
  [EVIDENCE_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("Thread ID on the device"),
  },
  [EVIDENCE_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread"),
  },
};

typedef struct
{
  guint finding;
  const TvRule *rule;
  TvRuleEvidence evidence;
} EvidenceRow;

static void
add_evidence (GArray *rows, guint number, const TvRuleFinding *finding)
{
  for (guint i = 0; i < finding->evidence->len; i++)
    g_array_append_val (rows,
                        ((EvidenceRow){ number, finding->rule,
                                        g_array_index (finding->evidence, TvRuleEvidence, i) }));
}

static GArray *
list_evidence (TvTrace *trace,
               const TvSelection *selection,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (TvFindings)
      findings = tv_findings_new (trace, NULL, NULL, NULL, NULL, cancellable, error);
  TvRange range = tv_range_new (trace, selection);
  guint number = 0;
  GArray *rows;

  if (findings == NULL)
    return NULL;
  rows = g_array_new (FALSE, FALSE, sizeof (EvidenceRow));
  for (guint i = 0; i < findings->found->len; i++)
    {
      const TvRuleFinding *finding = findings->found->pdata[i];

      if (is_selected (&range, finding))
        add_evidence (rows, number++, finding);
    }
  return rows;
}

static void
get_evidence_cell (TvTrace *trace, gconstpointer data, guint column, TvCell *cell)
{
  const EvidenceRow *row = data;

  switch (column)
    {
    case EVIDENCE_FINDING:
      tv_cell_set_integer (cell, row->finding);
      break;
    case EVIDENCE_RULE:
      tv_cell_set_text (cell, row->rule->id);
      break;
    case EVIDENCE_TABLE:
      tv_cell_set_text (cell, row->evidence.table);
      break;
    case EVIDENCE_ID:
      tv_cell_set_id (cell, row->evidence.id);
      break;
    case EVIDENCE_NAME:
      tv_cell_take_text (cell, tv_rule_evidence_dup_name (trace, &row->evidence));
      break;
    case EVIDENCE_TS:
      tv_cell_set_integer (cell, row->evidence.ts);
      break;
    case EVIDENCE_DUR:
      tv_cell_set_integer (cell, row->evidence.dur);
      break;
    case EVIDENCE_TID:
      if (row->evidence.utid != TV_NONE)
        tv_cell_set_integer (cell, tv_trace_get_threads (trace, NULL)[row->evidence.utid].tid);
      break;
    case EVIDENCE_UTID:
      tv_cell_set_id (cell, row->evidence.utid);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_finding_evidence_table = {
  .info = { "finding_evidence", N_("A row of another table that supports a finding"),
            evidence_columns, N_EVIDENCE_COLUMNS, TRUE },
  .compute = list_evidence,
  .get_cell = get_evidence_cell,
  .ties = { { "finding", FALSE }, { "ts", FALSE } },
};

/* Returns: (transfer full): the table "finding_evidence", with the rows that support one finding; @number is the
 * finding's index in @findings */
TvTable *
tv_finding_evidence_table_new (TvTrace *trace, const TvFindings *findings, guint number)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (EvidenceRow));

  add_evidence (rows, number, findings->found->pdata[number]);
  return tv_range_table_new_of (&tv_finding_evidence_table, trace, rows);
}

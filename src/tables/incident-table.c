/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/incident-table.h"

#include <glib/gi18n.h>

/* Implements the table of findings about incidents in a file or a bundle. The caller computes the diagnosis and adds
 * the rows. Filled by `tracedump incident`, and for a single trace by tables.c. The table copies the texts of
 * findings. */

enum
{
  INCIDENT_KIND,
  INCIDENT_WRONG,
  INCIDENT_NAME,
  INCIDENT_PID,
  INCIDENT_THREAD,
  INCIDENT_TIME,
  INCIDENT_FINDING,
  INCIDENT_EVIDENCE,
  INCIDENT_CERTAIN,
  INCIDENT_REASON,
  INCIDENT_MEMBER,
  N_INCIDENT_COLUMNS,
};

static const TvColumn columns[N_INCIDENT_COLUMNS] = {
  [INCIDENT_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("Kind of incident: healthy, dump, deadlock, anr, freeze, watchdog, native_crash, crash, "
       "script_error, panic, low_memory_kill, kernel_crash or kernel_stall"),
  },
  [INCIDENT_WRONG] = {
    "wrong", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Wrong"),
    N_("1 if something went wrong; 0 if the dump is healthy or the program was merely busy"),
  },
  [INCIDENT_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process"),
    N_("Process that the diagnosis is about"),
  },
  [INCIDENT_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("Process ID"),
  },
  [INCIDENT_THREAD] = {
    "thread", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Thread"),
    N_("Thread that the diagnosis is about"),
  },
  [INCIDENT_TIME] = {
    "time", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Time"),
    N_("Start time of the bundle’s member, on the device’s wall clock"),
  },
  [INCIDENT_FINDING] = {
    "finding", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Finding"),
    N_("The diagnosis"),
  },
  [INCIDENT_EVIDENCE] = {
    "evidence", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Evidence"),
    N_("Evidence for the diagnosis, one item per line"),
  },
  [INCIDENT_CERTAIN] = {
    "certain", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Certain"),
    N_("Whether the diagnosis is certain: yes, partly or no"),
  },
  [INCIDENT_REASON] = {
    "certain_reason", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Reason"),
    N_("Reason why the diagnosis is certain or uncertain"),
  },
  [INCIDENT_MEMBER] = {
    "member", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Member"),
    N_("Member of the bundle that contains the report"),
  },
};

const TvTableInfo tv_incident_table_info = { "incident",
                                             N_("The diagnosis of a crash, freeze or dump"),
                                             columns, N_INCIDENT_COLUMNS, FALSE };

typedef struct
{
  TvIncidentKind kind;
  gboolean is_wrong;
  guint32 pid;
  TvIncidentCertainty certainty;
  char *texts[N_INCIDENT_COLUMNS]; /* (nullable): text per column */
} Row;

struct _TvIncidentTable
{
  TvTable parent_instance;

  GArray *rows; /* (element-type Row) */
};

G_DEFINE_FINAL_TYPE (TvIncidentTable, tv_incident_table, TV_TYPE_TABLE)

static void
clear_row (gpointer data)
{
  Row *row = data;

  for (guint i = 0; i < N_INCIDENT_COLUMNS; i++)
    g_free (row->texts[i]);
}

static const TvTableInfo *
get_info (TvTable *table)
{
  return &tv_incident_table_info;
}

static guint32
get_n_rows (TvTable *table)
{
  return TV_INCIDENT_TABLE (table)->rows->len;
}

static void
get_cell (TvTable *table, guint32 n, guint column, TvCell *cell)
{
  const Row *row = &g_array_index (TV_INCIDENT_TABLE (table)->rows, Row, n);

  switch (column)
    {
    case INCIDENT_KIND:
      tv_cell_set_text (cell, tv_incident_kind_name (row->kind));
      break;
    case INCIDENT_WRONG:
      tv_cell_set_integer (cell, row->is_wrong);
      break;
    case INCIDENT_PID:
      if (row->pid != TV_NONE)
        tv_cell_set_integer (cell, row->pid);
      break;
    case INCIDENT_CERTAIN:
      tv_cell_set_text (cell, tv_incident_certainty_name (row->certainty));
      break;
    default:
      tv_cell_set_text (cell, row->texts[column]);
    }
}

static void
tv_incident_table_finalize (GObject *object)
{
  g_array_unref (TV_INCIDENT_TABLE (object)->rows);
  G_OBJECT_CLASS (tv_incident_table_parent_class)->finalize (object);
}

static void
tv_incident_table_class_init (TvIncidentTableClass *class)
{
  TvTableClass *table_class = TV_TABLE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tv_incident_table_finalize;
  table_class->get_info = get_info;
  table_class->get_n_rows = get_n_rows;
  table_class->get_cell = get_cell;
}

static void
tv_incident_table_init (TvIncidentTable *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_array_set_clear_func (self->rows, clear_row);
}

/* Returns: (transfer full): an empty table */
TvIncidentTable *
tv_incident_table_new (void)
{
  return g_object_new (TV_TYPE_INCIDENT_TABLE, NULL);
}

/**
 * tv_incident_table_add:
 * @self: a table that no view shows yet
 * @finding: a finding about an incident; its TvFinding.others must be added separately
 * @time: (nullable): formatted time
 * @member: (nullable): member of the bundle that contains the incident
 *
 * Appends a row.
 */
void
tv_incident_table_add (TvIncidentTable *self,
                       const TvFinding *finding,
                       const char *time,
                       const char *member)
{
  Row row = { .kind = finding->kind,
              .is_wrong = finding->gravity == TV_FINDING_WRONG,
              .pid = finding->pid,
              .certainty = finding->certainty };

  row.texts[INCIDENT_NAME] = g_strdup (finding->process_name);
  row.texts[INCIDENT_THREAD] = g_strdup (finding->thread);
  row.texts[INCIDENT_TIME] = time != NULL && *time != '\0' ? g_strdup (time) : NULL;
  row.texts[INCIDENT_FINDING] = g_strdup (finding->text);
  if (finding->steps != NULL && finding->steps[0] != NULL)
    row.texts[INCIDENT_EVIDENCE] = g_strjoinv ("\n", finding->steps);
  row.texts[INCIDENT_REASON] = g_strdup (finding->why);
  row.texts[INCIDENT_MEMBER] = g_strdup (member);
  g_array_append_val (self->rows, row);
}

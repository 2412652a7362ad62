/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the threads of dumps were doing: what kept the program from answering, as a sentence with what it
 * rests on, above a list of all threads.
 *
 *   trace ──▶ worker ──▶ sentence and steps
 *     └─────▶ table of threads
 */

#include "ui/views/view.h"

#include <glib/gi18n.h>

#include "analysis/dump-label.h"
#include "analysis/incident.h"
#include "tables/tables.h"
#include "ui/kit/table-view.h"
#include "ui/kit/work.h"

#define TV_TYPE_DUMP_VIEW (tv_dump_view_get_type ())
G_DECLARE_FINAL_TYPE (TvDumpView, tv_dump_view, TV, DUMP_VIEW, TvView)

struct _TvDumpView
{
  TvView parent_instance;

  GtkWidget *box;
  GtkWidget *sentence;
  GtkWidget *steps;
  TvTableView *table;
  GCancellable *finding; /* (nullable): set while the sentence is found */
};

G_DEFINE_FINAL_TYPE (TvDumpView, tv_dump_view, TV_TYPE_VIEW)

#define NAME_WIDTH_PX 260
#define MARGIN_PX     12

/* ---- The answer ---- */

typedef struct
{
  char *sentence;
  char *steps;
} Answer;

static void
free_answer (gpointer data)
{
  Answer *answer = data;

  g_free (answer->sentence);
  g_free (answer->steps);
  g_free (answer);
}

static gpointer
find_answer (gpointer trace, GCancellable *cancellable, GError **error)
{
  static const char *const words[] = { N_("yes"), N_("likely"), N_("no") };
  g_autoptr (TvWaits) waits = tv_waits_new (trace);
  g_autoptr (TvIncident) incident = tv_incident_new (trace, waits);
  g_autoptr (GString) steps = g_string_new (NULL);
  Answer *answer = g_new0 (Answer, 1);
  const char *why;
  TvIncidentCertainty certainty = tv_incident_get_certainty (incident, &why);

  for (guint i = 0; i < tv_incident_get_n_steps (incident); i++)
    g_string_append_printf (steps, "%u. %s\n", i + 1,
                            tv_sentence_get_text (tv_incident_get_step (incident, i)));
  /* Translators: whether what is said is certain, and the reason */
  g_string_append_printf (steps, _("Certain: %s, %s"), _ (words[certainty]), why);
  answer->sentence = g_strconcat (tv_sentence_get_text (tv_incident_get_sentence (incident)), ".",
                                  NULL);
  answer->steps = g_string_free (g_steal_pointer (&steps), FALSE);
  return answer;
}

static void
on_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvDumpView *self = TV_DUMP_VIEW (owner);
  Answer *answer = result;

  if (answer != NULL)
    {
      gtk_label_set_text (GTK_LABEL (self->sentence), answer->sentence);
      gtk_label_set_text (GTK_LABEL (self->steps), answer->steps);
      free_answer (answer);
    }
  tv_view_set_busy (TV_VIEW (self), FALSE);
}

static const TvWork answer_work = {
  .run = find_answer,
  .free_job = g_object_unref,
  .free_result = free_answer,
};

/* ---- The list ---- */

/* Where a dump has no names, what others of the same file call the thread. */
static char *
dup_name (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvDumpThread *thread = &tv_trace_get_dumps (trace)->threads[row];
  guint32 name = thread->name;

  if (name == TV_NONE && thread->utid != TV_NONE)
    name = tv_trace_get_threads (trace, NULL)[thread->utid].name;
  return g_strdup (tv_trace_get_string (trace, name));
}

/* The name of the thread that has the lock, where the table has its number. */
static char *
dup_holder (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return !cell.is_null
             ? tv_dump_dup_thread_label (tv_session_get_trace (session), (guint32) cell.integer)
             : NULL;
}

static void
set_session (TvView *view, TvSession *session)
{
  static const TvTableColumn columns[] = {
    { .name = "name", .dup_text = dup_name, .width = NAME_WIDTH_PX },
    { .name = "state" },
    { .name = "tid" },
    { .name = "sys_tid" },
    { .name = "waits_for" },
    { .name = "held_by", .dup_text = dup_holder },
    { .name = "n_frames" },
    { .name = "wait_channel" },
    { .name = "dump_id" },
  };
  TvDumpView *self = TV_DUMP_VIEW (view);
  TvTrace *trace = tv_session_get_trace (session);
  g_autoptr (TvTable) table = tv_tables_open ("thread_dump_thread", trace, NULL, NULL, NULL);

  tv_table_view_set_columns (self->table, tv_table_get_info (table), columns,
                             G_N_ELEMENTS (columns), session);
  tv_table_view_set_order (self->table, NULL);
  tv_table_view_set_table (self->table, table);
  tv_table_view_set_name (self->table, _("Dump threads"));
  tv_work_start (&answer_work, g_object_ref (trace), on_found, self, &self->finding);
  tv_view_set_busy (view, TRUE);
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  return name == NULL || g_str_equal (name, "thread_dump_thread")
             ? tv_table_view_dup_shown (TV_DUMP_VIEW (view)->table, order)
             : NULL;
}

/* Where there is a timeline beside, that leads. */
static TvViewFit
get_fit (TvTrace *trace)
{
  if (!tv_trace_has (trace, TV_HAS_DUMPS))
    return TV_VIEW_EMPTY;
  return tv_trace_has_tracks (trace) ? TV_VIEW_FITS : TV_VIEW_LEADS;
}

const TvViewInfo tv_view_dump = {
  .id = "dump",
  .title = N_("Dump Threads"),
  .tooltip = N_("What threads were doing when they were dumped, and what they waited for"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_dump_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
tv_dump_view_dispose (GObject *object)
{
  TvDumpView *self = TV_DUMP_VIEW (object);

  tv_work_stop (&self->finding);
  G_OBJECT_CLASS (tv_dump_view_parent_class)->dispose (object);
}

static void
tv_dump_view_class_init (TvDumpViewClass *klass)
{
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->dup_table = dup_table;
  G_OBJECT_CLASS (klass)->dispose = tv_dump_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
add_label (TvDumpView *self, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, style);
  gtk_widget_set_margin_start (label, MARGIN_PX);
  gtk_widget_set_margin_end (label, MARGIN_PX);
  gtk_box_append (GTK_BOX (self->box), label);
  return label;
}

static void
tv_dump_view_init (TvDumpView *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, MARGIN_PX / 2);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->sentence = add_label (self, "title-3");
  gtk_widget_set_margin_top (self->sentence, MARGIN_PX);
  self->steps = add_label (self, "body");
  gtk_widget_set_margin_bottom (self->steps, MARGIN_PX / 2);
  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_widget_set_margin_start (GTK_WIDGET (self->table), 6);
  gtk_widget_set_margin_end (GTK_WIDGET (self->table), 6);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->table));
}

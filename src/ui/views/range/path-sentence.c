/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sentence about the causes of a thread's waits. A child of the Range view, which calls tv_path_sentence_update()
 * after the range or the thread filter has changed. Does not own the session, and only reads it. */

#include "ui/views/range/path-sentence.h"

#include "analysis/system/path-use.h"
#include "ui/kit/work.h"

struct _TvPathSentence
{
  GtkWidget parent_instance;

  GtkWidget *label;
  TvSession *session; /* not owned */
  GCancellable *finding;
};

G_DEFINE_FINAL_TYPE (TvPathSentence, tv_path_sentence, GTK_TYPE_WIDGET)

typedef struct
{
  TvTrace *trace;
  guint32 utid;
  gint64 from_ns;
  gint64 to_ns;
} Job;

static void
free_job (gpointer data)
{
  g_object_unref (((Job *) data)->trace);
  g_free (data);
}

static gpointer
find (gpointer data, GCancellable *cancellable, GError **error)
{
  const Job *job = data;

  return tv_path_use_dup_sentence (job->trace, job->utid, job->from_ns, job->to_ns, cancellable);
}

static const TvWork work = { find, free_job, g_free };

static void
on_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvPathSentence *self = owner;
  g_autofree char *text = result;

  gtk_label_set_text (GTK_LABEL (self->label), text != NULL ? text : "");
  gtk_widget_set_tooltip_text (self->label, text);
  gtk_widget_set_visible (GTK_WIDGET (self), text != NULL);
}

/* Starts a worker that computes the sentence for the session's thread and range. Without a thread filter, hides the
 * label. */
void
tv_path_sentence_update (TvPathSentence *self)
{
  guint32 utid = tv_session_get_thread (self->session);
  TvTrace *trace = tv_session_get_trace (self->session);
  Job *job;

  if (utid == TV_NONE)
    {
      tv_work_stop (&self->finding);
      gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
      return;
    }
  job = g_new0 (Job, 1);
  job->trace = g_object_ref (trace);
  job->utid = utid;
  if (!tv_session_get_range (self->session, &job->from_ns, &job->to_ns))
    {
      job->from_ns = tv_trace_get_start_ns (trace);
      job->to_ns = tv_trace_get_end_ns (trace);
    }
  tv_work_start (&work, job, on_found, self, &self->finding);
}

static void
tv_path_sentence_dispose (GObject *object)
{
  TvPathSentence *self = TV_PATH_SENTENCE (object);

  tv_work_stop (&self->finding);
  g_clear_pointer (&self->label, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_path_sentence_parent_class)->dispose (object);
}

static void
tv_path_sentence_class_init (TvPathSentenceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_path_sentence_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
tv_path_sentence_init (TvPathSentence *self)
{
  self->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_label_set_selectable (GTK_LABEL (self->label), TRUE);
  gtk_widget_set_can_focus (self->label, FALSE);
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self), "path-sentence");
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
tv_path_sentence_new (TvSession *session)
{
  TvPathSentence *self = g_object_new (TV_TYPE_PATH_SENTENCE, NULL);

  self->session = session;
  return GTK_WIDGET (self);
}

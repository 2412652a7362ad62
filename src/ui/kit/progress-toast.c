/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by the exports of stacks and of a time range. Only tv_progress_toast_set() may be called on the worker: it
 * sets an atomic number, which a timer on the main thread shows. */

#include "ui/kit/progress-toast.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "ui/kit/number-format.h"

/* Work that takes less time shows no toast. */
#define SHOW_AFTER_MS 500
#define SHOW_EVERY_MS 200

struct _TvProgressToast
{
  GtkWidget *widget;
  char *title;
  GCancellable *cancellable;
  int permille;    /* atomic: progress in 1/1000; set by the worker */
  AdwToast *toast; /* (nullable): NULL until the work has taken SHOW_AFTER_MS */
  guint show_id;
};

static void
show_progress (TvProgressToast *self)
{
  int permille = g_atomic_int_get (&self->permille);
  g_autofree char *percent = tv_format_percent (permille / 10.0);
  /* Translators: a running operation, such as “Exporting stacks”, and its progress in percent */
  g_autofree char *with_percent = g_strdup_printf (_("%s: %s"), self->title, percent);
  g_autofree char *without = g_strdup_printf ("%s…", self->title);

  adw_toast_set_title (self->toast, permille > 0 ? with_percent : without);
}

static gboolean
on_show (gpointer data)
{
  show_progress (data);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_long (gpointer data)
{
  TvProgressToast *self = data;
  GtkWidget *overlay = gtk_widget_get_ancestor (self->widget, ADW_TYPE_TOAST_OVERLAY);

  self->show_id = 0;
  if (overlay == NULL)
    return G_SOURCE_REMOVE;
  self->toast = adw_toast_new ("");
  show_progress (self);
  adw_toast_set_timeout (self->toast, 0);
  adw_toast_set_button_label (self->toast, _("_Cancel"));
  g_signal_connect_object (self->toast, "button-clicked", G_CALLBACK (g_cancellable_cancel),
                           self->cancellable, G_CONNECT_SWAPPED);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), g_object_ref (self->toast));
  self->show_id = g_timeout_add (SHOW_EVERY_MS, on_show, self);
  return G_SOURCE_REMOVE;
}

/**
 * tv_progress_toast_new:
 * @widget: widget inside the toast overlay
 * @title: translated description of the work, such as “Exporting stacks”
 * @cancellable: cancelled by the toast's button
 *
 * Returns: (transfer full): the progress; must be freed with tv_progress_toast_end() on the main thread
 */
TvProgressToast *
tv_progress_toast_new (GtkWidget *widget, const char *title, GCancellable *cancellable)
{
  TvProgressToast *self = g_new0 (TvProgressToast, 1);

  self->widget = g_object_ref (widget);
  self->title = g_strdup (title);
  self->cancellable = g_object_ref (cancellable);
  self->show_id = g_timeout_add (SHOW_AFTER_MS, on_long, self);
  return self;
}

/**
 * tv_progress_toast_set:
 * @fraction: completed fraction of the work, 0 … 1
 * @self: a #TvProgressToast
 *
 * Sets the progress. May be called on the worker thread.
 */
void
tv_progress_toast_set (double fraction, gpointer self)
{
  g_atomic_int_set (&((TvProgressToast *) self)->permille, (int) (fraction * 1000.0));
}

/* Dismisses the toast, and frees @self. */
void
tv_progress_toast_end (TvProgressToast *self)
{
  g_clear_handle_id (&self->show_id, g_source_remove);
  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  g_clear_object (&self->toast);
  g_object_unref (self->widget);
  g_object_unref (self->cancellable);
  g_free (self->title);
  g_free (self);
}

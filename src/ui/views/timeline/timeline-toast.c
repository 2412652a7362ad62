/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A few words about what an action did that the timeline itself does not show clearly. */

#include "ui/views/timeline/timeline-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define SECONDS      2
#define UNDO_SECONDS 5

static AdwToast *
show_toast (TvTimeline *self, const char *text, guint seconds)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (GTK_WIDGET (self), ADW_TYPE_TOAST_OVERLAY);
  AdwToast *toast;

  if (overlay == NULL)
    return NULL;
  if (self->toast != NULL)
    adw_toast_dismiss (ADW_TOAST (self->toast));
  toast = adw_toast_new (text);
  adw_toast_set_timeout (toast, seconds);
  g_set_weak_pointer (&self->toast, G_OBJECT (toast));
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), toast);
  return toast;
}

/* Shows a text in the window, in place of the one before. */
void
tv_timeline_show_toast (TvTimeline *self, const char *text)
{
  show_toast (self, text, SECONDS);
}

/**
 * tv_timeline_show_undo:
 * @self: a timeline
 * @text: what was done
 * @undo: called when the user takes it back
 * @data: (transfer full): for @undo
 * @free_data: frees @data
 */
void
tv_timeline_show_undo (TvTimeline *self,
                       const char *text,
                       GCallback undo,
                       gpointer data,
                       GDestroyNotify free_data)
{
  AdwToast *toast = show_toast (self, text, UNDO_SECONDS);

  if (toast == NULL)
    {
      free_data (data);
      return;
    }
  adw_toast_set_button_label (toast, _("_Undo"));
  g_object_set_data_full (G_OBJECT (toast), "tv-undo", data, free_data);
  g_signal_connect_swapped (toast, "button-clicked", undo, data);
}

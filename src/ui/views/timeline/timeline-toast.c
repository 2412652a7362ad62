/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Toasts about actions whose effect is not obvious from the timeline itself. A part of TvTimeline (timeline-part.h),
 * called by other parts. A new toast dismisses the previous one. */

#include "ui/views/timeline/timeline-toast.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define SECONDS      5
#define UNDO_SECONDS 5

typedef struct
{
  GObject *toast; /* (nullable): weak pointer to the last toast */
} ToastPart;

static ToastPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_TOAST);
}

static AdwToast *
show_toast (TvTimeline *self, const char *text, guint seconds)
{
  ToastPart *part = get_part (self);
  GtkWidget *overlay = gtk_widget_get_ancestor (GTK_WIDGET (self), ADW_TYPE_TOAST_OVERLAY);
  AdwToast *toast;

  if (overlay == NULL)
    return NULL;
  if (part->toast != NULL)
    adw_toast_dismiss (ADW_TOAST (part->toast));
  toast = adw_toast_new (text);
  adw_toast_set_timeout (toast, seconds);
  g_set_weak_pointer (&part->toast, G_OBJECT (toast));
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), toast);
  return toast;
}

/* Shows a toast in the window, in place of the previous one. */
void
tv_timeline_show_toast (TvTimeline *self, const char *text)
{
  show_toast (self, text, SECONDS);
}

/**
 * tv_timeline_show_undo:
 * @text: description of the action
 * @undo: called with @data when the user clicks Undo
 * @data: (transfer full): user data of @undo
 * @free_data: frees @data
 *
 * Shows a toast with an Undo button.
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

static void
dispose (TvTimeline *self)
{
  g_clear_weak_pointer (&get_part (self)->toast);
}

const TvTimelinePart tv_timeline_part_toast = {
  .size = sizeof (ToastPart),
  .dispose = dispose,
};

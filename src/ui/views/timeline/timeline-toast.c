/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A few words about what an action did that the timeline itself does not show clearly. */

#include "ui/views/timeline/timeline-private.h"

#include <adwaita.h>

#define SECONDS 2

/* Says it in the window, in place of what was said before. */
void
tv_timeline_show_toast (TvTimeline *self, const char *text)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (GTK_WIDGET (self), ADW_TYPE_TOAST_OVERLAY);
  AdwToast *toast;

  if (overlay == NULL)
    return;
  if (self->toast != NULL)
    adw_toast_dismiss (ADW_TOAST (self->toast));
  toast = adw_toast_new (text);
  adw_toast_set_timeout (toast, SECONDS);
  g_set_weak_pointer (&self->toast, G_OBJECT (toast));
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), toast);
}

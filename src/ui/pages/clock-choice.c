/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/clock-choice.h"

#include <glib/gi18n.h>

#include "ui/kit/fold-box.h"
#include "ui/kit/font-scale.h"

/* Buttons that switch between wall time and CPU time. Created by the panel. No state: the buttons show and set the
 * state of the action "win.clock", which changes the session. */

#define ACTION "win.clock"

/* Width of the window in px, below which a menu replaces the buttons. */
#define MIN_WINDOW_WIDTH 560

static const struct
{
  const char *target, *label, *tooltip;
} choices[TV_N_CLOCKS] = {
  [TV_CLOCK_WALL] = { "wall", N_("Wall"),
                      N_("Show wall time in all views: time from start to end, including waits. "
                         "Alt+W") },
  [TV_CLOCK_CPU] = { "cpu", N_("CPU"),
                     N_("Show CPU time in all views: only the time for which a thread ran. The "
                        "timeline is still drawn in wall time. Alt+W") },
};

static GtkWidget *
make_button (TvClock clock)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (_ (choices[clock].label));

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), ACTION);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", choices[clock].target);
  gtk_widget_set_tooltip_text (button, _ (choices[clock].tooltip));
  gtk_widget_add_css_class (button, "flat");
  return button;
}

static void
show_clock (TvSession *session, GParamSpec *pspec, GtkMenuButton *button)
{
  gtk_menu_button_set_label (button, _ (choices[tv_session_get_clock (session)].label));
}

static GtkWidget *
make_menu_button (TvSession *session)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_ (choices[clock].label), NULL);

      g_menu_item_set_action_and_target (item, ACTION, "s", choices[clock].target);
      g_menu_append_item (menu, item);
    }
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (button), FALSE);
  gtk_widget_set_tooltip_text (button, _("Clock of All Views (Alt+W)"));
  g_signal_connect_object (session, "notify::clock", G_CALLBACK (show_clock), button, 0);
  show_clock (session, NULL, GTK_MENU_BUTTON (button));
  return button;
}

GtkWidget *
tv_clock_choice_new (TvSession *session)
{
  GtkWidget *box;

  g_return_val_if_fail (TV_IS_SESSION (session), NULL);

  box = tv_fold_box_new (make_menu_button (session), 0);
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    tv_fold_box_append (TV_FOLD_BOX (box), make_button (clock));
  tv_fold_box_set_min_width (TV_FOLD_BOX (box), tv_font_scale_apply (MIN_WINDOW_WIDTH));
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (box, "choice");
  gtk_accessible_update_property (GTK_ACCESSIBLE (box), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Clock of All Views"), -1);
  return box;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of the query tracks, above the timeline. A child of the trace page. Recreates all rows when the query tracks
 * of the session change. Renames and removes query tracks of the session. */

#include "ui/views/timeline/query-track-rows.h"

#include <glib/gi18n.h>

#include "ui/kit/swatch.h"
#include "ui/session/session-query-tracks.h"
#include "ui/views/timeline/query-track-strip.h"

struct _TvQueryTrackRows
{
  GtkWidget parent_instance;

  TvSession *session; /* (nullable) */
  int label_width;
};

G_DEFINE_FINAL_TYPE (TvQueryTrackRows, tv_query_track_rows, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_LABEL_WIDTH,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

#define TRACK_ID_KEY "tv-query-track-id"

static void
remove_track (TvQueryTrackRows *self, GtkWidget *button)
{
  tv_session_remove_query_track (
      self->session, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), TRACK_ID_KEY)));
}

/* ---- Name ---- */

static void
on_name_entered (TvQueryTrackRows *self, GtkEditable *entry)
{
  guint id = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (entry), TRACK_ID_KEY));
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (entry)));

  gtk_popover_popdown (
      GTK_POPOVER (gtk_widget_get_ancestor (GTK_WIDGET (entry), GTK_TYPE_POPOVER)));
  tv_session_rename_query_track (self->session, id, name);
}

static GtkWidget *
make_name_popover (TvQueryTrackRows *self, const TvQueryTrack *track)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_text (GTK_EDITABLE (entry), track->name);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 24);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Name of the track"), -1);
  g_object_set_data (G_OBJECT (entry), TRACK_ID_KEY, GUINT_TO_POINTER (track->id));
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (on_name_entered), self);
  gtk_popover_set_child (GTK_POPOVER (popover), entry);
  return popover;
}

/* Creates a button with the track's name. A click asks for a new name. */
static GtkWidget *
make_name (TvQueryTrackRows *self, const TvQueryTrack *track)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *label = gtk_label_new (track->name);
  g_autofree char *tip = g_strdup_printf (
      "%s\n%s", track->name,
      track->source.query != NULL ? track->source.query : _("Not saved with the file"));
  /* Translators: %s is the name of a track in the timeline */
  g_autofree char *rename_label = g_strdup_printf (_("Rename “%s”"), track->name);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), label);
  gtk_widget_set_halign (gtk_widget_get_parent (label), GTK_ALIGN_FILL); /* GTK 4.8 centres it */
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (button), FALSE);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), make_name_popover (self, track));
  gtk_widget_set_tooltip_text (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  rename_label, -1);
  gtk_widget_set_hexpand (button, TRUE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  return button;
}

/* ---- Rows ---- */

static GtkWidget *
make_header (TvQueryTrackRows *self, const TvQueryTrack *track)
{
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *swatch = tv_swatch_new ();
  GtkWidget *name = make_name (self, track);
  GtkWidget *button = gtk_button_new_from_icon_name ("window-close-symbolic");

  tv_swatch_set_color (TV_SWATCH (swatch), track->color);
  gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _("Remove from the timeline"));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data (G_OBJECT (button), TRACK_ID_KEY, GUINT_TO_POINTER (track->id));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (remove_track), self);
  gtk_box_append (GTK_BOX (header), swatch);
  gtk_box_append (GTK_BOX (header), name);
  gtk_box_append (GTK_BOX (header), button);
  /* Prevents the expanding name from making the header wider than the row labels. */
  gtk_widget_set_hexpand (header, FALSE);
  gtk_widget_add_css_class (header, "query-track-label");
  return header;
}

static void
clear_rows (TvQueryTrackRows *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (row);
}

static void
update_label_width (TvQueryTrackRows *self)
{
  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    gtk_widget_set_size_request (gtk_widget_get_first_child (row), self->label_width, -1);
}

static void
show_tracks (TvQueryTrackRows *self)
{
  GPtrArray *tracks = self->session != NULL ? tv_session_get_query_tracks (self->session) : NULL;

  clear_rows (self);
  for (guint i = 0; tracks != NULL && i < tracks->len; i++)
    {
      GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

      gtk_box_append (GTK_BOX (row), make_header (self, tracks->pdata[i]));
      gtk_box_append (GTK_BOX (row), tv_query_track_strip_new (self->session, tracks->pdata[i]));
      gtk_widget_set_parent (row, GTK_WIDGET (self));
    }
  update_label_width (self);
  gtk_widget_set_visible (GTK_WIDGET (self), tracks != NULL && tracks->len > 0);
}

static void
drop_session (TvQueryTrackRows *self)
{
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
}

static void
tv_query_track_rows_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvQueryTrackRows *self = TV_QUERY_TRACK_ROWS (object);

  if (id == PROP_SESSION)
    g_value_set_object (value, self->session);
  else if (id == PROP_LABEL_WIDTH)
    g_value_set_int (value, self->label_width);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_query_track_rows_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TvQueryTrackRows *self = TV_QUERY_TRACK_ROWS (object);

  if (id == PROP_SESSION)
    {
      drop_session (self);
      self->session = g_value_dup_object (value);
      if (self->session != NULL)
        g_signal_connect_swapped (self->session, "notify::query-tracks", G_CALLBACK (show_tracks),
                                  self);
      show_tracks (self);
    }
  else if (id == PROP_LABEL_WIDTH)
    {
      self->label_width = g_value_get_int (value);
      update_label_width (self);
    }
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_query_track_rows_dispose (GObject *object)
{
  drop_session (TV_QUERY_TRACK_ROWS (object));
  clear_rows (TV_QUERY_TRACK_ROWS (object));
  G_OBJECT_CLASS (tv_query_track_rows_parent_class)->dispose (object);
}

static void
tv_query_track_rows_class_init (TvQueryTrackRowsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = tv_query_track_rows_get_property;
  object_class->set_property = tv_query_track_rows_set_property;
  object_class->dispose = tv_query_track_rows_dispose;
  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, TV_TYPE_SESSION,
                                                  G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_LABEL_WIDTH] = g_param_spec_int ("label-width", NULL, NULL, 0, G_MAXINT, 0,
                                                   G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "querytrackrows");
}

static void
tv_query_track_rows_init (TvQueryTrackRows *self)
{
  gtk_orientable_set_orientation (
      GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

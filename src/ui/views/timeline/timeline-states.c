/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What can be asked of the timeline and done with it from outside, wherever the focus is. */

#include "ui/kit/object-actions.h"
#include "ui/views/timeline/export-timeline.h"
#include "ui/views/timeline/print-timeline.h"
#include "ui/views/timeline/timeline-private.h"

/* Of more rows than this only so many are told of. */
#define MAX_ROWS_TOLD 500

/* The rows that are shown, with what is chosen for each. */
static GVariant *
get_rows (gpointer object)
{
  TvTimeline *self = object;
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  TvRowChoices *choices = tv_session_get_row_choices (self->session);
  guint n = MIN (tv_timeline_layout_get_n_rows (layout), MAX_ROWS_TOLD);
  GVariantBuilder rows;

  g_variant_builder_init (&rows, G_VARIANT_TYPE ("a(su)"));
  for (guint i = 0; i < n; i++)
    {
      const char *key = tv_timeline_layout_get_row (layout, i)->key;

      g_variant_builder_add (&rows, "(su)", key, tv_row_choices_get (choices, key));
    }
  return g_variant_builder_end (&rows);
}

static gboolean
has_calls (gpointer object)
{
  GArray *occurrences = tv_session_get_counted_occurrences (TV_TIMELINE (object)->session);

  return occurrences != NULL && occurrences->len > 0;
}

static gboolean
has_caller (gpointer object)
{
  TvSession *session = TV_TIMELINE (object)->session;
  guint32 slice = tv_session_get_selected_slice (session);

  return slice != TV_NONE &&
         tv_trace_get_slices (tv_session_get_trace (session))->parent[slice] != TV_NONE;
}

static void
run (gpointer object, const char *name, GVariant *parameter)
{
  g_autofree char *own_name = g_strconcat ("timeline.", name, NULL);

  gtk_widget_activate_action (object, own_name, NULL);
}

static void
fit (gpointer object, const char *name, GVariant *parameter)
{
  gtk_widget_activate_action (object, "timeline.fit", NULL);
}

static void
export_picture (gpointer object, const char *name, GVariant *parameter)
{
  gtk_window_present (tv_export_timeline_new (object));
}

static void
print (gpointer object, const char *name, GVariant *parameter)
{
  tv_print_timeline (object);
}

static void write_picture (gpointer object, const char *name, GVariant *parameter);

static gboolean
write_laid_out (GtkWidget *timeline, GdkFrameClock *clock, gpointer request)
{
  g_autoptr (GVariant) parameter = NULL;
  TvTimelineView view;
  const char *name;

  if (!tv_timeline_get_view (TV_TIMELINE (timeline), &view))
    return G_SOURCE_CONTINUE;
  g_variant_get (request, "(&s@(ss))", &name, &parameter);
  write_picture (timeline, name, parameter);
  return G_SOURCE_REMOVE;
}

/* "visible", "selected" or "whole", and a path. A trace that has just been read has no picture before its first
 * frame, for which this waits: scripts ask as soon as they can. */
static void
write_picture (gpointer object, const char *name, GVariant *parameter)
{
  static const char *const parts[TV_N_TIMELINE_PARTS] = { "visible", "selected", "whole" };
  const char *part, *path;
  TvTimelineView view;

  if (!tv_timeline_get_view (object, &view))
    {
      GVariant *request = g_variant_ref_sink (g_variant_new ("(s@(ss))", name, parameter));

      gtk_widget_add_tick_callback (object, write_laid_out, request,
                                    (GDestroyNotify) g_variant_unref);
      return;
    }
  g_variant_get (parameter, "(&s&s)", &part, &path);
  for (guint i = 0; i < TV_N_TIMELINE_PARTS; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (path);

      if (!g_str_equal (parts[i], part))
        continue;
      if (g_str_equal (name, "print-to"))
        tv_print_timeline_to_pdf (object, (TvTimelinePart) i, file);
      else
        tv_export_timeline_to (object, (TvTimelinePart) i, file);
    }
}

static const TvObjectAction actions[] = {
  { "rows", "a(su)", NULL, get_rows, NULL, NULL, "notify::row-choices" },
  { "next-call", NULL, run, NULL, NULL, has_calls, "notify::counted-occurrences" },
  { "previous-call", NULL, run, NULL, NULL, has_calls, "notify::counted-occurrences" },
  { "longest-call", NULL, run, NULL, NULL, NULL, NULL },
  { "select-caller", NULL, run, NULL, NULL, has_caller, "notify::selected-slice" },
  { "back", NULL, run, NULL, NULL, NULL, NULL },
  { "forward", NULL, run, NULL, NULL, NULL, NULL },
};

/* Of the picture. */
static const TvObjectAction picture_actions[] = {
  { "zoom-in", NULL, run, NULL, NULL, NULL, NULL },
  { "zoom-out", NULL, run, NULL, NULL, NULL, NULL },
  { "zoom-fit", NULL, fit, NULL, NULL, NULL, NULL },
  { "filter-rows", NULL, run, NULL, NULL, NULL, NULL },
  { "show-all-rows", NULL, run, NULL, NULL, NULL, NULL },
  { "fold-all", NULL, run, NULL, NULL, NULL, NULL },
  { "unfold-all", NULL, run, NULL, NULL, NULL, NULL },
  { "export-timeline", NULL, export_picture, NULL, NULL, NULL, NULL },
  { "export-timeline-to", "(ss)", write_picture, NULL, NULL, NULL, NULL },
  { "print", NULL, print, NULL, NULL, NULL, NULL },
  { "print-to", "(ss)", write_picture, NULL, NULL, NULL, NULL },
};

/* Adds the actions of the timeline, which shows a session. Where the page has no timeline, @has_picture is %FALSE, and
 * the actions of the picture are missing, so that menus omit them. */
void
tv_timeline_add_actions (TvTimeline *self, GActionMap *map, gboolean has_picture)
{
  g_return_if_fail (TV_IS_TIMELINE (self) && self->session != NULL);
  tv_object_actions_add (map, self, self->session, actions, G_N_ELEMENTS (actions));
  if (has_picture)
    tv_object_actions_add (map, self, self->session, picture_actions,
                           G_N_ELEMENTS (picture_actions));
}

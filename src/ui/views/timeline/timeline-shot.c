/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Copies of, and references to, everything that an image of the timeline needs. Used by export-timeline.c and
 * print-timeline.c. tv_timeline_shot_new() runs on the main thread and creates a layout of its own;
 * tv_timeline_shot_make_sheet() runs in a worker and only reads the shot. */

#include "ui/views/timeline/timeline-shot.h"

#include "core/file-name.h"
#include "ui/views/timeline/timeline-part.h"

struct _TvTimelineShot
{
  TvTimelineSheetPlan plan; /* plan of the sheet; its pointers refer to the fields below */
  TvSession *session;       /* owns the trace and its index */
  TvTimeBase base;
  TvTimelineLayout *layout;
  TvColoring *coloring;
  GArray *occurrences; /* (nullable) */
  GArray *hits;        /* (nullable) */
  GArray *marks;       /* (nullable) */
  char *font;
  char *title;
};

static gboolean
is_in_sight (const TvTimelineView *view, const TvTimelineRow *row)
{
  double y = tv_timeline_view_get_row_y (view, row);

  return y < view->height && y + (double) row->height > tv_timeline_view_get_row_top (view, row);
}

/* Returns row choices that show only the rows in the visible area, each in its current state. The header of an
 * unfolded group is included if one of the group's rows is. */
static TvRowChoices *
choose_rows_in_sight (const TvTimelineView *view)
{
  TvRowChoices *shown = tv_timeline_layout_get_choices (view->layout);
  TvRowChoices *choices = tv_row_choices_new ();

  tv_row_choices_set_order (choices, tv_row_choices_get_order (shown));
  for (guint i = 0; i < tv_timeline_layout_get_n_rows (view->layout); i++)
    {
      const TvTimelineRow *row = tv_timeline_layout_get_row (view->layout, i);
      gboolean is_folded = row->is_header &&
                           tv_timeline_layout_get_group (view->layout, row->group)->is_folded;
      guint choice = tv_row_choices_get (shown, row->key) & ~(guint) TV_ROW_ONLY;

      if (row->is_header)
        choice = is_folded ? TV_ROW_FOLDED : TV_ROW_UNFOLDED;
      if (!is_in_sight (view, row))
        choice &= ~(guint) TV_ROW_PINNED;
      else if (!row->is_header || is_folded)
        choice |= TV_ROW_ONLY;
      tv_row_choices_set (choices, row->key, choice);
    }
  return choices;
}

static void
set_rows (TvTimelineShot *self, const TvTimelineView *view, TvTimelineExtent extent)
{
  g_autoptr (TvRowChoices)
      choices = extent == TV_TIMELINE_EXTENT_VISIBLE
                    ? choose_rows_in_sight (view)
                    : g_object_ref (tv_timeline_layout_get_choices (view->layout));

  self->layout = tv_timeline_layout_new (self->plan.trace,
                                         tv_timeline_layout_get_form (view->layout),
                                         tv_timeline_layout_get_metrics (view->layout));
  tv_timeline_layout_set_clock (self->layout, self->plan.trace, self->plan.clock);
  if (extent == TV_TIMELINE_EXTENT_VISIBLE)
    tv_timeline_layout_copy_levels (self->layout, view->layout);
  tv_timeline_layout_set_choices (self->layout, choices);
  self->plan.layout = self->layout;
}

static void
set_time (TvTimelineShot *self, const TvTimelineView *view, TvTimelineExtent extent)
{
  TvTimelineSheetPlan *plan = &self->plan;

  plan->start_ns = tv_trace_get_start_ns (plan->trace);
  plan->end_ns = tv_trace_get_seen_end_ns (plan->trace);
  if (extent == TV_TIMELINE_EXTENT_VISIBLE)
    {
      plan->start_ns = view->start_ns;
      plan->end_ns = view->end_ns;
    }
  if (extent != TV_TIMELINE_EXTENT_SELECTED)
    {
      plan->selection_start_ns = view->selection_start_ns;
      plan->selection_end_ns = view->selection_end_ns;
    }
  else if (view->selection_end_ns > view->selection_start_ns)
    {
      plan->start_ns = view->selection_start_ns;
      plan->end_ns = view->selection_end_ns;
    }
  plan->end_ns = MAX (plan->end_ns, plan->start_ns + 1);
}

static char *
dup_family (GtkWidget *widget)
{
  const PangoFontDescription *font = pango_context_get_font_description (
      gtk_widget_get_pango_context (widget));

  return g_strdup (pango_font_description_get_family (font));
}

static GArray *
ref_array (const GArray *array)
{
  return array != NULL ? g_array_ref ((GArray *) array) : NULL;
}

/**
 * tv_timeline_shot_new:
 * @extent: part to draw
 * @theme: colours; must outlive the shot
 *
 * Returns: (transfer full) (nullable): a shot; %NULL if there is no session or nothing to paint
 */
TvTimelineShot *
tv_timeline_shot_new (TvTimeline *timeline, TvTimelineExtent extent, const TvTheme *theme)
{
  g_autoptr (TvTimelineShot) self = NULL;
  TvSession *session = tv_timeline_get_session (timeline);
  GFile *file = session != NULL ? tv_session_get_file (session) : NULL;
  TvTimelineView view;

  if (session == NULL || !tv_timeline_update_view (timeline, &view))
    return NULL;
  self = g_new0 (TvTimelineShot, 1);
  self->session = g_object_ref (session);
  self->occurrences = ref_array (view.occurrences);
  self->hits = ref_array (view.hits);
  self->marks = ref_array (view.marks);
  self->font = dup_family (GTK_WIDGET (timeline));
  self->title = file != NULL ? tv_file_dup_shown_name (file) : NULL;
  self->coloring = tv_coloring_ref (tv_session_get_coloring (session));
  self->base = *tv_session_get_time_base (session);
  self->plan = (TvTimelineSheetPlan){
    .trace = tv_session_get_trace (session),
    .index = tv_session_get_index (session),
    .coloring = self->coloring,
    .theme = theme,
    .font = self->font,
    .title = self->title,
    .clock = tv_session_get_clock (session),
    .selected_slice = view.selected_slice,
    .occurrences = self->occurrences,
    .hits = self->hits,
    .marks = self->marks,
    .base = &self->base,
    .sample_kind = view.sample_kind,
    .shows_gaps = view.shows_gaps,
  };
  set_rows (self, &view, extent);
  set_time (self, &view, extent);
  return g_steal_pointer (&self);
}

void
tv_timeline_shot_free (TvTimelineShot *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->occurrences, g_array_unref);
  g_clear_pointer (&self->hits, g_array_unref);
  g_clear_pointer (&self->marks, g_array_unref);
  tv_timeline_layout_free (self->layout);
  tv_coloring_unref (self->coloring);
  g_object_unref (self->session);
  g_free (self->font);
  g_free (self->title);
  g_free (self);
}

const char *
tv_timeline_shot_get_title (const TvTimelineShot *self)
{
  return self->title;
}

/**
 * tv_timeline_shot_make_sheet:
 * @self: a shot; must outlive the sheet
 * @form: width, height, scale, legend and pages; other fields are ignored
 * @error: (nullable): return location for %TV_ERROR_CANCELLED
 *
 * Creates a sheet from a shot. Called in a worker.
 *
 * Returns: (transfer full) (nullable): a sheet; %NULL if cancelled
 */
TvTimelineSheet *
tv_timeline_shot_make_sheet (const TvTimelineShot *self,
                             const TvTimelineSheetPlan *form,
                             GCancellable *cancellable,
                             GError **error)
{
  TvTimelineSheetPlan plan = self->plan;

  plan.width = form->width;
  plan.height = form->height;
  plan.scale = form->scale;
  plan.has_legend = form->has_legend;
  plan.is_paged = form->is_paged;
  return tv_timeline_sheet_new (&plan, cancellable, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Labels and summary of the Occurrences view, whose struct is in occurrences-view-private.h. They describe the rows
 * that the view's worker found last (@found). */

#include "ui/views/occurrences/occurrences-view-private.h"

#include <glib/gi18n.h>

#include "analysis/system/frame-surface.h"
#include "core/time-format.h"
#include "ui/kit/number-format.h"
#include "ui/kit/slice-labels.h"
#include "ui/kit/symbol-text.h"

/* Returns whether the selected symbol can have calls. Symbols that only the profile adds have none. */
gboolean
tv_occurrences_view_has_symbol (TvOccurrencesView *self)
{
  guint32 n_symbols;

  tv_trace_get_symbols (tv_session_get_trace (self->session), &n_symbols);
  return tv_session_get_selected_symbol (self->session) < n_symbols;
}

/* Returns the number of slices in the table, inside and outside the band. */
static guint32
count_slices (TvOccurrencesView *self)
{
  return self->found != NULL ? tv_table_get_n_rows (self->found->table) : 0;
}

/* Returns the first slice of the table. All slices in the table are of the same kind. Requires a table with slices. */
static guint32
get_example (TvOccurrencesView *self)
{
  return g_array_index (tv_occurrence_table_get_slices (TV_OCCURRENCE_TABLE (self->found->table)),
                        guint32, 0);
}

/* Returns the number of slices and, because the statistics exclude them, the number of unfinished slices. */
static char *
dup_count (TvOccurrencesView *self)
{
  guint32 n = count_slices (self);
  guint32 n_unfinished = n - tv_durations_count (self->found->durations);
  g_autofree char *count = tv_slice_labels_dup_n (tv_session_get_trace (self->session),
                                                  get_example (self), n);
  g_autofree char *unfinished = tv_format_count (n_unfinished);

  /* Translators: number of calls, slices or states; number of the unfinished ones */
  return n_unfinished > 0 ? g_strdup_printf (_("%s, %s unfinished"), count, unfinished)
                          : g_steal_pointer (&count);
}

/* Returns: (nullable): the track of the listed frames; %NULL if the slices are not frames. The names of frames are
 * numbers, and their colours stand for jank types. */
static const TvTrack *
get_frames (TvOccurrencesView *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvTrack *track;

  if (count_slices (self) == 0)
    return NULL;
  track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, get_example (self))];
  return tv_track_has_surfaces (track) ? track : NULL;
}

static gboolean
has_color (TvOccurrencesView *self)
{
  return tv_occurrences_view_has_symbol (self) && get_frames (self) == NULL &&
         tv_coloring_has_symbols (tv_session_get_coloring (self->session));
}

/* Returns the colour of the bars in the band: the colour of the symbol if calls are coloured by symbol; otherwise a
 * neutral colour. */
TvColor
tv_occurrences_view_get_color (TvOccurrencesView *self)
{
  TvColoring *coloring = tv_session_get_coloring (self->session);
  guint32 symbol = tv_session_get_selected_symbol (self->session);

  return *tv_palette_get_color (has_color (self) ? tv_coloring_get_symbol (coloring, symbol)
                                                 : TV_PALETTE_NEUTRAL);
}

/* Returns: (transfer full): markup of the selected symbol or, for frames, of the name of their surface */
static char *
dup_name_markup (TvOccurrencesView *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvTrack *frames = get_frames (self);
  g_autofree char *label = NULL;

  if (frames == NULL)
    return tv_symbol_text_dup_markup (tv_session_get_profile (self->session),
                                      tv_session_get_selected_symbol (self->session));
  label = tv_frame_dup_surface_label (trace, frames->role,
                                      tv_frame_find_surface (trace, frames, get_example (self)));
  return g_markup_escape_text (label, -1);
}

static char *
dup_figures (const TvDurations *durations)
{
  static const struct
  {
    guint percent;
    const char *name;
  } figures[] = {
    { 50, N_("p50") },
    { 90, N_("p90") },
    { 99, N_("p99") },
    { 100, N_("max") },
  };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      g_autofree char *time = tv_time_format (
          tv_durations_get_percentile (durations, figures[i].percent));

      g_string_append_printf (text, "%s%s\302\240<b>%s</b>", i > 0 ? "  " : "", _ (figures[i].name),
                              time);
    }
  return g_string_free (text, FALSE);
}

/* Shows the name and the figures of the listed calls, or the reason why there are none. */
void
tv_occurrences_view_update_labels (TvOccurrencesView *self)
{
  guint32 symbol = tv_session_get_selected_symbol (self->session);
  TvColoring *coloring = tv_session_get_coloring (self->session);
  gboolean has_any = count_slices (self) > 0;
  gboolean has_finished = has_any && tv_durations_count (self->found->durations) > 0;
  g_autofree char *name = NULL;
  g_autofree char *count = NULL;
  g_autofree char *figures = NULL;

  gtk_label_set_text (GTK_LABEL (self->message),
                      symbol == TV_NONE ? _("Select a method or slice to list its calls")
                                        : _("The selection contains no calls to list"));
  gtk_widget_set_visible (self->message, self->found == NULL);
  gtk_widget_set_visible (self->title, has_any);
  gtk_widget_set_visible (self->figures, has_finished);
  gtk_widget_set_visible (GTK_WIDGET (self->histogram), has_finished);
  gtk_widget_set_visible (GTK_WIDGET (self->table), self->found != NULL);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  if (!has_any || !tv_occurrences_view_has_symbol (self))
    return;
  name = dup_name_markup (self);
  count = dup_count (self);
  figures = dup_figures (self->found->durations);
  gtk_label_set_markup (self->name, name);
  gtk_label_set_text (self->count, count);
  gtk_label_set_markup (GTK_LABEL (self->figures), figures);
  gtk_widget_set_visible (GTK_WIDGET (self->swatch), has_color (self));
  if (has_color (self))
    tv_swatch_set_color (self->swatch, tv_coloring_get_symbol (coloring, symbol));
}

/* Returns: (transfer full) (nullable): number and total duration of the listed calls, followed by their share of the
 * duration of all calls if a band is selected. If no call is finished, only the number of calls */
char *
tv_occurrences_view_dup_summary (TvOccurrencesView *self)
{
  g_autofree char *left = NULL;
  g_autofree char *time = NULL;
  g_autofree char *share = NULL;
  gint64 total_ns;

  if (count_slices (self) == 0)
    return NULL;
  left = tv_slice_labels_dup_n (tv_session_get_trace (self->session), get_example (self),
                                self->found->n_left);
  time = tv_time_format (self->found->left_ns);
  if (tv_durations_count (self->found->durations) == 0)
    return dup_count (self);
  if (self->found->band_from_ns < 0)
    /* Translators: number of calls; their total duration */
    return g_strdup_printf (_("%s, together %s"), left, time);
  total_ns = tv_durations_get_total_ns (self->found->durations);
  share = tv_format_percent (
      total_ns > 0 ? 100.0 * (double) self->found->left_ns / (double) total_ns : 0.0);
  /* Translators: number of slices; their total duration; its share of the duration of all slices */
  return g_strdup_printf (_("%s, %s in total, %s of the time of all"), left, time, share);
}

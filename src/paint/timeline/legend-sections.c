/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Collects the items of the colour legend: colours with their names, and values for the visible range. Called by
 * legend.c for exported images, on a worker, and by ui/views/timeline/color-legend.c. Pure. */

#include "paint/timeline/legend-sections.h"

#include <glib/gi18n.h>

#include "analysis/system/cpu-use.h"
#include "analysis/calls/profile.h"
#include "core/state-kind.h"
#include "core/time-format.h"
#include "paint/timeline/band-class.h"

static void
clear_item (gpointer data)
{
  TvLegendItem *item = data;

  g_free (item->name);
  g_free (item->values[0]);
  g_free (item->values[1]);
}

static void
clear_section (gpointer data)
{
  TvLegendSection *section = data;

  g_free (section->title);
  g_free (section->value_titles[0]);
  g_free (section->value_titles[1]);
  g_array_unref (section->items);
}

static TvLegendSection
make_section (const char *title, const char *first_value, const char *second_value)
{
  TvLegendSection section = { .title = g_strdup (title),
                              .value_titles = { g_strdup (first_value), g_strdup (second_value) },
                              .items = g_array_new (FALSE, FALSE, sizeof (TvLegendItem)) };

  g_array_set_clear_func (section.items, clear_item);
  return section;
}

/* Adds a section unless it is empty. Takes ownership of the content. */
static void
add_section (GArray *sections, TvLegendSection *section)
{
  if (section->items->len > 0)
    g_array_append_vals (sections, section, 1);
  else
    clear_section (section);
}

/* Compares ids by time in descending order. If times are equal, compares the ids, so that the order is always the
 * same. */
static int
compare_ids (const void *a, const void *b, gpointer data)
{
  const gint64 *ns = data;
  guint32 ia = *(const guint32 *) a, ib = *(const guint32 *) b;

  if (ns[ia] != ns[ib])
    return ns[ia] > ns[ib] ? -1 : 1;
  return (ia > ib) - (ia < ib);
}

static gboolean
add_methods (GArray *sections,
             TvTrace *trace,
             const TvColoring *coloring,
             const TvSelection *selection,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (TvProfile)
      profile = tv_profile_new (trace, selection, TV_PROFILE_DEFAULT, cancellable, error);
  TvClock clock = tv_trace_has_clock (trace, tv_selection_get_clock (selection))
                      ? tv_selection_get_clock (selection)
                      : tv_trace_get_default_clock (trace);
  gboolean names_methods = tv_trace_names_methods (trace);
  g_autofree gint64 *ns = NULL;
  g_autofree guint32 *order = NULL;
  guint32 n, n_symbols;
  TvLegendSection section;

  if (profile == NULL)
    return FALSE;
  tv_trace_get_symbols (trace, &n_symbols);
  n = MIN (tv_profile_get_n_symbols (profile), n_symbols);
  ns = g_new (gint64, n + 1);
  order = g_new (guint32, n + 1);
  for (guint32 symbol = 0; symbol < n; symbol++)
    {
      ns[symbol] = tv_profile_get_entry (profile, symbol)->exclusive_ns[clock];
      order[symbol] = symbol;
    }
  g_qsort_with_data (order, (int) n, sizeof *order, compare_ids, ns);

  section = make_section (clock == TV_CLOCK_CPU
                              ? names_methods ? _("Methods by CPU time") : _("Slices by CPU time")
                          : names_methods ? _("Methods by wall time")
                                          : _("Slices by wall time"),
                          /* Translators: short headers of columns of times */
                          _("inclusive"), _("exclusive"));
  for (guint32 i = 0; i < n && i < TV_LEGEND_MAX_ITEMS && ns[order[i]] > 0; i++)
    {
      TvLegendItem entry = {
        .color = tv_coloring_get_symbol (coloring, order[i]),
        .name = tv_timeline_dup_call_label (trace, order[i]),
        .ns = ns[order[i]],
        .state = TV_N_STATE_KINDS,
      };

      entry.values[0] = tv_time_format (
          tv_profile_get_entry (profile, order[i])->inclusive_ns[clock]);
      entry.values[1] = tv_time_format (entry.ns);
      g_array_append_val (section.items, entry);
    }
  add_section (sections, &section);
  return TRUE;
}

static int
compare_uses (const void *a, const void *b)
{
  const TvCpuUse *ua = a, *ub = b;

  if (ua->cpu_ns != ub->cpu_ns)
    return ua->cpu_ns > ub->cpu_ns ? -1 : 1;
  return (ua->id > ub->id) - (ua->id < ub->id);
}

/* Returns palette indexes of threads for their runs on CPUs; NULL if the trace has no tracks of CPUs, or if runs are
 * not coloured by thread. */
static const guint8 *
find_thread_colors (TvTrace *trace, const TvColoring *coloring)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 track = 0; track < n_tracks; track++)
    if (tracks[track].kind == TV_TRACK_CPU)
      return tv_coloring_get_track (coloring, track).of_thread;
  return NULL;
}

static gboolean
add_threads (GArray *sections,
             TvTrace *trace,
             const TvColoring *coloring,
             const TvSelection *selection,
             GCancellable *cancellable,
             GError **error)
{
  /* Include all threads that ran on CPUs, even if their rows are hidden. */
  g_autoptr (TvSelection) everywhere = tv_selection_with_tracks (selection, trace, NULL);
  g_autoptr (GArray) uses = NULL;
  const guint8 *colors = find_thread_colors (trace, coloring);
  TvLegendSection section;

  if (colors == NULL)
    return TRUE;
  uses = tv_cpu_use_by_thread (trace, everywhere, cancellable, error);
  if (uses == NULL)
    return FALSE;
  g_array_sort (uses, compare_uses);
  section = make_section (_("Threads on the CPUs"), _("CPU time"), NULL);
  for (guint i = 0; i < uses->len && i < TV_LEGEND_MAX_ITEMS / 2; i++)
    {
      const TvCpuUse *use = &g_array_index (uses, TvCpuUse, i);
      TvLegendItem entry = { .ns = use->cpu_ns, .state = TV_N_STATE_KINDS };

      if (use->id == TV_NONE || use->cpu_ns <= 0)
        continue;
      entry.color = colors[use->id];
      entry.name = tv_trace_dup_thread_label (trace, use->id);
      entry.values[0] = tv_time_format (use->cpu_ns);
      g_array_append_val (section.items, entry);
    }
  add_section (sections, &section);
  return TRUE;
}

/* Adds a section with the thread states that occur in the trace. */
static void
add_states (GArray *sections, TvTrace *trace)
{
  const TvStates *states = tv_trace_get_states (trace);
  gboolean has_kind[TV_N_STATE_KINDS] = { FALSE };
  TvLegendSection section = make_section (_("States of threads"), NULL, NULL);

  for (guint32 i = 0; i < states->n; i++)
    has_kind[tv_states_get_kind (states, i)] = TRUE;
  for (guint kind = 0; kind < TV_N_STATE_KINDS; kind++)
    if (has_kind[kind])
      {
        TvLegendItem entry = { .name = g_strdup (tv_state_kind_get_name ((TvStateKind) kind)),
                               .state = (TvStateKind) kind };

        g_array_append_val (section.items, entry);
      }
  add_section (sections, &section);
}

/* Adds a section with the frame outcomes that occur in the trace. */
static void
add_frames (GArray *sections, TvTrace *trace, const TvColoring *coloring)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  gboolean has_any[TV_N_FRAME_OUTCOMES] = { FALSE };
  TvLegendSection section = make_section (_("Frames"), NULL, NULL);

  for (guint32 t = 0; t < n_tracks; t++)
    {
      TvTrackColoring track = tv_coloring_get_track (coloring, t);

      for (guint32 i = 0; track.verdicts != NULL && i < tracks[t].n_slices; i++)
        has_any[track.verdicts[i]] = TRUE;
    }
  for (guint outcome = TV_FRAME_ON_TIME; outcome < TV_N_FRAME_OUTCOMES; outcome++)
    if (has_any[outcome])
      {
        TvLegendItem entry = {
          .name = g_strdup (tv_frame_outcome_get_name ((TvFrameOutcome) outcome)),
          .color = tv_frame_sign_get_color ((TvFrameOutcome) outcome),
          .state = TV_N_STATE_KINDS,
          .outcome = (TvFrameOutcome) outcome,
        };

        g_array_append_val (section.items, entry);
      }
  add_section (sections, &section);
}

/* Adds a section with the legend of the colouring, whose values refer to the whole trace. */
static void
add_coloring (GArray *sections, TvTrace *trace, const TvColoring *coloring)
{
  const char *titles[TV_N_COLOR_BY] = {
    [TV_COLOR_BY_SYMBOL] = tv_trace_names_methods (trace) ? N_("Methods") : N_("Names"),
    /* Translators: slices have no packages; the first words of their names are used */
    [TV_COLOR_BY_PACKAGE] = tv_trace_names_methods (trace) ? N_("Packages")
                                                           : N_("First words of slice names"),
    [TV_COLOR_BY_THREAD] = N_("Threads"),
    [TV_COLOR_BY_DURATION] = N_("Duration"),
    [TV_COLOR_BY_OWNER] = N_("Owners of the code"),
  };
  static const char *const notes[TV_N_COLOR_BY] = {
    [TV_COLOR_BY_SYMBOL] = N_("Share of the whole trace, excluding callees"),
    [TV_COLOR_BY_PACKAGE] = N_("Share of the whole trace, excluding callees"),
    [TV_COLOR_BY_THREAD] = N_("Share of all threads in the whole trace"),
    [TV_COLOR_BY_DURATION] = N_("Duration"),
    [TV_COLOR_BY_OWNER] = N_("Share of the whole trace, excluding callees"),
  };
  guint n;
  const TvLegendEntry *entries = tv_coloring_get_legend (coloring, &n);
  gboolean has_shares = n > 0 && entries[0].share >= 0.0;
  /* Translators: header of a column of percentages */
  TvLegendSection section = make_section (_ (titles[tv_coloring_get_by (coloring)]),
                                          has_shares ? _("of the whole trace") : NULL, NULL);

  section.note = _ (notes[tv_coloring_get_by (coloring)]);
  for (guint i = 0; i < n; i++)
    {
      TvLegendItem entry = { .name = g_strdup (entries[i].name),
                             .color = entries[i].color,
                             .state = TV_N_STATE_KINDS };

      if (has_shares)
        entry.values[0] = g_strdup_printf ("%.1f\302\240%%", 100.0 * entries[i].share);
      g_array_append_val (section.items, entry);
    }
  add_section (sections, &section);
}

/**
 * tv_legend_sections_of_trace:
 * @coloring: colouring of @trace
 *
 * Creates the sections for the whole trace.
 * Returns: (transfer full) (element-type TvLegendSection): sections, starting with the colours of slices
 */
GArray *
tv_legend_sections_of_trace (TvTrace *trace, const TvColoring *coloring)
{
  GArray *sections = g_array_new (FALSE, FALSE, sizeof (TvLegendSection));

  g_array_set_clear_func (sections, clear_section);
  add_coloring (sections, trace, coloring);
  add_frames (sections, trace, coloring);
  add_states (sections, trace);
  return sections;
}

/**
 * tv_legend_sections_new:
 * @trace: the trace
 * @coloring: colouring of @trace
 * @layout: layout with the visible rows
 * @selection: selected time range and visible tracks
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for an error
 *
 * Creates the sections for a time range. Takes long for long ranges, so call this on a worker.
 * Returns: (transfer full) (element-type TvLegendSection): non-empty sections; %NULL if cancelled
 */
GArray *
tv_legend_sections_new (TvTrace *trace,
                        const TvColoring *coloring,
                        const TvTimelineLayout *layout,
                        const TvSelection *selection,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (GArray) sections = g_array_new (FALSE, FALSE, sizeof (TvLegendSection));
  TvColorBy by = tv_coloring_get_by (coloring);

  g_array_set_clear_func (sections, clear_section);
  /* Runs on CPUs have the colours of their threads, unless coloured by duration. */
  if (by != TV_COLOR_BY_THREAD && tv_timeline_layout_shows (layout, &tv_band_runs) &&
      !add_threads (sections, trace, coloring, selection, cancellable, error))
    return NULL;
  if (by != TV_COLOR_BY_SYMBOL)
    add_coloring (sections, trace, coloring);
  else if (!add_methods (sections, trace, coloring, selection, cancellable, error))
    return NULL;
  add_frames (sections, trace, coloring);
  if (tv_timeline_layout_shows (layout, &tv_band_states))
    add_states (sections, trace);
  return g_steal_pointer (&sections);
}

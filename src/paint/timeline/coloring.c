/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Assigns palette indexes to symbols, threads, frames, durations and log events, and lists the legend. Created by the
 * session (by package on a worker, otherwise on the main thread when first used), by painters and by `tracedump
 * render`. Atomically reference-counted. Colours depend on the ranking or the profile of the whole trace, so they do
 * not change with the selection. */

#include "paint/timeline/coloring.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/symbols/symbol-owner.h"
#include "analysis/symbols/symbol-package.h"
#include "analysis/system/main-thread.h"
#include "analysis/system/use-rank.h"
#include "core/memory/seeded-hash.h"
#include "core/time-format.h"
#include "paint/kit/frame-sign.h"
#include "paint/log/event-labels.h"
#include "paint/timeline/layout.h"
#include "paint/timeline/painter.h"

/* Maximum number of legend entries, and of packages that have a separate colour. */
#define MAX_ENTRIES TV_PALETTE_SIZE

struct _TvColoring
{
  gatomicrefcount ref_count;
  TvTrace *trace;
  TvColorBy by;
  guint8 *
      of_symbol; /* (nullable): palette index per symbol; %NULL if colours do not depend on symbols */
  guint8 *
      of_thread; /* (nullable): palette index per thread; set if slices are coloured by thread, or if the trace
                  * contains runs on CPUs */
  guint8 **
      verdicts; /* (nullable): for each track, a #TvFrameOutcome per slice; NULL for tracks without frames */
  guint32 n_tracks;
  guint8 *
      of_event; /* (nullable): palette index per log event; a track's events start at its TvTrack.first_side */
  GArray *legend;
};

/* A symbol, package or thread, with its time. */
typedef struct
{
  guint32 id;
  double ns;
} Weight;

static int
compare_weights (const void *a, const void *b)
{
  const Weight *wa = a, *wb = b;

  if (wa->ns != wb->ns)
    return wa->ns > wb->ns ? -1 : 1;
  return (wa->id > wb->id) - (wa->id < wb->id);
}

static void
sort_weights (Weight *weights, guint32 n)
{
  if (n > 1)
    qsort (weights, n, sizeof *weights, compare_weights);
}

/* ---- Legend ---- */

static void
clear_entry (gpointer entry)
{
  g_free (((TvLegendEntry *) entry)->name);
}

static void
add_entry (TvColoring *self, guint color, char *name, double share)
{
  TvLegendEntry entry = { color, name, share };

  g_array_append_val (self->legend, entry);
}

static void
add_others (TvColoring *self, guint32 n, double share)
{
  add_entry (self, TV_PALETTE_NEUTRAL,
             /* Translators: the number of packages without a colour of their own */
             tv_number_printf (ngettext ("%u other", "%u others", n), n), share);
}

static double
get_share (double part, double whole)
{
  return whole > 0.0 ? part / whole : 0.0;
}

/* ---- By symbol ---- */

static double
get_exclusive_ns (TvTrace *trace, TvProfile *profile, guint32 symbol)
{
  if (profile == NULL || symbol >= tv_profile_get_n_symbols (profile))
    return 0.0;
  return (double) tv_profile_get_entry (profile, symbol)
      ->exclusive_ns[tv_trace_get_main_clock (trace)];
}

static void
color_by_symbol (TvColoring *self,
                 const TvRanking *ranking,
                 TvProfile *profile,
                 const TvRanking *other,
                 const guint32 *pairs)
{
  guint32 n_symbols, n = 0;
  g_autofree Weight *weights = NULL;
  double whole = 0.0;

  tv_trace_get_symbols (self->trace, &n_symbols);
  weights = g_new (Weight, n_symbols + 1);
  self->of_symbol = g_new (guint8, n_symbols + 1);
  for (guint32 symbol = 0; symbol < n_symbols; symbol++)
    {
      guint32 rank = ranking != NULL ? tv_ranking_get_rank (ranking, symbol) : symbol;
      double ns = get_exclusive_ns (self->trace, profile, symbol);

      if (pairs != NULL && pairs[symbol] != TV_NONE &&
          tv_ranking_get_rank (other, pairs[symbol]) != TV_NONE)
        rank = tv_ranking_get_rank (other, pairs[symbol]);
      /* Names of async slices have no rank, so their colours depend on the symbol id. */
      if (rank == TV_NONE && !tv_trace_names_methods (self->trace))
        rank = symbol;
      self->of_symbol[symbol] = (guint8) tv_palette_get_index (rank);
      if (ns > 0.0)
        weights[n++] = (Weight){ symbol, ns };
      whole += ns;
    }
  sort_weights (weights, n);
  for (guint32 i = 0; i < MIN (n, MAX_ENTRIES); i++)
    add_entry (self, self->of_symbol[weights[i].id],
               tv_timeline_dup_call_label (self->trace, weights[i].id),
               get_share (weights[i].ns, whole));
}

/* ---- By package ---- */

/* Returns whether the track contains actual or expected frames, whose colours do not depend on their symbols. */
static gboolean
is_of_frames (const TvTrack *track)
{
  return tv_track_has_outcomes (track) || track->role == TV_ROLE_EXPECTED_FRAMES;
}

/* Adds the durations of slices outside of threads' calls, which the profile does not cover. Excludes frames, because
 * the legend lists their outcomes. */
static void
add_other_slices (TvTrace *trace, double *ns_of_symbol)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 t = 0; t < n_tracks; t++)
    if ((tracks[t].kind == TV_TRACK_THREAD_EXTRA || tracks[t].kind == TV_TRACK_ASYNC ||
         tracks[t].kind == TV_TRACK_CPU_EXTRA) &&
        !is_of_frames (&tracks[t]))
      for (guint32 i = 0; i < tracks[t].n_slices; i++)
        {
          guint32 slice = tracks[t].first_slice + i;

          ns_of_symbol[tv_slices_symbol (slices, slice)] += (double) tv_time_column_get (
              &slices->dur, slice);
        }
}

/* Returns the number of a package. Adds the package unless it already has a number. Packages are numbered in the
 * order in which they first occur. Takes ownership of @name. */
static guint32
number_package (GHashTable *numbers, GPtrArray *names, char *name)
{
  gpointer number;

  if (g_hash_table_lookup_extended (numbers, name, NULL, &number))
    {
      g_free (name);
      return GPOINTER_TO_UINT (number);
    }
  g_hash_table_insert (numbers, name, GUINT_TO_POINTER (names->len));
  g_ptr_array_add (names, name);
  return names->len - 1;
}

static void
add_packages (TvColoring *self, const Weight *weights, GPtrArray *names)
{
  double whole = 0.0, others = 0.0;
  guint32 n_others = 0;

  for (guint32 i = 0; i < names->len; i++)
    whole += weights[i].ns;
  for (guint32 i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, weights[i].id);

      if (weights[i].ns <= 0.0)
        break;
      if (i < MAX_ENTRIES)
        add_entry (self, i, g_strdup (*name != '\0' ? name : _("(no package)")),
                   get_share (weights[i].ns, whole));
      else
        {
          others += weights[i].ns;
          n_others++;
        }
    }
  if (n_others > 0)
    add_others (self, n_others, get_share (others, whole));
}

static void
color_by_package (TvColoring *self, TvProfile *profile)
{
  g_autoptr (GHashTable)
      numbers = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree guint32 *package_of_symbol = NULL;
  g_autofree double *ns_of_symbol = NULL;
  g_autofree Weight *weights = NULL;
  g_autofree guint8 *colors = NULL;
  guint32 n_symbols;

  tv_trace_get_symbols (self->trace, &n_symbols);
  package_of_symbol = g_new (guint32, n_symbols + 1);
  ns_of_symbol = g_new (double, n_symbols + 1);
  for (guint32 symbol = 0; symbol < n_symbols; symbol++)
    {
      ns_of_symbol[symbol] = get_exclusive_ns (self->trace, profile, symbol);
      package_of_symbol[symbol] = number_package (numbers, names,
                                                  tv_symbol_package_dup (self->trace, symbol));
    }
  add_other_slices (self->trace, ns_of_symbol);

  weights = g_new0 (Weight, names->len + 1);
  colors = g_new (guint8, names->len + 1);
  for (guint32 i = 0; i < names->len; i++)
    weights[i].id = i;
  for (guint32 symbol = 0; symbol < n_symbols; symbol++)
    weights[package_of_symbol[symbol]].ns += ns_of_symbol[symbol];
  sort_weights (weights, names->len);
  for (guint32 i = 0; i < names->len; i++)
    colors[weights[i].id] = (guint8) MIN (i, TV_PALETTE_NEUTRAL);

  self->of_symbol = g_new (guint8, n_symbols + 1);
  for (guint32 symbol = 0; symbol < n_symbols; symbol++)
    self->of_symbol[symbol] = colors[package_of_symbol[symbol]];
  add_packages (self, weights, names);
}

/* ---- By owner ---- */

static void
color_by_owner (TvColoring *self, TvProfile *profile)
{
  static const char *const names[TV_N_OWNERS] = {
    [TV_OWNER_APP] = N_("Application"),     [TV_OWNER_LIBRARY] = N_("Libraries"),
    [TV_OWNER_FRAMEWORK] = N_("Framework"), [TV_OWNER_RUNTIME] = N_("Runtime"),
    [TV_OWNER_KERNEL] = N_("Kernel"),       [TV_OWNER_UNKNOWN] = N_("Not Known"),
  };
  g_autofree char *app = tv_symbol_owner_dup_app (self->trace);
  double ns[TV_N_OWNERS] = { 0.0 }, whole = 0.0;
  gboolean has_owner[TV_N_OWNERS] = { FALSE };
  guint32 n_symbols;

  tv_trace_get_symbols (self->trace, &n_symbols);
  self->of_symbol = tv_symbol_owners_find (self->trace, app);
  for (guint32 symbol = 0; symbol < n_symbols; symbol++)
    {
      guint owner = self->of_symbol[symbol];
      double own_ns = get_exclusive_ns (self->trace, profile, symbol);

      has_owner[owner] = TRUE;
      ns[owner] += own_ns;
      whole += own_ns;
      self->of_symbol[symbol] = owner == TV_OWNER_UNKNOWN ? TV_PALETTE_NEUTRAL : (guint8) owner;
    }
  for (guint owner = 0; owner < TV_N_OWNERS; owner++)
    if (has_owner[owner])
      add_entry (self, owner == TV_OWNER_UNKNOWN ? TV_PALETTE_NEUTRAL : owner,
                 owner == TV_OWNER_APP && app != NULL
                     /* Translators: code of the application, and its package */
                     ? g_strdup_printf (_("Application (%s)"), app)
                     : g_strdup (_ (names[owner])),
                 get_share (ns[owner], whole));
}

/* ---- By thread ---- */

static void
color_threads (TvColoring *self)
{
  g_autofree guint32 *rank_of_thread = tv_trace_rank_threads (self->trace);
  guint32 n_threads;

  tv_trace_get_threads (self->trace, &n_threads);
  self->of_thread = g_new (guint8, n_threads + 1);
  for (guint32 utid = 0; utid < n_threads; utid++)
    self->of_thread[utid] = (guint8) tv_palette_get_index (rank_of_thread[utid]);
}

static void
add_threads (TvColoring *self)
{
  guint32 n_threads, n = 0;
  g_autofree Weight *weights = NULL;
  double whole = 0.0;

  tv_trace_get_threads (self->trace, &n_threads);
  weights = g_new (Weight, n_threads + 1);
  for (guint32 utid = 0; utid < n_threads; utid++)
    {
      double ns = (double) tv_trace_get_thread_use_ns (self->trace, utid);

      if (ns > 0.0)
        weights[n++] = (Weight){ utid, ns };
      whole += ns;
    }
  sort_weights (weights, n);
  for (guint32 i = 0; i < MIN (n, MAX_ENTRIES); i++)
    add_entry (self, self->of_thread[weights[i].id],
               tv_trace_dup_thread_label (self->trace, weights[i].id),
               get_share (weights[i].ns, whole));
}

/* Returns the colour of a process, which is the colour of its main thread. Neutral if the main thread is unknown. */
static guint
get_process_color (const TvColoring *self, guint32 upid)
{
  guint32 utid = tv_main_thread_find (self->trace, upid);

  return utid != TV_NONE ? self->of_thread[utid] : TV_PALETTE_NEUTRAL;
}

/* ---- By duration ---- */

/* Upper bounds of the shades in ns; the last shade has none. */
static const gint64 shade_ends_ns[TV_PALETTE_N_SHADES - 1] = {
  1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000,
};

/**
 * tv_coloring_get_shade:
 * @duration_ns: duration of a slice
 *
 * Returns the palette index of the shade for a duration. The first shade is for durations below 1 µs, followed by one
 * per power of ten. The last is for durations of 1 s and more.
 */
guint
tv_coloring_get_shade (gint64 duration_ns)
{
  guint shade = 0;

  while (shade < TV_PALETTE_N_SHADES - 1 && duration_ns >= shade_ends_ns[shade])
    shade++;
  return TV_PALETTE_FIRST_SHADE + shade;
}

/* Adds the ranges of durations to the legend, starting with the longest. */
static void
add_durations (TvColoring *self)
{
  for (guint i = TV_PALETTE_N_SHADES; i-- > 0;)
    {
      g_autofree char *start = i > 0 ? tv_time_format (shade_ends_ns[i - 1]) : NULL;
      g_autofree char *end = i + 1 < TV_PALETTE_N_SHADES ? tv_time_format (shade_ends_ns[i]) : NULL;
      char *name;

      if (start == NULL)
        /* Translators: a range of durations: less than %s, such as 1 µs */
        name = g_strdup_printf (_("below %s"), end);
      else if (end == NULL)
        /* Translators: a range of durations: at least %s, such as 1 s */
        name = g_strdup_printf (_("%s and more"), start);
      else
        name = g_strdup_printf ("%s – %s", start, end);
      add_entry (self, TV_PALETTE_FIRST_SHADE + i, name, -1.0);
    }
}

/* ---- Frames and log events ---- */

/* Collects the outcomes of frames, which determine their colours, because frames are only named by numbers. */
static void
find_outcomes (TvColoring *self)
{
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &self->n_tracks);

  for (guint32 t = 0; t < self->n_tracks; t++)
    {
      if (!tv_track_has_outcomes (&tracks[t]))
        continue;
      if (self->verdicts == NULL)
        self->verdicts = g_new0 (guint8 *, self->n_tracks);
      self->verdicts[t] = g_new (guint8, tracks[t].n_slices + 1);
      for (guint32 i = 0; i < tracks[t].n_slices; i++)
        self->verdicts[t][i] = (guint8) tv_frame_get_outcome (self->trace, &tracks[t],
                                                              tracks[t].first_slice + i);
    }
}

/* Assigns frame symbols the colour of their frames, so that lists have the same colours as the timeline. The colour
 * is neutral if the frames have different colours. Symbols that also name other slices keep their colour. */
static void
color_frame_symbols (TvColoring *self)
{
  enum
  {
    NOT_A_FRAME,
    ONE_COLOR,
    MIXED,
  };
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, NULL);
  g_autofree guint8 *uses = NULL;
  g_autofree guint8 *colors = NULL;
  guint32 n_symbols;

  if (self->verdicts == NULL || self->of_symbol == NULL)
    return;
  tv_trace_get_symbols (self->trace, &n_symbols);
  uses = g_new0 (guint8, n_symbols + 1);
  colors = g_new0 (guint8, n_symbols + 1);
  for (guint32 t = 0; t < self->n_tracks; t++)
    for (guint32 i = 0; is_of_frames (&tracks[t]) && i < tracks[t].n_slices; i++)
      {
        guint32 symbol = tv_slices_symbol (slices, tracks[t].first_slice + i);
        guint8 color = TV_PALETTE_NEUTRAL;

        if (self->verdicts[t] != NULL)
          color = (guint8) tv_frame_sign_get_color ((TvFrameOutcome) self->verdicts[t][i]);
        if (uses[symbol] != NOT_A_FRAME && colors[symbol] != color)
          uses[symbol] = MIXED;
        else if (uses[symbol] == NOT_A_FRAME)
          uses[symbol] = ONE_COLOR;
        colors[symbol] = color;
      }
  for (guint32 t = 0; t < self->n_tracks; t++)
    for (guint32 i = 0;
         !is_of_frames (&tracks[t]) && tracks[t].kind != TV_TRACK_CPU && i < tracks[t].n_slices;
         i++)
      uses[tv_slices_symbol (slices, tracks[t].first_slice + i)] = NOT_A_FRAME;
  for (guint32 symbol = 0; symbol < n_symbols; symbol++)
    if (uses[symbol] != NOT_A_FRAME)
      self->of_symbol[symbol] = uses[symbol] == ONE_COLOR ? colors[symbol] : TV_PALETTE_NEUTRAL;
}

/* Assigns each log event the colour of its mark in the log strip, whatever property determines other colours. */
static void
color_log_events (TvColoring *self)
{
  guint32 n_tracks, n = 0;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n_tracks);

  for (guint32 t = 0; t < n_tracks; t++)
    if (tv_track_role_is_of_log (tracks[t].role))
      n = MAX (n, tracks[t].first_side + tracks[t].n_slices);
  self->of_event = g_new (guint8, n + 1);
  memset (self->of_event, TV_PALETTE_NEUTRAL, n + 1);
  for (guint32 t = 0; t < n_tracks; t++)
    for (guint32 i = 0; tv_track_role_is_of_log (tracks[t].role) && i < tracks[t].n_slices; i++)
      {
        const TvDecodedLogLine *event = tv_trace_get_slice_log_event (self->trace,
                                                                      tracks[t].first_slice + i);

        if (event != NULL)
          self->of_event[tracks[t].first_side + i] = (guint8) tv_log_event_get_palette_index (
              event->kind);
      }
}

static TvColoring *
make_empty (TvTrace *trace, TvColorBy by)
{
  TvColoring *self = g_new0 (TvColoring, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = g_object_ref (trace);
  self->by = by;
  self->legend = g_array_new (FALSE, FALSE, sizeof (TvLegendEntry));
  g_array_set_clear_func (self->legend, clear_entry);
  if (by == TV_COLOR_BY_THREAD || tv_trace_has (trace, TV_HAS_SCHEDULING))
    color_threads (self);
  find_outcomes (self);
  if (tv_trace_has (trace, TV_HAS_LOG_EVENTS))
    color_log_events (self);
  return self;
}

/**
 * tv_coloring_new:
 * @trace: trace to colour
 * @ranking: (nullable): ranking of @trace; %NULL to assign colours by symbol id
 * @profile: (nullable): profile of the whole @trace; without a profile, packages are not sorted by time, and the
 *   legend contains no symbols
 * @by: property that determines the colours
 *
 * Returns: (transfer full): a new colouring
 */
TvColoring *
tv_coloring_new (TvTrace *trace, const TvRanking *ranking, TvProfile *profile, TvColorBy by)
{
  TvColoring *self = make_empty (trace, by);

  switch (by)
    {
    case TV_COLOR_BY_PACKAGE:
      color_by_package (self, profile);
      break;
    case TV_COLOR_BY_THREAD:
      add_threads (self);
      break;
    case TV_COLOR_BY_DURATION:
      add_durations (self);
      break;
    case TV_COLOR_BY_OWNER:
      color_by_owner (self, profile);
      break;
    case TV_COLOR_BY_SYMBOL:
    case TV_N_COLOR_BY:
    default:
      color_by_symbol (self, ranking, profile, NULL, NULL);
    }
  color_frame_symbols (self);
  return self;
}

/**
 * tv_coloring_new_like:
 * @trace: trace to colour
 * @ranking: ranking of @trace
 * @profile: (nullable): profile of the whole @trace
 * @other: ranking of the other trace
 * @pairs: for each symbol of @trace, the corresponding symbol of the other trace, or %TV_NONE
 *
 * Returns: (transfer full): a colouring by symbol, in which common symbols have the same colours as in the other
 * trace
 */
TvColoring *
tv_coloring_new_like (TvTrace *trace,
                      const TvRanking *ranking,
                      TvProfile *profile,
                      const TvRanking *other,
                      const guint32 *pairs)
{
  TvColoring *self = make_empty (trace, TV_COLOR_BY_SYMBOL);

  color_by_symbol (self, ranking, profile, other, pairs);
  color_frame_symbols (self);
  return self;
}

/**
 * Adds a reference.
 */
TvColoring *
tv_coloring_ref (TvColoring *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * Removes a reference. Frees the colouring if it was the last one.
 */
void
tv_coloring_unref (TvColoring *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_object_unref (self->trace);
  g_free (self->of_symbol);
  g_free (self->of_thread);
  for (guint32 t = 0; self->verdicts != NULL && t < self->n_tracks; t++)
    g_free (self->verdicts[t]);
  g_free (self->verdicts);
  g_free (self->of_event);
  g_array_unref (self->legend);
  g_free (self);
}

TvColorBy
tv_coloring_get_by (const TvColoring *self)
{
  return self->by;
}

/**
 * tv_coloring_get_track:
 *
 * Gets the colours of a track. Log events have the colours of their marks. Runs on CPUs have the colours of their
 * threads, unless coloured by duration. Frames have the colours of their outcomes, unless coloured by duration;
 * expected frames are grey.
 * Returns: colouring of the track's slices; borrows data from @self
 */
TvTrackColoring
tv_coloring_get_track (const TvColoring *self, guint32 track)
{
  const TvTrack *t = &tv_trace_get_tracks (self->trace, NULL)[track];
  TvTrackColoring coloring = {
    .slices = tv_trace_get_slices (self->trace),
    .first_slice = t->first_slice,
    .fixed = TV_PALETTE_NEUTRAL,
  };

  if (self->verdicts != NULL)
    coloring.verdicts = self->verdicts[track];
  if (self->of_event != NULL && tv_track_role_is_of_log (t->role))
    coloring.of_event = self->of_event + t->first_side;
  else if (self->by == TV_COLOR_BY_DURATION)
    coloring.fixed = TV_COLOR_FOLLOWS_DURATION;
  else if (coloring.verdicts != NULL || t->role == TV_ROLE_EXPECTED_FRAMES)
    coloring.fixed = TV_PALETTE_NEUTRAL;
  else if (t->kind == TV_TRACK_CPU)
    {
      coloring.of_thread = self->of_thread;
      coloring.runs = &tv_trace_get_runs (self->trace)->utid;
      coloring.first_run = t->first_side;
    }
  else if (self->by != TV_COLOR_BY_THREAD)
    coloring.of_symbol = self->of_symbol;
  else if (t->utid != TV_NONE)
    coloring.fixed = self->of_thread[t->utid];
  else if (t->upid != TV_NONE)
    coloring.fixed = get_process_color (self, t->upid);
  return coloring;
}

/**
 * Returns the palette index of a single slice. tv_coloring_get_track() is faster for many slices of a track.
 */
guint
tv_coloring_get_index (const TvColoring *self, guint32 slice)
{
  TvTrackColoring track = tv_coloring_get_track (self, tv_trace_find_track_at (self->trace, slice));

  return tv_track_coloring_get_index (&track, slice);
}

/* Returns whether all slices of a symbol have the same colour, except frames and runs on CPUs. */
gboolean
tv_coloring_has_symbols (const TvColoring *self)
{
  return self->of_symbol != NULL;
}

/**
 * tv_coloring_get_symbol:
 * @symbol: a symbol of the trace or of its profile, or %TV_NONE
 *
 * Returns the palette index of a symbol's slices, or %TV_PALETTE_NEUTRAL if their colours differ.
 */
guint
tv_coloring_get_symbol (const TvColoring *self, guint32 symbol)
{
  guint32 n_symbols;

  tv_trace_get_symbols (self->trace, &n_symbols);
  return self->of_symbol != NULL && symbol < n_symbols ? self->of_symbol[symbol]
                                                       : TV_PALETTE_NEUTRAL;
}

/**
 * tv_coloring_get_legend:
 * @n: (out): number of entries
 *
 * Gets the legend, with the longest times first. A legend of durations is sorted by duration instead. Symbols and
 * threads can share a colour, because the palette is smaller than their number.
 * Returns: (transfer none) (array length=n): entries, valid as long as @self
 */
const TvLegendEntry *
tv_coloring_get_legend (const TvColoring *self, guint *n)
{
  *n = self->legend->len;
  return (const TvLegendEntry *) (gconstpointer) self->legend->data;
}

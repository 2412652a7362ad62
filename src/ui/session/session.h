/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/calls/call-comparison.h"
#include "analysis/incident/dump-findings.h"
#include "analysis/calls/profile.h"
#include "analysis/calls/ranking.h"
#include "analysis/samples/sample-marks.h"
#include "core/selection.h"
#include "core/index/slice-index.h"
#include "analysis/range/time-base.h"
#include "analysis/range/bookmarks.h"
#include "core/trace.h"
#include "ui/session/session-names.h"
#include "ui/session/zoom-range.h"
#include "paint/timeline/coloring.h"
#include "analysis/system/row-choices.h"
#include "analysis/system/thread-path.h"
#include "formats/multi-file.h"

G_BEGIN_DECLS

/* The session of an open trace: its visible range, its selection, and the results for that selection. All views bind
 * to the session, and do not depend on each other.
 *
 *   timeline ◀──▶            ◀──▶ profile
 *   ruler    ◀──▶  session   ◀──▶ details
 *
 * Properties (all with notify). Times are timestamps of the trace in ns; as properties they are read-only, and the
 * functions below set them. Other properties are writable if there is a function that sets them:
 *
 *   trace            TvTrace, construct only
 *   visible-start    int64   start of the visible range, clamped to the range that can be shown
 *   visible-end      int64   end of the visible range, at least TV_SESSION_MIN_VISIBLE_NS after the start; both
 *                    properties change together
 *   selection        TvSelection  filters of all views: range, threads, names, transforms; a new object
 *                    after each change
 *   selected-symbol  uint    symbol, TV_NONE, or the symbol of "(context switch)" in the profile
 *   selected-slice   uint    slice, or TV_NONE; if set, it has the selected symbol
 *   selected-counter uint    counter, or TV_NONE; if set, neither a slice nor a symbol is selected
 *   selected-path    pointer  TvPathSegment of a critical path, or NULL; if set, nothing else is selected
 *   selected-line    uint    log line, or TV_NONE; if set, nothing else is selected, except the line's slice and symbol
 *   selected-sample  uint    stack sample, or TV_NONE; if set, selected-symbol is on its stack, or is TV_NONE
 *   sample-marks     TvThreadSamples that contain selected-symbol; NULL while a worker searches for them
 *   context-switches boolean whether the profile counts gaps as calls
 *   clock            uint    TvClock of all durations of calls: wall time, unless the trace has only CPU time
 *   time-base        uint    TvTimeBaseKind of all times: since the start, or wall clock time for logs; also notified
 *                    when runs are aligned
 *   chart-style      TvChartStyle
 *   colour-by        TvColorBy, property that determines the colour of a slice
 *   profile          TvProfile of the selection; while a worker computes a new one, the previous one remains
 *   is-profiling     boolean whether a new profile is being computed
 *   call-tree        TvCallTree of the selection, or NULL; computed while views use it; while a worker computes a new
 *                    one, the previous one remains. With a baseline, it is also compared
 *   is-finding-calls boolean whether a new call tree is being computed
 *   by-thread        boolean whether the call tree is grouped by thread
 *   call-source      uint    source of stacks: TV_CALLS_OF_SLICES, or a kind of samples
 *   occurrences      GArray of uint32: the slices of selected-symbol, sorted; NULL while a worker
 *                    searches for them
 *   counted-occurrences  GArray of uint32: the occurrences that match the selection; NULL while a worker searches
 *                    for them. The profile counts these calls, and the user steps through them.
 *                    While a frame is selected, they are all frames of its surface instead, because the names of
 *                    frames are only numbers. Slices, states, runs, expected and actual frames are never mixed.
 *                    Runs are counted per thread, and so are states unless "all-threads" is set
 *   all-threads      boolean whether the states of all threads are counted together
 *   cursor-time      int64   highlighted point in time, or G_MININT64; views scroll to it
 *   search-hits      GArray of uint32: slices that match a search, sorted; NULL without a search
 *   marks            GArray of TvBookmark: bookmarks, sorted; a new array after every change
 *   selected-mark    uint    id of the selected bookmark, or 0
 *   query-tracks     GPtrArray of TvQueryTrack; a new array after every change
 *   row-choices      TvRowChoices, always the same object; notified when any choice changes
 *   top-row          string  key of the row to which the timeline is scrolled, or NULL; also notified
 *                    when the timeline is scrolled within that row
 *   has-strips       boolean whether the index of strips exists; see tv_session_build_strips()
 *   dump-thread      uint    selected TvDumpThread, or TV_NONE
 *   heap-graph       uint    selected TvHeapGraph, or TV_NONE
 *   runs             GPtrArray of TvSessionRun: additional runs of the comparison; also notified when reading a run
 *                    starts or fails
 *   offset           int64   timestamp of this session minus that of the baseline at the same position
 *
 * Signals:
 *
 *   reveal-frame (uint callsite)   show a frame of the selected dumped thread
 *   reveal-heap-graph (uint graph)  show a heap graph
 *   reveal-track (uint track)      scroll to a track
 *   reveal-slice (uint slice)      scroll to a slice, which is selected
 *   reveal-counter (uint counter)  scroll to a counter; the parameter is the index of its TvCounterTrack
 *   reveal-time (int64 ns)         scroll smoothly until a time is in the middle
 *   step-zoom (double factor, int64 about)  zoom smoothly, see tv_session_zoom() */

#define TV_SESSION_MIN_VISIBLE_NS 20

typedef enum
{
  TV_CHART_NESTED, /* call chart with one line per depth */
  TV_CHART_STRIP,  /* innermost calls on one line, as in the original Traceview */
} TvChartStyle;

#define TV_TYPE_CHART_STYLE (tv_chart_style_get_type ())
GType tv_chart_style_get_type (void);

#define TV_TYPE_COLOR_BY (tv_color_by_get_type ())
GType tv_color_by_get_type (void);

#define TV_TYPE_SESSION (tv_session_get_type ())
G_DECLARE_FINAL_TYPE (TvSession, tv_session, TV, SESSION, GObject)

TvSession          *tv_session_new              (TvTrace      *trace,
                                                 TvSliceIndex *index,
                                                 TvRanking    *ranking,
                                                 TvProfile    *whole_profile);
void                tv_session_load_async       (const TvSource      *sources,
                                                 guint                n,
                                                 GCancellable        *cancellable,
                                                 void               (*progress) (double   fraction,
                                                                                 gpointer data),
                                                 gpointer             progress_data,
                                                 GAsyncReadyCallback  callback,
                                                 gpointer             user_data);
void                tv_session_rename_async     (TvSession            *self,
                                                 const TvSessionNames *names,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
TvSession          *tv_session_load_finish      (GAsyncResult        *result,
                                                 GError             **error);

TvTrace            *tv_session_get_trace        (TvSession *self);
GFile              *tv_session_get_file         (TvSession *self);
const TvSessionNames *tv_session_get_names      (TvSession *self);
const TvSliceIndex *tv_session_get_index        (TvSession *self);
TvRanking          *tv_session_get_ranking      (TvSession *self);
TvProfile          *tv_session_get_profile      (TvSession *self);
TvProfile          *tv_session_get_whole_profile (TvSession *self);
TvProfile          *tv_session_get_baseline_profile (TvSession *self);

void                tv_session_get_visible      (TvSession *self,
                                                 gint64    *start_ns,
                                                 gint64    *end_ns);
void                tv_session_select_first_thread (TvSession *self);
gboolean            tv_session_is_visible_chosen (TvSession *self);
void                tv_session_set_visible      (TvSession *self,
                                                 gint64     start_ns,
                                                 gint64     end_ns);
void                tv_session_get_whole        (TvSession *self,
                                                 gint64    *start_ns,
                                                 gint64    *end_ns);
TvZoomLimits        tv_session_get_zoom_limits  (TvSession *self);
void                tv_session_zoom             (TvSession *self,
                                                 double     factor,
                                                 gint64     about_ns);
void                tv_session_pan              (TvSession *self,
                                                 gint64     by_ns);
void                tv_session_pan_part         (TvSession *self,
                                                 double     part);
void                tv_session_fit              (TvSession *self);

void                tv_session_show_slice       (TvSession *self,
                                                 guint32    slice);

TvSession          *tv_session_get_baseline     (TvSession *self);
void                tv_session_set_baseline     (TvSession *self,
                                                 TvSession *baseline,
                                                 guint32   *pairs,
                                                 guint32   *pairs_back);
void                tv_session_align            (TvSession  *self,
                                                 const char *name,
                                                 gint64      ns,
                                                 gint64      baseline_ns);
const TvBookmark   *tv_session_get_zero         (TvSession *self);
gint64              tv_session_get_offset       (TvSession *self);
GBytes             *tv_session_get_pairs        (TvSession *self);
TvSelection        *tv_session_dup_baseline_selection (TvSession *self);
gboolean            tv_session_get_baseline_source (TvSession *self,
                                                    guint32   *source);

const TvSelection  *tv_session_get_selection    (TvSession         *self);
TvSelection        *tv_session_dup_process_selection (TvSession *self,
                                                 guint32    upid);
void                tv_session_set_selection    (TvSession         *self,
                                                 const TvSelection *selection);
gboolean            tv_session_get_range        (TvSession *self,
                                                 gint64    *start_ns,
                                                 gint64    *end_ns);
void                tv_session_select_range     (TvSession *self,
                                                 gint64     start_ns,
                                                 gint64     end_ns);
void                tv_session_clear_range      (TvSession *self);
guint32             tv_session_get_thread       (TvSession *self);
void                tv_session_set_thread       (TvSession *self,
                                                 guint32    utid);
void                tv_session_set_threads      (TvSession *self,
                                                 const guint32 *utids,
                                                 guint      n);
void                tv_session_set_filters      (TvSession *self,
                                                 const TvNameFilter *filters,
                                                 guint      n);
void                tv_session_set_transforms   (TvSession *self,
                                                 const TvTransform *transforms,
                                                 guint      n);
void                tv_session_set_min_duration (TvSession *self,
                                                 gint64     min_ns);

gboolean            tv_session_is_heap_dump     (TvSession *self,
                                                 guint32    slice);
void                tv_session_show_heap_dump   (TvSession *self,
                                                 guint32    slice);
void                tv_session_compare_kinds    (TvSession *self);
gboolean            tv_session_compares_kinds   (TvSession *self);
TvSession          *tv_session_new_comparison      (TvSession *self,
                                                 const TvSelection *like,
                                                 gint64     before_ns,
                                                 gint64     after_ns,
                                                 guint32    source);
TvSession          *tv_session_new_between_dumps (TvSession *self,
                                                 guint32    dump,
                                                 guint32    other);
TvSession          *tv_session_new_between_ends (TvSession *self);
guint32             tv_session_get_heap_graph   (TvSession *self);
void                tv_session_select_heap_graph (TvSession *self,
                                                 guint32    graph);
void                tv_session_use_call_tree    (TvSession *self,
                                                 gboolean   uses);
TvCallTree         *tv_session_get_call_tree    (TvSession *self);
TvCallComparison   *tv_session_get_call_comparison (TvSession *self);
gboolean            tv_session_find_selected_stack (TvSession        *self,
                                                 const TvCallTree *tree,
                                                 guint32          *node);
gboolean            tv_session_get_by_thread    (TvSession *self);
void                tv_session_set_by_thread    (TvSession *self,
                                                 gboolean   by_thread);
guint32             tv_session_get_call_source  (TvSession *self);
void                tv_session_set_call_source  (TvSession *self,
                                                 guint32    source);
void                tv_session_add_transform    (TvSession       *self,
                                                 TvTransformKind  kind,
                                                 guint32          symbol,
                                                 const char      *package);

guint32             tv_session_get_selected_symbol (TvSession *self);
void                tv_session_select_symbol    (TvSession *self,
                                                 guint32    symbol);
guint32             tv_session_get_selected_slice (TvSession *self);
void                tv_session_select_slice     (TvSession *self,
                                                 guint32    slice);
guint32             tv_session_get_selected_counter (TvSession *self,
                                                 gint64    *ns);
void                tv_session_select_counter   (TvSession *self,
                                                 guint32    counter,
                                                 gint64     ns);
const TvPathSegment *tv_session_get_selected_path (TvSession *self);
void                tv_session_select_path      (TvSession           *self,
                                                 const TvPathSegment *segment);
void                tv_session_select_on_stack (TvSession        *self,
                                                guint32           sample,
                                                guint32           symbol);
guint32             tv_session_get_selected_sample (TvSession *self);
void                tv_session_select_sample    (TvSession *self,
                                                 guint32    sample);
guint32             tv_session_get_sample_kind  (TvSession *self);
TvWeightUnit        tv_session_get_sample_unit  (TvSession *self);
const TvThreadSamples *tv_session_get_sample_marks (TvSession *self);
guint32             tv_session_get_selected_line (TvSession *self);
void                tv_session_select_line      (TvSession *self,
                                                 guint32    line);
void                tv_session_go_to_longest    (TvSession *self,
                                                 guint32    symbol);
GArray             *tv_session_get_occurrences  (TvSession *self);
GArray             *tv_session_get_counted_occurrences (TvSession *self);
guint32             tv_session_get_counted_like (TvSession *self);
guint               tv_session_get_occurrence   (TvSession *self,
                                                 guint     *n);
gboolean            tv_session_counts_states    (TvSession *self);
gboolean            tv_session_get_all_threads  (TvSession *self);
void                tv_session_set_all_threads  (TvSession *self,
                                                 gboolean   all_threads);

TvDumpFindings     *tv_session_get_dump_findings (TvSession *self);
guint32             tv_session_get_dump_thread  (TvSession *self);
void                tv_session_select_dump_thread (TvSession *self,
                                                 guint32    thread);

gint64              tv_session_get_cursor_time  (TvSession *self);
void                tv_session_set_cursor_time  (TvSession *self,
                                                 gint64     cursor_ns);
GArray             *tv_session_get_search_hits  (TvSession *self);
void                tv_session_set_search_hits  (TvSession *self,
                                                 GArray    *hits);

GArray             *tv_session_get_marks        (TvSession    *self);
void                tv_session_set_marks        (TvSession    *self,
                                                 const GArray *marks);
guint               tv_session_add_mark         (TvSession    *self,
                                                 gint64        start_ns,
                                                 gint64        end_ns,
                                                 const char   *name);
void                tv_session_rename_mark      (TvSession    *self,
                                                 guint         id,
                                                 const char   *name);
void                tv_session_remove_mark      (TvSession    *self,
                                                 guint         id);
guint               tv_session_get_selected_mark (TvSession   *self);
void                tv_session_select_mark      (TvSession    *self,
                                                 guint         id);

void                tv_session_reveal_track     (TvSession *self,
                                                 guint32    track);
void                tv_session_reveal_counter   (TvSession *self,
                                                 guint32    counter);
void                tv_session_reveal_time      (TvSession *self,
                                                 gint64     ns);
void                tv_session_step_zoom        (TvSession *self,
                                                 double     factor,
                                                 gint64     about_ns);

gboolean            tv_session_can_step_back    (TvSession *self);
gboolean            tv_session_step_back        (TvSession *self);

void                tv_session_add_actions      (TvSession  *self,
                                                 GActionMap *map);

TvRowChoices       *tv_session_get_row_choices  (TvSession *self);
gboolean            tv_session_has_saved_view   (TvSession *self);
gboolean            tv_session_takes_letters    (TvSession *self);
void                tv_session_set_takes_letters (TvSession *self,
                                                 gboolean   takes_letters);
const char         *tv_session_get_top_row      (TvSession  *self,
                                                 double     *above);
void                tv_session_set_top_row      (TvSession  *self,
                                                 const char *key,
                                                 double      above);

gboolean            tv_session_has_clock        (TvSession *self,
                                                 TvClock    clock);
gboolean            tv_session_has_both_clocks  (TvSession *self);
TvClock             tv_session_get_default_clock (TvSession *self);
TvClock             tv_session_get_clock        (TvSession *self);
void                tv_session_set_clock        (TvSession *self,
                                                 TvClock    clock);

const TvTimeBase   *tv_session_get_time_base    (TvSession *self);
void                tv_session_set_time_base    (TvSession      *self,
                                                 TvTimeBaseKind  kind);
gboolean            tv_session_can_choose_time_base (TvSession  *self,
                                                 TvTimeBaseKind  kind);

gboolean            tv_session_get_context_switches (TvSession *self);
void                tv_session_set_context_switches (TvSession *self,
                                                     gboolean   context_switches);
void                tv_session_build_strips     (TvSession    *self);
gboolean            tv_session_has_strips       (TvSession    *self);
TvChartStyle        tv_session_get_chart_style  (TvSession    *self);
void                tv_session_set_chart_style  (TvSession    *self,
                                                 TvChartStyle  style);
TvColorBy           tv_session_get_colour_by    (TvSession    *self);
void                tv_session_set_colour_by    (TvSession    *self,
                                                 TvColorBy     colour_by);
TvColoring         *tv_session_get_coloring     (TvSession    *self);
TvColoring         *tv_session_ensure_coloring  (TvSession    *self,
                                                 TvColorBy     by);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"
#include "analysis/system/counter-mode.h"
#include "analysis/system/row-choices.h"

G_BEGIN_DECLS

/**
 * TvTimelineForm:
 * @TV_TIMELINE_NESTED: one line per depth
 * @TV_TIMELINE_STRIP: one line with the innermost calls
 *
 * Form of the rows with calls.
 */
typedef enum
{
  TV_TIMELINE_NESTED,
  TV_TIMELINE_STRIP,
} TvTimelineForm;

/**
 * TvTimelineMetrics:
 * @call_font_px: font size of labels on calls
 * @small_font_px: font size of labels on other slices of a thread
 * @name_font_px: font size of row names
 * @detail_font_px: font size of the ruler, and of details below row names
 * @bar: height of a call
 * @step: distance between lines; smaller if a row has very many levels, see tv_timeline_layout_new()
 * @strip: height of a strip
 * @brackets: height of the area for brackets below a thread's calls
 * @margin: margin above the calls
 * @label_height: height of a name with its detail and margins; minimum height of a row with a detail
 * @name_height: height of a name without detail, including margins
 * @header: height of a group's header
 * @state: height of a thread's states
 * @thin: height of a thread's other slices
 * @line: height of a CPU's interrupts
 * @counter: height of a counter
 * @path: height of a critical path
 *
 * Sizes in px, which depend on the desktop's font.
 */
typedef struct
{
  double call_font_px;
  double small_font_px;
  double name_font_px;
  double detail_font_px;
  gint32 bar;
  gint32 step;
  gint32 strip;
  gint32 brackets;
  gint32 margin;
  gint32 label_height;
  gint32 name_height;
  gint32 header;
  gint32 state;
  gint32 thin;
  gint32 line;
  gint32 counter;
  gint32 path;
} TvTimelineMetrics;

/* Class of a band, see band-class.h. */
typedef struct _TvBandClass TvBandClass;

/**
 * TvTimelineBand:
 * @class: class, which depends on the content and its form
 * @track: track of the slices, or %TV_NONE
 * @counter: index of the #TvCounterTrack, or %TV_NONE
 * @mode: display mode of the counter
 * @row: index of the band's row among all rows, visible or not
 * @n_levels: number of levels
 * @y: upper edge of the first line, in px from the upper edge of the row
 * @step: distance between lines; 0 if all levels share one line
 * @bar: height of a line
 * @n_lines: number of lines: @n_levels, or fewer in a row with limited height
 * @first_level: first visible level; if it is not 0, the first line indicates the hidden levels above
 * @end_level: end of the visible levels; if it is not @n_levels, the last line indicates the hidden levels below
 *
 * A part of a row with one kind of content, such as a track or a counter.
 *
 *   … 180 levels above     line 0, if the first level is 180
 *   ▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆    level 180
 *     ▆▆▆▆▆▆▆  ▆▆▆▆▆▆▆▆    level 181, if the end level is 182
 *   … 12 levels below
 */
typedef struct
{
  const TvBandClass *class;
  guint32 track;
  guint32 counter;
  TvCounterMode mode;
  guint row;
  guint32 n_levels;
  gint64 y;
  gint32 step;
  gint32 bar;
  guint32 n_lines;
  guint32 first_level;
  guint32 end_level;
} TvTimelineBand;

/**
 * TvTimelineRow:
 * @group: group of the row, or %TV_NONE
 * @is_header: whether the row is the header of the group
 * @is_main: whether the row shows the main thread of a process
 * @is_set_off: whether a line separates the row from the row above
 * @is_folded: whether the row is folded to one thin line; FALSE for headers, see TvTimelineGroup.is_folded
 * @is_pinned: whether the row stays at the top
 * @can_fold: whether folding the row would reduce its height
 * @is_too_tall: whether the row's height is limited, see tv_timeline_layout_set_row_limit()
 * @limited_band: the band with hidden levels if the height is limited, otherwise %TV_NONE
 * @offers: #TvRowChoice flags for the available forms of the row: %TV_ROW_STRIP, %TV_ROW_STACKS, %TV_ROW_PATH
 * @track: track with the calls; without calls, the first track, or %TV_NONE
 * @utid: thread, or %TV_NONE
 * @indent: nesting level of the row
 * @n_levels: number of levels of calls
 * @first_band: index of the first band; if the row is folded, hidden bands have the position of the visible line
 * @n_bands: number of bands
 * @y: upper edge in px from the upper edge of the first row
 * @height: height in px; may exceed 16 bits for very deep calls
 * @bracket_y: upper edge of the area for brackets, in px from the upper edge of the row; -1 without brackets
 * @key: key of the row in the user's choices
 * @name: label of the thread, or a title
 * @detail: (nullable): second text of the label, such as the time and number of calls
 * @owner: (nullable): name of the row's group
 * @has_inline_detail: whether the detail is on the same line as the name
 *
 * A row of the timeline.
 */
typedef struct
{
  guint group;
  gboolean is_header;
  gboolean is_main;
  gboolean is_set_off;
  gboolean is_folded;
  gboolean is_pinned;
  gboolean can_fold;
  gboolean is_too_tall;
  guint limited_band;
  guint offers;
  guint32 track;
  guint32 utid;
  guint indent;
  guint32 n_levels;
  guint first_band;
  guint n_bands;
  gint64 y;
  gint64 height;
  gint64 bracket_y;
  char *key;
  char *name;
  char *detail;
  const char *owner;
  gboolean has_inline_detail;
} TvTimelineRow;

/**
 * TvTimelineGroupKind:
 * @TV_TIMELINE_CPUS: CPUs
 * @TV_TIMELINE_CPU_COUNTERS: frequencies, idle states and other counters of CPUs
 * @TV_TIMELINE_PROCESS: a process
 * @TV_TIMELINE_UNOWNED_TRACKS: tracks without a process
 * @TV_TIMELINE_OTHERS: threads without a process
 * @TV_TIMELINE_MEMORY: system-wide memory counters
 * @TV_TIMELINE_POWER: battery and energy counters
 * @TV_TIMELINE_COUNTERS: other system-wide counters
 *
 * Kinds of groups.
 */
typedef enum
{
  TV_TIMELINE_CPUS,
  TV_TIMELINE_CPU_COUNTERS,
  TV_TIMELINE_PROCESS,
  TV_TIMELINE_UNOWNED_TRACKS,
  TV_TIMELINE_OTHERS,
  TV_TIMELINE_MEMORY,
  TV_TIMELINE_POWER,
  TV_TIMELINE_COUNTERS,
} TvTimelineGroupKind;

/**
 * TvTimelineGroup:
 * @upid: process, or %TV_NONE
 * @machine: machine; groups are sorted by machine
 * @is_folded: whether only the header is visible
 *
 * A foldable group of rows, with a header. Only system traces have groups.
 */
typedef struct
{
  TvTimelineGroupKind kind;
  guint32 upid;
  guint32 machine;
  gboolean is_folded;
} TvTimelineGroup;

/* The rows of the timeline. A method trace has one row per thread, with the busiest thread first:
 *
 *   ─────────────┬──────────────────────────  y
 *   [tid] name   │ ▆▆▆▆▆▆▆▆▆▆▆▆▆   ▆▆▆▆▆▆▆     margin, then a line per level
 *   2.41 s · …   │ ▆▆▆▆  ▆▆▆▆        ▆▆
 *                │   └─────┘                brackets
 *   ─────────────┴──────────────────────────  y + height
 *
 * A system trace has groups of rows, and rows with several bands:
 *
 *   ▾ CPUs       │                busy 38 %   header
 *     CPU 0      │ ▆▆▆ ▆▆▆▆▆▆  ▆▆▆▆▆          runs
 *   ▾ shop [11]  │               CPU 1.42 s
 *     11 shop    │ ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔      states
 *     main       │ ▆▆▆▆▆▆▆   ▆▆▆▆▆▆           calls
 *   ▸ other [12] │ ░░▒░░ ░ ▒▓▒    CPU 0.3 s   activity of a folded group
 *
 * Pinned rows are first. The user's choices determine the visibility, order and form of the rows; everything else is
 * immutable. Row indexes in this interface count only visible rows, unless noted otherwise. */
typedef struct _TvTimelineLayout TvTimelineLayout;

TvTimelineMetrics        tv_timeline_metrics_for_font  (double                   font_px);

TvTimelineLayout        *tv_timeline_layout_new        (TvTrace                 *trace,
                                                        TvTimelineForm           form,
                                                        const TvTimelineMetrics *metrics);
gboolean                 tv_timeline_has_groups        (TvTrace                 *trace);
void                     tv_timeline_layout_free       (TvTimelineLayout        *self);
TvTimelineForm           tv_timeline_layout_get_form   (const TvTimelineLayout  *self);
const TvTimelineMetrics *tv_timeline_layout_get_metrics (const TvTimelineLayout *self);
void                     tv_timeline_layout_set_clock  (TvTimelineLayout        *self,
                                                        TvTrace                 *trace,
                                                        TvClock                  clock);
void                     tv_timeline_layout_set_choices (TvTimelineLayout       *self,
                                                        TvRowChoices            *choices);
TvRowChoices            *tv_timeline_layout_get_choices (const TvTimelineLayout *self);
void                     tv_timeline_layout_arrange    (TvTimelineLayout        *self);

guint                    tv_timeline_layout_get_n_rows (const TvTimelineLayout  *self);
guint                    tv_timeline_layout_get_n_pinned (const TvTimelineLayout *self);
guint                    tv_timeline_layout_get_n_hidden (const TvTimelineLayout *self);
guint                    tv_timeline_layout_get_n_all (const TvTimelineLayout   *self);
const TvTimelineRow     *tv_timeline_layout_get_row    (const TvTimelineLayout  *self,
                                                        guint                    row);
const TvTimelineBand    *tv_timeline_layout_get_band   (const TvTimelineLayout  *self,
                                                        guint                    band);
gboolean                 tv_timeline_layout_shows      (const TvTimelineLayout  *self,
                                                        const TvBandClass       *class);
GArray                  *tv_timeline_layout_list_paths (const TvTimelineLayout  *self);
const TvTimelineBand    *tv_timeline_layout_find_in_row (const TvTimelineLayout *self,
                                                        const TvTimelineRow     *row,
                                                        const TvBandClass       *class);
const TvTimelineBand    *tv_timeline_layout_find_path  (const TvTimelineLayout  *self,
                                                        const TvTimelineRow     *row);
gint64                   tv_timeline_layout_get_height (const TvTimelineLayout  *self);
gint64                   tv_timeline_layout_get_pinned_height (const TvTimelineLayout *self);
guint                    tv_timeline_layout_find_row   (const TvTimelineLayout  *self,
                                                        gint64                   y);
guint                    tv_timeline_layout_find_index (const TvTimelineLayout  *self,
                                                        const TvTimelineRow     *row);
const TvTimelineRow     *tv_timeline_layout_find_key   (const TvTimelineLayout  *self,
                                                        const char              *key);
guint                    tv_timeline_layout_find_track (const TvTimelineLayout  *self,
                                                        guint32                  track);
const TvTimelineBand    *tv_timeline_layout_find_band  (const TvTimelineLayout  *self,
                                                        guint32                  track);
const TvTimelineBand    *tv_timeline_layout_find_counter (const TvTimelineLayout *self,
                                                        guint32                  counter);
const TvTimelineBand    *tv_timeline_layout_find_samples (const TvTimelineLayout *self,
                                                        guint32                  utid);
const TvTimelineRow     *tv_timeline_layout_get_band_row (const TvTimelineLayout *self,
                                                        const TvTimelineBand    *band);
guint                    tv_timeline_layout_find_group (const TvTimelineLayout  *self,
                                                        guint32                  track);
gint64                   tv_timeline_layout_get_line_y (const TvTimelineLayout  *self,
                                                        guint                    row,
                                                        guint32                  depth);
guint                    tv_timeline_layout_find_band_at (const TvTimelineLayout *self,
                                                        guint                    row,
                                                        gint64                   y,
                                                        guint32                 *depth);

guint                    tv_timeline_layout_get_n_groups (const TvTimelineLayout *self);
const TvTimelineGroup   *tv_timeline_layout_get_group  (const TvTimelineLayout  *self,
                                                        guint                    group);
const TvTimelineRow     *tv_timeline_layout_get_header_row (const TvTimelineLayout *self,
                                                        guint                    group);
guint                    tv_timeline_layout_get_header (const TvTimelineLayout  *self,
                                                        guint                    group);
guint                    tv_timeline_layout_get_app_group (const TvTimelineLayout *self);
void                     tv_timeline_layout_set_folded (TvTimelineLayout        *self,
                                                        guint                    group,
                                                        gboolean                 is_folded);
void                     tv_timeline_layout_fold_all   (TvTimelineLayout        *self,
                                                        gboolean                 is_folded);

gboolean                 tv_timeline_layout_has_moves  (const TvTimelineLayout  *self);
guint                    tv_timeline_layout_get_sibling (const TvTimelineLayout *self,
                                                        const TvTimelineRow     *row,
                                                        guint                   *n);
guint                    tv_timeline_layout_find_gap   (const TvTimelineLayout  *self,
                                                        const TvTimelineRow     *row,
                                                        gint64                   y,
                                                        gint64                  *gap_y);
gboolean                 tv_timeline_layout_move_row   (TvTimelineLayout        *self,
                                                        const TvTimelineRow     *row,
                                                        guint                    gap);
void                     tv_timeline_layout_set_row_limit (TvTimelineLayout     *self,
                                                        gint64                   limit_px);
gboolean                 tv_timeline_layout_scroll_levels (TvTimelineLayout     *self,
                                                        const TvTimelineRow     *row,
                                                        int                      by);
gboolean                 tv_timeline_layout_reveal_level (TvTimelineLayout      *self,
                                                        guint32                  track,
                                                        guint32                  level,
                                                        gboolean                 folds_callers);
void                     tv_timeline_layout_copy_levels (TvTimelineLayout       *self,
                                                        const TvTimelineLayout  *from);
int                      tv_timeline_layout_find_overflow   (const TvTimelineLayout  *self,
                                                        guint                    row,
                                                        gint64                   y);
gboolean                 tv_timeline_band_has_level    (const TvTimelineBand    *self,
                                                        guint32                  level);
gint64                   tv_timeline_band_get_y        (const TvTimelineBand    *self,
                                                        guint32                  level);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineLayout, tv_timeline_layout_free)

G_END_DECLS

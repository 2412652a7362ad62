/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"
#include "analysis/system/counter-mode.h"
#include "analysis/system/row-choices.h"

G_BEGIN_DECLS

/**
 * TvTimelineForm:
 * @TV_TIMELINE_NESTED: a line for every depth
 * @TV_TIMELINE_STRIP: the innermost call on one line
 */
typedef enum
{
  TV_TIMELINE_NESTED,
  TV_TIMELINE_STRIP,
} TvTimelineForm;

/**
 * TvTimelineMetrics:
 * @call_font_px: size of the font of labels on calls
 * @small_font_px: of labels on what else happens on a thread
 * @name_font_px: of threads' names
 * @detail_font_px: of what stands below them, and of the ruler
 * @bar: height of a call
 * @step: from one depth to the next; of very many less, see tv_timeline_layout_new()
 * @strip: height of a strip
 * @lane: height of the lane of brackets below a thread's calls
 * @margin: above the calls
 * @label_height: of a name and what stands below it, with margins; a row is never lower
 * @name_height: of a name alone, with margins
 * @header: height of a group's header
 * @state: height of a thread's states
 * @thin: height of what else happens on a thread
 * @line: height of a CPU's interrupts
 * @counter: height of a counter
 *
 * Sizes in px that follow the font of the desktop.
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
  gint32 lane;
  gint32 margin;
  gint32 label_height;
  gint32 name_height;
  gint32 header;
  gint32 state;
  gint32 thin;
  gint32 line;
  gint32 counter;
} TvTimelineMetrics;

/**
 * TvTimelineBandKind:
 * @TV_BAND_CALLS: a thread's nested calls
 * @TV_BAND_STRIP: its innermost calls, on one line
 * @TV_BAND_STATES: its states
 * @TV_BAND_THIN: what else happens on it, nested
 * @TV_BAND_POINTS: what happens on it and takes no time
 * @TV_BAND_RUNS: what a CPU runs
 * @TV_BAND_LINES: its interrupts, nested
 * @TV_BAND_PILLS: a layer of a lane of spans that belong to no thread
 * @TV_BAND_COUNTER: a counter's values
 * @TV_BAND_BUSY: how busy a group was, shown while it is folded
 * @TV_BAND_SAMPLES: how many samples of stacks a thread has, and what it did
 * @TV_BAND_STACKS: its sampled stacks over time
 */
typedef enum
{
  TV_BAND_CALLS,
  TV_BAND_STRIP,
  TV_BAND_STATES,
  TV_BAND_THIN,
  TV_BAND_POINTS,
  TV_BAND_RUNS,
  TV_BAND_LINES,
  TV_BAND_PILLS,
  TV_BAND_COUNTER,
  TV_BAND_BUSY,
  TV_BAND_SAMPLES,
  TV_BAND_STACKS,
} TvTimelineBandKind;

/**
 * TvTimelineBand:
 * @kind: what it shows
 * @track: of slices, or %TV_NONE
 * @counter: row of its #TvCounterTrack, or %TV_NONE
 * @mode: how the counter is shown
 * @row: the row that it is a part of, counted with those that are folded away
 * @n_levels: lines
 * @y: its first line, in px from the top of its row
 * @step: from one line to the next; 0 where all depths lie on one line
 * @bar: height of a line
 * @n_lines: how many lines it takes: @n_levels, or fewer in a row that would be too high
 * @first_level: the first level that is shown; what is above it has one line that says so
 * @end_level: the level after the last; what is below has a line as well
 *
 * A part of a row that shows one track or counter.
 *
 *   … 180 levels above     line 0, of a band whose first level is 180
 *   ▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆    level 180
 *     ▆▆▆▆▆▆▆  ▆▆▆▆▆▆▆▆    level 181, the last before the end level 182
 *   … 12 levels below
 */
typedef struct
{
  TvTimelineBandKind kind;
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
 * @group: the group that it belongs to, or %TV_NONE
 * @is_header: it is the header of that group
 * @is_main: it is the first thread of its process
 * @is_set_off: a line sets it off against the row above
 * @is_folded: it has one thin line; never a header, for which its group tells that
 * @is_pinned: it stays at the top
 * @can_fold: it would be lower folded
 * @is_too_high: it would be higher than rows shall be, see tv_timeline_layout_set_row_limit()
 * @limited_band: of such a row the band that shows only some of its levels; %TV_NONE where all are
 *   shown
 * @has_calls: it has nested calls, which may be shown on one line
 * @has_stacks: it has sampled stacks, which may be shown over time
 * @track: of its calls, or the first that it has, or %TV_NONE
 * @utid: the thread that it is about, or %TV_NONE
 * @indent: of how many rows around it, one in the other, it is a part
 * @n_levels: lines of calls
 * @first_band: what it shows; what a folded row does not show lies behind its one line
 * @n_bands: how much that is
 * @y: top, in px from the top of the first row
 * @height: in px; a very deep thread is higher than any 16-bit coordinate
 * @lane_y: top of the lane of brackets, in px from its own top, or -1 if it has none
 * @key: what choices know it by
 * @name: `[tid] name`, or what it is
 * @detail: (nullable): how long and how many calls
 * @owner: (nullable): name of its group
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
  gboolean is_too_high;
  guint limited_band;
  gboolean has_calls;
  gboolean has_stacks;
  guint32 track;
  guint32 utid;
  guint indent;
  guint32 n_levels;
  guint first_band;
  guint n_bands;
  gint64 y;
  gint64 height;
  gint64 lane_y;
  char *key;
  char *name;
  char *detail;
  const char *owner;
  gboolean has_inline_detail;
} TvTimelineRow;

/**
 * TvTimelineGroupKind:
 * @TV_TIMELINE_CPUS: the CPUs
 * @TV_TIMELINE_CPU_COUNTERS: their frequencies, idle states and other counters
 * @TV_TIMELINE_PROCESS: a process
 * @TV_TIMELINE_LANES: lanes that belong to no process
 * @TV_TIMELINE_OTHERS: what else belongs to no process
 * @TV_TIMELINE_MEMORY: counters of the whole system's memory
 * @TV_TIMELINE_POWER: those of the battery and the energy that is used
 * @TV_TIMELINE_COUNTERS: other counters of the whole system
 */
typedef enum
{
  TV_TIMELINE_CPUS,
  TV_TIMELINE_CPU_COUNTERS,
  TV_TIMELINE_PROCESS,
  TV_TIMELINE_LANES,
  TV_TIMELINE_OTHERS,
  TV_TIMELINE_MEMORY,
  TV_TIMELINE_POWER,
  TV_TIMELINE_COUNTERS,
} TvTimelineGroupKind;

/**
 * TvTimelineGroup:
 * @kind: what it is
 * @upid: the process, or %TV_NONE
 * @machine: the machine that it is of; those of a guest come behind all of the machines before
 * @is_folded: only its header is shown
 *
 * Rows of a log that belong together, below a header that folds them away.
 */
typedef struct
{
  TvTimelineGroupKind kind;
  guint32 upid;
  guint32 machine;
  gboolean is_folded;
} TvTimelineGroup;

/* A trace of methods has the threads' rows below each other, those that did most on top:
 *
 *   ─────────────┬──────────────────────────  y
 *   [tid] name   │ ▆▆▆▆▆▆▆▆▆▆▆▆▆   ▆▆▆▆▆▆▆     margin, then a step for every depth
 *   2.41 s · …   │ ▆▆▆▆  ▆▆▆▆        ▆▆
 *                │   └─────┘                lane of brackets
 *   ─────────────┴──────────────────────────  y + height
 *
 * A log has groups of rows, and rows of several bands:
 *
 *   ▾ CPUs       │                busy 38 %   header
 *     CPU 0      │ ▆▆▆ ▆▆▆▆▆▆  ▆▆▆▆▆          runs
 *   ▾ shop [11]  │               CPU 1.42 s
 *     11 shop    │ ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔      states
 *     main       │ ▆▆▆▆▆▆▆   ▆▆▆▆▆▆           calls
 *   ▸ other [12] │ ░░▒░░ ░ ▒▓▒    CPU 0.3 s   folded: how busy it was
 *
 * Rows that are pinned come first. Immutable but for what the choices say: which rows are shown,
 * in which order, and how.
 */
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
gboolean                 tv_timeline_layout_has_strips (const TvTimelineLayout  *self);
gboolean                 tv_timeline_layout_has_stacks (const TvTimelineLayout  *self);
gint64                   tv_timeline_layout_get_height (const TvTimelineLayout  *self);
gint64                   tv_timeline_layout_get_pinned_height (const TvTimelineLayout *self);
guint                    tv_timeline_layout_find_row   (const TvTimelineLayout  *self,
                                                        gint64                   y);
guint                    tv_timeline_layout_find_place (const TvTimelineLayout  *self,
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
int                      tv_timeline_layout_find_cue   (const TvTimelineLayout  *self,
                                                        guint                    row,
                                                        gint64                   y);
gboolean                 tv_timeline_band_has_level    (const TvTimelineBand    *self,
                                                        guint32                  level);
gint64                   tv_timeline_band_get_y        (const TvTimelineBand    *self,
                                                        guint32                  level);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineLayout, tv_timeline_layout_free)

G_END_DECLS

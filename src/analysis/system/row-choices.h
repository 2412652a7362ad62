/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* The user's choices for the rows of a timeline. Rows and group headers are identified by keys such as
 * "thread 11 main", which are stable between sessions; choices for missing rows have no effect.
 *
 * Properties (writable, with notify):
 *   order   TvRowOrder
 *   filter  string     see tv_row_choices_set_filter()
 *   filter-is-regex  boolean
 *
 * Signals:
 *   changed            a choice or property changed */

#define TV_TYPE_ROW_CHOICES (tv_row_choices_get_type ())
G_DECLARE_FINAL_TYPE (TvRowChoices, tv_row_choices, TV, ROW_CHOICES, GObject)

/**
 * TvRowChoice:
 * @TV_ROW_FOLDED: folded to one thin line; a folded group shows only its header
 * @TV_ROW_UNFOLDED: unfolded, although folded is the default
 * @TV_ROW_HIDDEN: hidden, including all children; contradicts %TV_ROW_PINNED and %TV_ROW_ONLY
 * @TV_ROW_PINNED: pinned to the top
 * @TV_ROW_STRIP: all calls on one line
 * @TV_ROW_NESTED: nested calls, although one line is the default
 * @TV_ROW_ONLY: shown exclusively; if any row has this choice, rows without it are hidden
 * @TV_ROW_FOLDED_BY_HAND: group that is folded although the filter would unfold it; reset by a new filter
 * @TV_ROW_TALL: full height, without a limit
 * @TV_ROW_DELTA: counter in %TV_COUNTER_DELTA mode
 * @TV_ROW_RATE: counter in %TV_COUNTER_RATE mode
 * @TV_ROW_STACKS: with the stacks of the thread's samples over time
 * @TV_ROW_PATH: with the critical path of the thread
 *
 * Choices for a row.
 */
typedef enum
{
  TV_ROW_FOLDED = 1 << 0,
  TV_ROW_UNFOLDED = 1 << 1,
  TV_ROW_HIDDEN = 1 << 2,
  TV_ROW_PINNED = 1 << 3,
  TV_ROW_STRIP = 1 << 4,
  TV_ROW_NESTED = 1 << 5,
  TV_ROW_ONLY = 1 << 6,
  TV_ROW_FOLDED_BY_HAND = 1 << 7,
  TV_ROW_TALL = 1 << 8,
  TV_ROW_DELTA = 1 << 9,
  TV_ROW_RATE = 1 << 10,
  TV_ROW_STACKS = 1 << 11,
  TV_ROW_PATH = 1 << 12,
} TvRowChoice;

/**
 * TvRowOrder:
 * @TV_ROWS_BY_TIME: by used time, in descending order
 * @TV_ROWS_BY_NAME: alphabetically; numbers in names are compared by value
 * @TV_ROWS_BY_FIRST_USE: by first activity
 *
 * Sort order of threads and processes. CPUs are always first and counters last.
 */
typedef enum
{
  TV_ROWS_BY_TIME,
  TV_ROWS_BY_NAME,
  TV_ROWS_BY_FIRST_USE,
  TV_N_ROW_ORDERS,
} TvRowOrder;

#define TV_TYPE_ROW_ORDER (tv_row_order_get_type ())
GType tv_row_order_get_type (void);

#define TV_ROW_FILTER_MAX_BYTES 256

TvRowChoices *tv_row_choices_new        (void);
guint         tv_row_choices_get        (TvRowChoices *self,
                                         const char   *key);
void          tv_row_choices_set        (TvRowChoices *self,
                                         const char   *key,
                                         guint         choices);
void          tv_row_choices_add        (TvRowChoices *self,
                                         const char   *key,
                                         TvRowChoice   choice);
void          tv_row_choices_remove     (TvRowChoices *self,
                                         const char   *key,
                                         TvRowChoice   choice);
void          tv_row_choices_clear      (TvRowChoices *self,
                                         guint         choices);
gboolean      tv_row_choices_has_any    (TvRowChoices *self,
                                         TvRowChoice   choice);
char        **tv_row_choices_dup_keys   (TvRowChoices *self,
                                         TvRowChoice   choice);
void          tv_row_choices_show_only  (TvRowChoices *self,
                                         const char   *key);
void          tv_row_choices_show_all   (TvRowChoices *self);

TvRowOrder    tv_row_choices_get_order  (TvRowChoices *self);
void          tv_row_choices_set_order  (TvRowChoices *self,
                                         TvRowOrder    order);
const char   *tv_row_choices_get_filter (TvRowChoices *self);
void          tv_row_choices_set_filter (TvRowChoices *self,
                                         const char   *filter);
gboolean      tv_row_choices_get_filter_is_regex (TvRowChoices *self);
void          tv_row_choices_set_filter_is_regex (TvRowChoices *self,
                                         gboolean      is_regex);
GPtrArray    *tv_row_choices_get_moved  (TvRowChoices *self);
void          tv_row_choices_set_moved  (TvRowChoices *self,
                                         GPtrArray    *keys);
void          tv_row_choices_freeze     (TvRowChoices *self);
void          tv_row_choices_thaw       (TvRowChoices *self);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* What the user chose for the rows of a timeline. Rows and headers of groups are told by their
 * keys, texts such as "thread 11 main" that are the same whenever the file is opened; a choice for
 * a row that is not there does nothing.
 *
 * Properties (writable, with notify):
 *   order   TvRowOrder
 *   filter  string     see tv_row_choices_set_filter()
 *   filter-is-regex  boolean
 *
 * Signals:
 *   changed            any of the choices did, these as well
 */

#define TV_TYPE_ROW_CHOICES (tv_row_choices_get_type ())
G_DECLARE_FINAL_TYPE (TvRowChoices, tv_row_choices, TV, ROW_CHOICES, GObject)

/**
 * TvRowChoice:
 * @TV_ROW_FOLDED: one thin line; of a group, only its header
 * @TV_ROW_UNFOLDED: the other way round, where folded is the default
 * @TV_ROW_HIDDEN: not shown, nor what belongs to it; never pinned as well
 * @TV_ROW_PINNED: stays at the top
 * @TV_ROW_STRIP: calls on one line
 * @TV_ROW_NESTED: the other way round, where that is the default
 * @TV_ROW_ONLY: as soon as one row has this, those that have it not are not shown
 * @TV_ROW_FOLDED_BY_HAND: of a group, folded although the filter would open it; a new filter
 *   takes it back
 * @TV_ROW_TALL: as high as it is deep, however high that is
 * @TV_ROW_DELTA: a counter is shown as %TV_COUNTER_DELTA
 * @TV_ROW_RATE: a counter is shown as %TV_COUNTER_RATE
 * @TV_ROW_STACKS: the sampled stacks of a thread are shown over time
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
} TvRowChoice;

/**
 * TvRowOrder:
 * @TV_ROWS_BY_TIME: what used most time first
 * @TV_ROWS_BY_NAME: as a dictionary, with numbers by their value
 * @TV_ROWS_BY_FIRST_USE: what happened first
 *
 * Of threads, and of processes. CPUs stay the first and counters the last.
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/log/timed-rows.h"
#include "ui/kit/chip.h"
#include "ui/kit/filter-button.h"
#include "ui/kit/search-entry.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

#define TV_TIMED_MAX_CHOICES 4

/**
 * TvTimedOption:
 * @id: value of the column
 * @label: (owned): name of the value
 * @count: number of rows with the value
 *
 * Value of a column by which the user can filter.
 */
typedef struct
{
  guint32 id;
  char *label;
  guint32 count;
} TvTimedOption;

/**
 * TvTimedChoice:
 * @title: title of the column, marked with N_()
 * @column: index of the column
 * @test: how a row is compared with the chosen value
 * @is_thread: whether the choice is the session's thread filter
 * @find_options: (transfer full) (element-type TvTimedOption): lists the values of the column; called in a worker
 * @dup_label: (transfer full): returns the name of a value
 *
 * A column by which rows can be filtered.
 */
typedef struct
{
  const char *title;
  guint column;
  TvRowTest test;
  gboolean is_thread;
  GArray *(*find_options) (TvTrace *trace);
  char *(*dup_label) (TvTrace *trace, guint32 id);
} TvTimedChoice;

/* Choice of a term that matches the text of rows instead of a column */
#define TV_TIMED_TEXT G_MAXUINT32

/**
 * TvTimedTerm:
 * @is_excluded: whether to hide rows that match the term. If %FALSE, other rows are hidden: a visible row must match
 *   one of the included values of each column, and all included texts
 * @choice: index of the choice, or %TV_TIMED_TEXT
 * @id: value of the column
 * @text: (owned): name of the value, or the text to search for
 *
 * A term of the filter, shown as a chip.
 */
typedef struct
{
  gboolean is_excluded;
  guint32 choice;
  guint32 id;
  char *text;
} TvTimedTerm;

/**
 * TvTimedFilters:
 * @rows: functions that read the rows
 * @choices: columns by which the user can filter
 * @n_choices: number of choices, at most %TV_TIMED_MAX_CHOICES
 * @buttons: button of each choice
 * @text: search entry for text that rows must contain
 * @terms: (element-type TvTimedTerm): further terms of the filter
 *
 * Widgets and terms that filter timestamped rows. The widgets belong to a list, which outlives this struct.
 */
typedef struct
{
  const TvTimedRows *rows;
  const TvTimedChoice *choices;
  guint n_choices;
  TvFilterButton *buttons[TV_TIMED_MAX_CHOICES];
  TvSearchEntry *text;
  GArray *terms;
} TvTimedFilters;

GArray  *tv_timed_options_new        (void);
GArray  *tv_timed_options_count      (TvTrace              *trace,
                                      const TvTimedRows    *rows,
                                      guint                 column,
                                      gboolean              by_count,
                                      char               *(*dup_label) (TvTrace *trace,
                                                                        guint32  id));

void     tv_timed_filters_free_terms (TvTimedFilters       *self);
gboolean tv_timed_filters_add_term   (TvTimedFilters       *self,
                                      gboolean              is_excluded,
                                      guint32               choice,
                                      guint32               id,
                                      const char           *text);
void     tv_timed_filters_add_chips  (const TvTimedFilters *self,
                                      const char           *prefix,
                                      GPtrArray            *chips);
void     tv_timed_filters_add_buttons (TvTimedFilters      *self,
                                      GtkBox               *box);
gboolean tv_timed_filters_are_set    (const TvTimedFilters *self);
void     tv_timed_filters_clear      (const TvTimedFilters *self);
char    *tv_timed_filters_dup_label  (const TvTimedFilters *self);
void     tv_timed_filters_find       (const TvTimedFilters *self,
                                      TvTrace              *trace,
                                      TvWorkDoneFunc        done,
                                      gpointer              owner,
                                      GCancellable        **slot);
void     tv_timed_filters_offer      (const TvTimedFilters *self,
                                      gpointer              found);
void     tv_timed_filters_run        (const TvTimedFilters *self,
                                      TvTrace              *trace,
                                      gint64                start_ns,
                                      gint64                end_ns,
                                      TvWorkDoneFunc        done,
                                      gpointer              owner,
                                      GCancellable        **slot);

char    *tv_timed_filters_dup_thread (TvTrace              *trace,
                                      guint32               utid);

G_END_DECLS

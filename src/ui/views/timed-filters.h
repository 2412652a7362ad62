/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/log/timed-rows.h"
#include "ui/kit/chip.h"
#include "ui/kit/filter-button.h"
#include "ui/kit/search-entry.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

#define TV_TIMED_MOST_CHOICES 4

/**
 * TvTimedOption:
 * @id: what is chosen
 * @label: (owned): what it is called
 * @count: how many rows it leaves
 */
typedef struct
{
  guint32 id;
  char *label;
  guint32 count;
} TvTimedOption;

/**
 * TvTimedChoice:
 * @title: what is chosen by it, marked with N_()
 * @column: of the rows
 * @test: what rows are asked
 * @is_thread: it is the thread that the whole session is filtered to
 * @find_options: (transfer full) (element-type TvTimedOption): called in a worker: what can be chosen
 * @dup_label: (transfer full): what an id is called
 *
 * A column by which rows are filtered.
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

/* A choice that is no column, but the text. */
#define TV_TIMED_TEXT G_MAXUINT32

/**
 * TvTimedTerm:
 * @is_excluded: rows with it are left out; else only those with it, or with another one of its column, are left
 * @choice: which choice it is of, or %TV_TIMED_TEXT
 * @id: what rows have in its column
 * @text: (owned): what it is called; of a text, that
 *
 * One more thing that rows are filtered by, which has a chip.
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
 * @rows: what is filtered
 * @choices: by what
 * @n_choices: of them, at most %TV_TIMED_MOST_CHOICES
 * @buttons: one for each
 * @text: what rows must have
 * @terms: (element-type TvTimedTerm): what they are filtered by beside
 *
 * The widgets by which rows in the order of time are filtered; all are of one list, which outlives them.
 */
typedef struct
{
  const TvTimedRows *rows;
  const TvTimedChoice *choices;
  guint n_choices;
  TvFilterButton *buttons[TV_TIMED_MOST_CHOICES];
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
char    *tv_timed_filters_dup_words  (const TvTimedFilters *self);
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

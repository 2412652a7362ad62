/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"
#include "ui/kit/table/table-view.h"

G_BEGIN_DECLS

#define TV_RANGE_MOST_SUMS 4

#define TV_RANGE_MOST_STEPS 2

/**
 * TvRangeLook:
 * @trace: the trace of the table
 * @base: the base of moments
 * @session: (nullable): for colors; %NULL in workers
 *
 * The data of a section's columns. Workers format cells too when they search for text, so formatters
 * only use @trace and @base.
 */
typedef struct
{
  TvTrace *trace;
  TvTimeBase base;
  TvSession *session;
} TvRangeLook;

/**
 * TvRangeStep:
 * @label: item of a row's menu, marked with N_(); %NULL after the last
 * @go: shows what a row leads to
 * @back_label: (nullable): item instead of @label where @go takes that back
 * @is_done: (nullable): whether it does
 */
typedef struct
{
  const char *label;
  void (*go) (TvSession *session, TvTable *table, guint32 row);
  const char *back_label;
  gboolean (*is_done) (TvSession *session, TvTable *table, guint32 row);
} TvRangeStep;

/**
 * TvRangeTableView:
 * @name: which table
 * @label: what it is called among the tables of its section, marked with N_()
 * @columns: what is shown of it
 * @n_columns: how many
 * @sort: the column to sort by, largest first
 * @select: the user selected a row
 * @steps: where a row leads: the first with a double click or Enter, too
 * @names_symbols: a row is about a symbol, which @select selects
 * @sums: those of its columns that can be added up; %NULL after the last
 * @bar: (nullable): column with a bar beside its figures, scaled to the largest row
 * @sum_note: (nullable): what times are added up over, marked with N_()
 * @by_cpu: (nullable): the same table while the session's clock is CPU time
 */
typedef struct _TvRangeTableView TvRangeTableView;

struct _TvRangeTableView
{
  const char *name;
  const char *label;
  const TvTableColumn *columns;
  guint n_columns;
  const char *sort;
  void (*select) (TvSession *session, TvTable *table, guint32 row);
  TvRangeStep steps[TV_RANGE_MOST_STEPS];
  gboolean names_symbols;
  const char *sums[TV_RANGE_MOST_SUMS];
  const char *bar;
  const char *sum_note;
  const TvRangeTableView *by_cpu;
};

#define TV_RANGE_MOST_TABLES 3

/**
 * TvRangeSectionInfo:
 * @id: what it is called in settings
 * @title: heading, marked with N_()
 * @empty: what is said where there is nothing, marked with N_()
 * @is_of_all: it is about all threads also where only one is counted
 * @is_quiet: (nullable): whether a row tells of nothing that happened; while all threads are
 *   counted, such rows are left out until the user wants them
 * @quiet_label: what is said where they are left out, marked with N_()
 * @quiet_tooltip: which rows these are, marked with N_()
 * @tables: of which one is shown at a time
 * @n_tables: how many
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *empty;
  gboolean is_of_all;
  gboolean (*is_quiet) (TvTable *table, guint32 row);
  const char *quiet_label;
  const char *quiet_tooltip;
  TvRangeTableView tables[TV_RANGE_MOST_TABLES];
  guint n_tables;
} TvRangeSectionInfo;

extern const TvRangeSectionInfo tv_range_cpu_section;
extern const TvRangeSectionInfo tv_range_state_section;
extern const TvRangeSectionInfo tv_range_slice_section;
extern const TvRangeSectionInfo tv_range_call_section; /* of methods */
extern const TvRangeSectionInfo tv_range_binder_section;
extern const TvRangeSectionInfo tv_range_counter_section;

/* A heading, and below it what there is to tell about the selected range of time, or the whole
 * trace. It is computed in a worker, and only while it can be seen; meanwhile the old numbers
 * stay. Below the rows stands what they, or those that are selected, come to together.
 *
 * Properties (with notify):
 *   is-busy   boolean   newer numbers are on the way
 */

#define TV_TYPE_RANGE_SECTION (tv_range_section_get_type ())
G_DECLARE_FINAL_TYPE (TvRangeSection, tv_range_section, TV, RANGE_SECTION, GtkWidget)

GtkWidget *tv_range_section_new        (const TvRangeSectionInfo *info,
                                        TvSession                *session);
TvTableView *tv_range_section_find_table (TvRangeSection         *self,
                                          const char             *name);
void       tv_range_section_follow     (TvRangeSection           *self,
                                        const char               *column,
                                        guint32                   id);
gboolean   tv_range_section_is_empty   (TvRangeSection           *self);
void       tv_range_section_find       (TvRangeSection           *self,
                                        const char               *text,
                                        gboolean                  is_regex);

G_END_DECLS

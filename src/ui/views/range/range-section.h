/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"
#include "ui/kit/table/table-view.h"

G_BEGIN_DECLS

#define TV_RANGE_MAX_SUMS 4

#define TV_RANGE_MAX_STEPS 2

/**
 * TvRangeContext:
 * @trace: trace of the table
 * @base: time base for timestamps
 * @session: (nullable): session, for colours; %NULL in workers
 *
 * User data of a section's columns. Workers format cells when they search for text, so the functions for text must
 * use only @trace and @base.
 */
typedef struct
{
  TvTrace *trace;
  TvTimeBase base;
  TvSession *session;
} TvRangeContext;

/**
 * TvRangeStep:
 * @label: label of the item, marked with N_(); %NULL after the last item
 * @go: (nullable): goes to the target of a row or, if @is_done returns %TRUE, goes back; %NULL if @search is set
 * @back_label: (nullable): label of the item if @is_done returns %TRUE
 * @is_done: (nullable): returns whether the session already shows the target
 * @search: (nullable): starts a worker that finds the target, and then goes to the target
 *
 * An item of a row's context menu that goes to a target, such as the longest slice of the row.
 */
typedef struct
{
  const char *label;
  void (*go) (TvSession *session, TvTable *table, guint32 row);
  const char *back_label;
  gboolean (*is_done) (TvSession *session, TvTable *table, guint32 row);
  void (*search) (TvSession *session, TvTable *table, guint32 row, GCancellable **worker);
} TvRangeStep;

/**
 * TvRangeTableView:
 * @name: name of the table
 * @label: (nullable): label in the section's choice of tables, marked with N_(); %NULL for a single table
 * @columns: columns of the table
 * @n_columns: number of columns
 * @sort: column by which the rows are sorted, largest first
 * @select: (nullable): called when the user selects a row
 * @steps: targets of a row; a double click or Enter opens the first
 * @names_symbols: whether rows are symbols, which @select selects
 * @sums: columns to add up; %NULL after the last one
 * @bar: (nullable): column with bars beside its numbers, relative to the largest number
 * @sum_note: (nullable): items over which times are added up, marked with N_()
 * @by_cpu: (nullable): presentation to use instead while the session's clock is CPU time
 *
 * Presentation of a table.
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
  TvRangeStep steps[TV_RANGE_MAX_STEPS];
  gboolean names_symbols;
  const char *sums[TV_RANGE_MAX_SUMS];
  const char *bar;
  const char *sum_note;
  const TvRangeTableView *by_cpu;
};

#define TV_RANGE_MAX_TABLES 3

/**
 * TvRangeSectionInfo:
 * @id: name in the settings
 * @title: heading, marked with N_()
 * @empty: message if there are no rows, marked with N_()
 * @is_of_all: whether the tables ignore the thread filter
 * @is_quiet: (nullable): returns whether a row has no activity; without a thread filter, such rows are hidden until
 *   the user shows them
 * @quiet_label: (nullable): label of the button that shows these rows, marked with N_()
 * @quiet_tooltip: (nullable): tooltip of that button, marked with N_()
 * @tables: tables, one of which is visible
 * @n_tables: number of tables
 *
 * Description of a section.
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
  TvRangeTableView tables[TV_RANGE_MAX_TABLES];
  guint n_tables;
} TvRangeSectionInfo;

extern const TvRangeSectionInfo tv_range_cpu_section;
extern const TvRangeSectionInfo tv_range_state_section;
extern const TvRangeSectionInfo tv_range_slice_section;
extern const TvRangeSectionInfo tv_range_call_section; /* calls of methods */
extern const TvRangeSectionInfo tv_range_path_section;
extern const TvRangeSectionInfo tv_range_binder_section;
extern const TvRangeSectionInfo tv_range_lock_section;
extern const TvRangeSectionInfo tv_range_counter_section;

/* Heading and table with statistics of the selected range, or of the whole trace. A worker computes the table while
 * the section is visible; the previous rows stay until the new ones are ready. Below the table are the sums of its
 * rows, or of the selected rows.
 *
 * Properties (with notify):
 *   is-busy  boolean  whether newer rows are being computed or sorted */

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

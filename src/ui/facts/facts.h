/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/time-base.h"
#include "analysis/system/slice-states.h"

G_BEGIN_DECLS

/* Facts: what is known of one thing, in words. They are made once and shown in several ways:
 *
 *   slice-facts.c    ┐             ┌▶ card      the brief ones
 *   symbol-facts.c   ├─▶ TvFacts ──┼▶ details   all but what is for cards only
 *   counter-facts.c  ┤             └▶ text      the brief ones: copied
 *   log-facts.c      ┘
 */

#define TV_FACT_MOST_FIGURES 4

/**
 * TvFactUse:
 * @TV_FACT_BRIEF: on cards, and in what is copied
 * @TV_FACT_FULL: in details
 * @TV_FACT_ALL: both
 */
typedef enum
{
  TV_FACT_BRIEF = 1 << 0,
  TV_FACT_FULL = 1 << 1,
  TV_FACT_ALL = TV_FACT_BRIEF | TV_FACT_FULL,
} TvFactUse;

/**
 * TvFactKind:
 * @TV_FACT_VALUE: a label and a text
 * @TV_FACT_FIGURES: a label and a text for each heading of the facts, where there is one
 * @TV_FACT_TEXT: a text that may have many lines, without its label where there is room
 * @TV_FACT_HEADING: the label is a heading of those that follow
 * @TV_FACT_STATES: how the states below share the time
 * @TV_FACT_STATE: a state, and how long a thread was in it
 * @TV_FACT_HINT: what can be done; no fact to be copied
 */
typedef enum
{
  TV_FACT_VALUE,
  TV_FACT_FIGURES,
  TV_FACT_TEXT,
  TV_FACT_HEADING,
  TV_FACT_STATES,
  TV_FACT_STATE,
  TV_FACT_HINT,
} TvFactKind;

/**
 * TvFact:
 * @uses: where it is shown
 * @label: what it is; empty where it goes on with the one before
 * @texts: (nullable) each: what is said of it; only figures have more than one
 * @state: of a %TV_FACT_STATE
 * @slice: where it leads to, or %TV_NONE
 * @counter: where it leads to, or %TV_NONE
 * @line: log line that it leads to, or %TV_NONE
 * @dump_thread: #TvDumpThread that it leads to, or %TV_NONE
 * @source: of which symbol it leads to the source, or %TV_NONE
 * @ns: a time of that
 */
typedef struct
{
  TvFactKind kind;
  TvFactUse uses;
  char *label;
  char *texts[TV_FACT_MOST_FIGURES];
  TvStateKind state;
  guint32 slice;
  guint32 counter;
  guint32 line;
  guint32 dump_thread;
  guint32 source;
  gint64 ns;
} TvFact;

/**
 * TvFacts:
 * @title: what it is called
 * @subtitle: (nullable): what tells it from others of its name
 * @remark: (nullable): what is odd about it; it is one of the brief facts, too
 * @headings: (nullable) each: of figures
 * @states: of a %TV_FACT_STATES
 * @list: (element-type TvFact): the more important first
 * @is_whole: there is nothing that is still being looked for
 */
typedef struct
{
  char *title;
  char *subtitle;
  char *remark;
  char *headings[TV_FACT_MOST_FIGURES];
  TvSliceStates states;
  GArray *list;
  gboolean is_whole;
} TvFacts;

TvFacts *tv_facts_new      (char          *title,
                            char          *subtitle);
void     tv_facts_free     (TvFacts       *self);
TvFact  *tv_facts_add      (TvFacts       *self,
                            TvFactUse      uses,
                            const char    *label,
                            const char    *text);
TvFact  *tv_facts_take     (TvFacts       *self,
                            TvFactUse      uses,
                            const char    *label,
                            char          *text);
void     tv_facts_add_time (TvFacts       *self,
                            TvFactUse      uses,
                            const char    *label,
                            gint64         ns);
void     tv_facts_add_moment (TvFacts     *self,
                            TvFactUse      uses,
                            const char    *label,
                            TvTrace       *trace,
                            const TvTimeBase *base,
                            gint64         ns);
void     tv_facts_add_share (TvFacts      *self,
                            TvFactUse      uses,
                            const char    *label,
                            gint64         part_ns,
                            gint64         whole_ns);
void     tv_facts_add_uncertainty (TvFacts *self,
                            gint64         uncertainty_ns);
void     tv_facts_add_heading (TvFacts    *self,
                            const char    *label);

char    *tv_facts_dup_value (const TvFacts *self,
                            const TvFact  *fact,
                            gboolean       in_lines);
char    *tv_facts_dup_text (const TvFacts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFacts, tv_facts_free)

G_END_DECLS

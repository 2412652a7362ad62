/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/time-base.h"
#include "analysis/system/slice-states.h"

G_BEGIN_DECLS

/* Facts: descriptions of an object in words. They are created once and shown in several ways:
 *
 *   slice-facts.c    ┐             ┌▶ card      brief facts
 *   symbol-facts.c   ├─▶ TvFacts ──┼▶ details   full facts
 *   counter-facts.c  ┤             └▶ text      brief facts, when copied
 *   log-facts.c      ┘ */

#define TV_FACT_MAX_FIGURES 4

/**
 * TvFactUse:
 * @TV_FACT_BRIEF: cards and copied text
 * @TV_FACT_FULL: details
 * @TV_FACT_ALL: all places
 *
 * Places where a fact is shown.
 */
typedef enum
{
  TV_FACT_BRIEF = 1 << 0,
  TV_FACT_FULL = 1 << 1,
  TV_FACT_ALL = TV_FACT_BRIEF | TV_FACT_FULL,
} TvFactUse;

/**
 * TvFactKind:
 * @TV_FACT_VALUE: label and text
 * @TV_FACT_FIGURES: label, and one text per heading of the list that has a value
 * @TV_FACT_TEXT: text with any number of lines; shown without its label if there is enough space
 * @TV_FACT_HEADING: the label is a heading of the facts that follow
 * @TV_FACT_STATES: bar of the thread states that the following facts list
 * @TV_FACT_STATE: thread state and its duration
 * @TV_FACT_HINT: a hint for the user; never copied
 *
 * Kinds of facts.
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
 * @uses: places where the fact is shown
 * @label: label; empty if the fact continues the previous one
 * @texts: (nullable): texts, each may be %NULL; only figures have more than one
 * @state: state of a %TV_FACT_STATE
 * @slice: slice that the fact links to, or %TV_NONE
 * @counter: counter that the fact links to, or %TV_NONE
 * @line: log line that the fact links to, or %TV_NONE
 * @dump_thread: #TvDumpThread that the fact links to, or %TV_NONE
 * @source: symbol whose source the fact links to, or %TV_NONE
 * @ns: time that the link leads to
 *
 * A fact: a label and a text, optionally with a link.
 */
typedef struct
{
  TvFactKind kind;
  TvFactUse uses;
  char *label;
  char *texts[TV_FACT_MAX_FIGURES];
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
 * @title: title, the name of the object
 * @subtitle: (nullable): text that distinguishes objects with the same title
 * @remark: (nullable): unusual property of the object; also added to the brief facts
 * @headings: (nullable): headings of figures; each may be %NULL
 * @states: states for a %TV_FACT_STATES
 * @list: (element-type TvFact): facts in order of importance
 * @is_whole: whether all facts are present, so that no worker is running
 *
 * A list of facts about an object.
 */
typedef struct
{
  char *title;
  char *subtitle;
  char *remark;
  char *headings[TV_FACT_MAX_FIGURES];
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/time-base.h"
#include "analysis/system/slice-states.h"

G_BEGIN_DECLS

/* Properties of an object as text. A list of properties is created once and has several uses:
 *
 *   slice-properties.c    ┐                    ┌▶ card      brief properties
 *   symbol-properties.c   ├─▶ TvPropertyList ──┼▶ details   full properties
 *   counter-properties.c  ┤                    └▶ text      brief properties, when copied
 *   log-properties.c …    ┘ */

#define TV_PROPERTY_MAX_FIGURES 4

/**
 * TvPropertyUse:
 * @TV_PROPERTY_BRIEF: cards and copied text
 * @TV_PROPERTY_FULL: details
 * @TV_PROPERTY_ALL: both
 *
 * Uses of a property.
 */
typedef enum
{
  TV_PROPERTY_BRIEF = 1 << 0,
  TV_PROPERTY_FULL = 1 << 1,
  TV_PROPERTY_ALL = TV_PROPERTY_BRIEF | TV_PROPERTY_FULL,
} TvPropertyUse;

/**
 * TvFactKind:
 * @TV_PROPERTY_VALUE: label and text
 * @TV_PROPERTY_FIGURES: label, and one text per heading of the list; each text may be %NULL
 * @TV_PROPERTY_TEXT: text of several lines; its label is hidden if the text has enough space
 * @TV_PROPERTY_HEADING: heading of the following properties
 * @TV_PROPERTY_STATES: bar of the thread states in @states of #TvPropertyList
 * @TV_PROPERTY_STATE: thread state and its duration
 * @TV_PROPERTY_HINT: hint for the user; never copied
 *
 * Kinds of properties.
 */
typedef enum
{
  TV_PROPERTY_VALUE,
  TV_PROPERTY_FIGURES,
  TV_PROPERTY_TEXT,
  TV_PROPERTY_HEADING,
  TV_PROPERTY_STATES,
  TV_PROPERTY_STATE,
  TV_PROPERTY_HINT,
} TvFactKind;

/**
 * TvProperty:
 * @uses: uses of the property
 * @label: label; empty if the text continues the previous property
 * @texts: strings, each of which may be %NULL; only figures have more than one
 * @state: state of a %TV_PROPERTY_STATE
 * @slice: linked slice, or %TV_NONE
 * @counter: linked counter, or %TV_NONE
 * @line: linked log line, or %TV_NONE
 * @dump_thread: linked #TvDumpThread, or %TV_NONE
 * @source: symbol whose source is linked, or %TV_NONE
 * @ns: time at which the linked counter is selected
 *
 * A property: a label and a text, with or without a link.
 */
typedef struct
{
  TvFactKind kind;
  TvPropertyUse uses;
  char *label;
  char *texts[TV_PROPERTY_MAX_FIGURES];
  TvStateKind state;
  guint32 slice;
  guint32 counter;
  guint32 line;
  guint32 dump_thread;
  guint32 source;
  gint64 ns;
} TvProperty;

/**
 * TvPropertyList:
 * @title: name of the object
 * @subtitle: (nullable): text that distinguishes objects with the same name
 * @remark: (nullable): unusual fact about the object
 * @headings: headings of figures, each of which may be %NULL
 * @states: states of a %TV_PROPERTY_STATES
 * @list: (element-type TvProperty): properties, most important first
 * @is_whole: whether the list is complete; if not, a worker finds the remaining properties
 *
 * Properties of an object.
 */
typedef struct
{
  char *title;
  char *subtitle;
  char *remark;
  char *headings[TV_PROPERTY_MAX_FIGURES];
  TvSliceStates states;
  GArray *list;
  gboolean is_whole;
} TvPropertyList;

TvPropertyList *tv_property_list_new      (char          *title,
                            char          *subtitle);
void     tv_property_list_free     (TvPropertyList       *self);
TvProperty  *tv_property_list_add      (TvPropertyList       *self,
                            TvPropertyUse      uses,
                            const char    *label,
                            const char    *text);
TvProperty  *tv_property_list_take     (TvPropertyList       *self,
                            TvPropertyUse      uses,
                            const char    *label,
                            char          *text);
void     tv_property_list_add_time (TvPropertyList       *self,
                            TvPropertyUse      uses,
                            const char    *label,
                            gint64         ns);
void     tv_property_list_add_timestamp (TvPropertyList     *self,
                            TvPropertyUse      uses,
                            const char    *label,
                            TvTrace       *trace,
                            const TvTimeBase *base,
                            gint64         ns);
void     tv_property_list_add_share (TvPropertyList      *self,
                            TvPropertyUse      uses,
                            const char    *label,
                            gint64         part_ns,
                            gint64         whole_ns);
void     tv_property_list_add_uncertainty (TvPropertyList *self,
                            gint64         uncertainty_ns);
void     tv_property_list_add_heading (TvPropertyList    *self,
                            const char    *label);

char    *tv_property_list_dup_value (const TvPropertyList *self,
                            const TvProperty  *property,
                            gboolean       in_lines);
char    *tv_property_list_dup_text (const TvPropertyList *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPropertyList, tv_property_list_free)

G_END_DECLS

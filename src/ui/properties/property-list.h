/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/time-base.h"
#include "analysis/system/slice-states.h"

G_BEGIN_DECLS

/* Properties of an object as text. They are created once and shown in several ways:
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
 * @TV_PROPERTY_ALL: all places
 *
 * Places where a property is shown.
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
 * @TV_PROPERTY_FIGURES: label, and one text per heading of the list that has a value
 * @TV_PROPERTY_TEXT: text with any number of lines; shown without its label if there is enough space
 * @TV_PROPERTY_HEADING: the label is a heading of the following properties
 * @TV_PROPERTY_STATES: bar of the thread states that the following properties list
 * @TV_PROPERTY_STATE: thread state and its duration
 * @TV_PROPERTY_HINT: a hint for the user; never copied
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
 * @uses: places where the property is shown
 * @label: label; empty if the text continues the previous property
 * @texts: (nullable): strings, each may be %NULL; only figures have more than one
 * @state: state of a %TV_PROPERTY_STATE
 * @slice: linked slice, or %TV_NONE
 * @counter: linked counter, or %TV_NONE
 * @line: linked log line, or %TV_NONE
 * @dump_thread: linked #TvDumpThread, or %TV_NONE
 * @source: symbol with linked source, or %TV_NONE
 * @ns: target time of the link
 *
 * A property: a label and a text, optionally with a link.
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
 * @title: title, the name of the object
 * @subtitle: (nullable): text that distinguishes objects with the same title
 * @remark: (nullable): unusual property of the object; also added to the brief properties
 * @headings: (nullable): headings of figures; each may be %NULL
 * @states: states for a %TV_PROPERTY_STATES
 * @list: (element-type TvProperty): properties in order of importance
 * @is_whole: whether the list is complete; if not, a worker is computing the remaining properties
 *
 * A list of properties of an object.
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

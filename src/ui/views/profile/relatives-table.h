/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/method-profile.h"
#include "ui/kit/table/table-model.h"

G_BEGIN_DECLS

/* The rows under an expanded method of the profile, with the same columns: its parents and its children in groups,
 * each with a heading. The times of a child are those of its calls from the method,
 * those of a parent are of its calls of the method, and percentages are of the method's inclusive time. */

/**
 * TvProfileRowKind:
 * @TV_PROFILE_ROW_METHOD: a method
 * @TV_PROFILE_ROW_GROUP: the heading of a group under an expanded method
 * @TV_PROFILE_ROW_SELF: the method's own time, first among its children
 * @TV_PROFILE_ROW_EDGE: a parent or child of the expanded method
 */
typedef enum
{
  TV_PROFILE_ROW_METHOD,
  TV_PROFILE_ROW_GROUP,
  TV_PROFILE_ROW_SELF,
  TV_PROFILE_ROW_EDGE,
} TvProfileRowKind;

/**
 * TvProfileLine:
 * @profile: whose numbers it has; borrowed from the table
 * @kind: its kind
 * @method: the method itself, or the one that it is under
 * @symbol: the symbol that it is about, or %TV_NONE for the heading of a group
 * @group: the group that it heads or lies in; %TV_N_PROFILE_GROUPS for a method
 * @calls: the non-recursive calls of a method, or the calls along an edge
 * @others: the method's recursive calls, or all calls of the edge's callee
 *
 * What a row of the profile is, of the method_profile table or of one under it.
 */
typedef struct
{
  TvProfile *profile;
  TvProfileRowKind kind;
  guint32 method;
  guint32 symbol;
  TvProfileGroup group;
  guint32 calls;
  guint32 others;
} TvProfileLine;

void tv_profile_line_get (TvTable       *table,
                          guint32        row,
                          TvProfileLine *line);

#define TV_TYPE_RELATIVES_TABLE (tv_relatives_table_get_type ())
G_DECLARE_FINAL_TYPE (TvRelativesTable, tv_relatives_table, TV, RELATIVES_TABLE, TvTable)

extern const TvTableTree tv_relatives_tree;

TvTable  *tv_relatives_table_new       (TvMethodProfileTable *methods,
                                        guint32               symbol,
                                        TvClock               clock);
TvTable  *tv_relatives_table_set_open  (TvRelativesTable     *self,
                                        TvProfileGroup        group,
                                        gboolean              is_open,
                                        guint32              *heading);

G_END_DECLS

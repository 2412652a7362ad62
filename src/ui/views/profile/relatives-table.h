/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/method-profile.h"
#include "ui/kit/table/table-model.h"

G_BEGIN_DECLS

/* Rows below an expanded method of the profile: its parents and children, in groups with headings. They have the
 * columns of the profile. The times of a child are those of the method's calls to the child; the times of a parent
 * are those of the parent's calls to the method. Percentages are relative to the method's inclusive time. */

/**
 * TvProfileRowKind:
 * @TV_PROFILE_ROW_METHOD: a method
 * @TV_PROFILE_ROW_GROUP: heading of a group below an expanded method
 * @TV_PROFILE_ROW_SELF: exclusive time of the expanded method; first row of its children
 * @TV_PROFILE_ROW_EDGE: parent or child of the expanded method
 *
 * Kind of a row of the profile.
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
 * @profile: profile that counts the calls; owned by the table
 * @method: the row's own method; in a row below an expanded method, the expanded method
 * @symbol: symbol in the row; %TV_NONE for the heading of a group
 * @group: group of the row; %TV_N_PROFILE_GROUPS for a method
 * @calls: non-recursive calls of a method, or calls from parent to child
 * @others: recursive calls of a method, or all calls of the callee
 *
 * Description of a row of the method_profile table, or of a row below an expanded method.
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

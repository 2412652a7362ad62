/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Parents and children of a method as a TvTable. The Profile view creates one when a method is expanded. State: which
 * groups are closed. tv_profile_line_get() describes rows of this table and of the method_profile table. */

#include "ui/views/profile/relatives-table.h"

#include "ui/kit/symbol-text.h"

struct _TvRelativesTable
{
  TvTable parent_instance;

  TvProfile *profile;
  guint32 method;
  GArray *groups[TV_N_PROFILE_GROUPS]; /* (element-type TvProfileRelative): one array per group */
  gboolean is_closed[TV_N_PROFILE_GROUPS];
};

G_DEFINE_FINAL_TYPE (TvRelativesTable, tv_relatives_table, TV_TYPE_TABLE)

/* ---- Rows ---- */

/* Returns the number of rows of a group with its heading; 0 for an empty group. The group of children starts with a
 * row for the method itself. */
static guint32
count_group (TvRelativesTable *self, TvProfileGroup group)
{
  guint32 n = self->groups[group]->len;

  if (n == 0)
    return 0;
  return self->is_closed[group] ? 1 : 1 + (group == TV_PROFILE_CHILDREN) + n;
}

/* Returns the group of a row. Sets @index to the row's index in the group; 0 is the heading. */
static TvProfileGroup
find_group (TvRelativesTable *self, guint32 row, guint32 *index)
{
  TvProfileGroup group = 0;

  while (row >= count_group (self, group))
    row -= count_group (self, group++);
  *index = row;
  return group;
}

/* Returns: (nullable): the parent or child in a row; %NULL for a heading and for the row of the method itself */
static const TvProfileRelative *
find_relative (TvRelativesTable *self, guint32 row)
{
  guint32 index;
  TvProfileGroup group = find_group (self, row, &index);
  guint32 n_before = 1 + (group == TV_PROFILE_CHILDREN);

  return index >= n_before
             ? &g_array_index (self->groups[group], TvProfileRelative, index - n_before)
             : NULL;
}

static guint32
count_calls (TvProfile *profile, guint32 symbol)
{
  const TvProfileEntry *entry = tv_profile_get_entry (profile, symbol);

  return entry->calls + entry->recursive_calls;
}

static void
get_line (TvRelativesTable *self, guint32 row, TvProfileLine *line)
{
  const TvProfileRelative *relative = find_relative (self, row);
  guint32 index;

  *line = (TvProfileLine){ .profile = self->profile,
                           .kind = TV_PROFILE_ROW_GROUP,
                           .method = self->method,
                           .symbol = TV_NONE,
                           .group = find_group (self, row, &index) };
  if (relative != NULL)
    {
      gboolean is_parent = line->group == TV_PROFILE_PARENTS ||
                           line->group == TV_PROFILE_PARENTS_RECURSIVE;

      line->kind = TV_PROFILE_ROW_EDGE;
      line->symbol = relative->symbol;
      line->calls = relative->calls;
      line->others = count_calls (self->profile, is_parent ? self->method : relative->symbol);
    }
  else if (index == 1)
    {
      line->kind = TV_PROFILE_ROW_SELF;
      line->symbol = self->method;
    }
}

/* Sets @line to the description of a row. @table: a method_profile table or a #TvRelativesTable. */
void
tv_profile_line_get (TvTable *table, guint32 row, TvProfileLine *line)
{
  if (TV_IS_RELATIVES_TABLE (table))
    get_line (TV_RELATIVES_TABLE (table), row, line);
  else
    {
      TvMethodProfileTable *methods = TV_METHOD_PROFILE_TABLE (table);
      guint32 symbol = tv_method_profile_table_get_symbol (methods, row);
      TvProfile *profile = tv_method_profile_table_get_profile (methods);
      const TvProfileEntry *entry = tv_profile_get_entry (profile, symbol);

      *line = (TvProfileLine){
        profile,      TV_PROFILE_ROW_METHOD, symbol, symbol, TV_N_PROFILE_GROUPS,
        entry->calls, entry->recursive_calls
      };
    }
}

/* ---- The table ---- */

static const TvTableInfo *
tv_relatives_table_get_info (TvTable *table)
{
  return &tv_method_profile_table_info;
}

static guint32
tv_relatives_table_get_n_rows (TvTable *table)
{
  guint32 n = 0;

  for (TvProfileGroup group = 0; group < TV_N_PROFILE_GROUPS; group++)
    n += count_group (TV_RELATIVES_TABLE (table), group);
  return n;
}

/* Gets the value of a cell. Only the columns for the name and the inclusive times have values. */
static void
tv_relatives_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvRelativesTable *self = TV_RELATIVES_TABLE (table);
  const TvProfileEntry *entry = tv_profile_get_entry (self->profile, self->method);
  gboolean is_cpu = column == TV_METHOD_PROFILE_INCL_CPU_NS ||
                    column == TV_METHOD_PROFILE_INCL_CPU_PCT;
  TvClock clock = is_cpu ? TV_CLOCK_CPU : TV_CLOCK_WALL;
  TvProfileLine line;
  gint64 ns, whole_ns;

  get_line (self, row, &line);
  if (column == TV_METHOD_PROFILE_NAME && line.symbol != TV_NONE)
    tv_cell_take_text (cell, tv_symbol_text_dup (self->profile, line.symbol));
  if (line.kind == TV_PROFILE_ROW_GROUP ||
      !tv_trace_has_clock (tv_profile_get_trace (self->profile), clock))
    return;
  ns = line.kind == TV_PROFILE_ROW_SELF ? entry->self_ns[clock]
                                        : find_relative (self, row)->inclusive_ns[clock];
  whole_ns = entry->inclusive_ns[clock];
  if (column == TV_METHOD_PROFILE_INCL_CPU_NS || column == TV_METHOD_PROFILE_INCL_WALL_NS)
    tv_cell_set_integer (cell, ns);
  if (column == TV_METHOD_PROFILE_INCL_CPU_PCT || column == TV_METHOD_PROFILE_INCL_WALL_PCT)
    tv_cell_set_real (cell, whole_ns > 0 ? 100.0 * (double) ns / (double) whole_ns : 0.0);
}

static void
tv_relatives_table_finalize (GObject *object)
{
  TvRelativesTable *self = TV_RELATIVES_TABLE (object);

  for (TvProfileGroup group = 0; group < TV_N_PROFILE_GROUPS; group++)
    g_clear_pointer (&self->groups[group], g_array_unref);
  g_clear_object (&self->profile);
  G_OBJECT_CLASS (tv_relatives_table_parent_class)->finalize (object);
}

static void
tv_relatives_table_class_init (TvRelativesTableClass *klass)
{
  TvTableClass *table_class = TV_TABLE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_relatives_table_finalize;
  table_class->get_info = tv_relatives_table_get_info;
  table_class->get_n_rows = tv_relatives_table_get_n_rows;
  table_class->get_cell = tv_relatives_table_get_cell;
}

static void
tv_relatives_table_init (TvRelativesTable *self)
{
}

/**
 * tv_relatives_table_new:
 * @methods: table of the profile
 * @symbol: method of the profile
 * @clock: clock by which parents and children are sorted
 *
 * Returns: (transfer full): the rows below the method, with all groups open
 */
TvTable *
tv_relatives_table_new (TvMethodProfileTable *methods, guint32 symbol, TvClock clock)
{
  TvRelativesTable *self = g_object_new (TV_TYPE_RELATIVES_TABLE, NULL);

  self->profile = g_object_ref (tv_method_profile_table_get_profile (methods));
  self->method = symbol;
  for (TvProfileGroup group = 0; group < TV_N_PROFILE_GROUPS; group++)
    self->groups[group] = tv_profile_dup_group (self->profile, symbol, group, clock);
  return TV_TABLE (self);
}

/**
 * tv_relatives_table_set_open:
 * @group: group to open or close
 * @is_open: whether the rows below the group's heading are visible
 * @heading: (out): row of the group's heading; not set if nothing changes
 *
 * Opens or closes a group in a copy of the table.
 *
 * Returns: (transfer full) (nullable): the changed table; %NULL if nothing changes
 */
TvTable *
tv_relatives_table_set_open (TvRelativesTable *self,
                             TvProfileGroup group,
                             gboolean is_open,
                             guint32 *heading)
{
  TvRelativesTable *other;

  if (count_group (self, group) == 0 || self->is_closed[group] == !is_open)
    return NULL;
  *heading = 0;
  other = g_object_new (TV_TYPE_RELATIVES_TABLE, NULL);
  other->profile = g_object_ref (self->profile);
  other->method = self->method;
  for (TvProfileGroup i = 0; i < TV_N_PROFILE_GROUPS; i++)
    {
      other->groups[i] = g_array_ref (self->groups[i]);
      other->is_closed[i] = i == group ? !is_open : self->is_closed[i];
      *heading += i < group ? count_group (self, i) : 0;
    }
  return TV_TABLE (other);
}

/* ---- Interface of a tree; its data is a TvClock ---- */

static TvTable *
renew (TvTable *children, TvTable *table, guint32 *row, gpointer data)
{
  TvRelativesTable *before = TV_RELATIVES_TABLE (children);
  TvMethodProfileTable *methods = TV_METHOD_PROFILE_TABLE (table);
  TvTable *renewed;

  *row = tv_method_profile_table_find (methods, before->method);
  if (*row == TV_NONE)
    return NULL;
  renewed = tv_relatives_table_new (methods, before->method, *(const TvClock *) data);
  for (TvProfileGroup group = 0; group < TV_N_PROFILE_GROUPS; group++)
    TV_RELATIVES_TABLE (renewed)->is_closed[group] = before->is_closed[group];
  return renewed;
}

static gboolean
is_open (TvTable *children, guint32 row)
{
  TvRelativesTable *self = TV_RELATIVES_TABLE (children);
  guint32 index;
  TvProfileGroup group = find_group (self, row, &index);

  return index == 0 && !self->is_closed[group];
}

const TvTableTree tv_relatives_tree = { .renew = renew, .is_open = is_open };

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/profile/profile-row.h"

struct _TvProfileRow
{
  GObject parent_instance;

  TvProfile *profile;
  TvProfileRowKind kind;
  guint32 method; /* the method itself, or the one that this row is under */
  TvProfileGroup group;
  TvProfileRelative relative; /* of an edge */
  gboolean is_expanded;
};

G_DEFINE_FINAL_TYPE (TvProfileRow, tv_profile_row, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_IS_EXPANDED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
tv_profile_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_IS_EXPANDED)
    g_value_set_boolean (value, TV_PROFILE_ROW (object)->is_expanded);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_profile_row_finalize (GObject *object)
{
  g_clear_object (&TV_PROFILE_ROW (object)->profile);
  G_OBJECT_CLASS (tv_profile_row_parent_class)->finalize (object);
}

static void
tv_profile_row_class_init (TvProfileRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = tv_profile_row_get_property;
  object_class->finalize = tv_profile_row_finalize;
  properties[PROP_IS_EXPANDED] = g_param_spec_boolean ("is-expanded", NULL, NULL, FALSE,
                                                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
tv_profile_row_init (TvProfileRow *self)
{
}

static TvProfileRow *
row_new (TvProfile *profile, TvProfileRowKind kind, guint32 method, TvProfileGroup group)
{
  TvProfileRow *self = g_object_new (TV_TYPE_PROFILE_ROW, NULL);

  self->profile = g_object_ref (profile);
  self->kind = kind;
  self->method = method;
  self->group = group;
  return self;
}

TvProfileRow *
tv_profile_row_new_method (TvProfile *profile, guint32 symbol)
{
  return row_new (profile, TV_PROFILE_ROW_METHOD, symbol, TV_N_PROFILE_GROUPS);
}

TvProfileRow *
tv_profile_row_new_group (TvProfile *profile, guint32 method, TvProfileGroup group)
{
  return row_new (profile, TV_PROFILE_ROW_GROUP, method, group);
}

TvProfileRow *
tv_profile_row_new_self (TvProfile *profile, guint32 method)
{
  return row_new (profile, TV_PROFILE_ROW_SELF, method, TV_PROFILE_CHILDREN);
}

TvProfileRow *
tv_profile_row_new_edge (TvProfile *profile,
                         guint32 method,
                         TvProfileGroup group,
                         const TvProfileRelative *relative)
{
  TvProfileRow *self = row_new (profile, TV_PROFILE_ROW_EDGE, method, group);

  self->relative = *relative;
  return self;
}

/* Makes it say what another does. */
void
tv_profile_row_assign (TvProfileRow *self, TvProfileRow *other)
{
  g_set_object (&self->profile, other->profile);
  self->kind = other->kind;
  self->method = other->method;
  self->group = other->group;
  self->relative = other->relative;
  tv_profile_row_set_expanded (self, other->is_expanded);
}

TvProfile *
tv_profile_row_get_profile (TvProfileRow *self)
{
  return self->profile;
}

TvProfileRowKind
tv_profile_row_get_kind (TvProfileRow *self)
{
  return self->kind;
}

/* The method that the row is, or that it is under. */
guint32
tv_profile_row_get_method (TvProfileRow *self)
{
  return self->method;
}

/* The symbol that the row is about, or %TV_NONE for the heading of a group. */
guint32
tv_profile_row_get_symbol (TvProfileRow *self)
{
  switch (self->kind)
    {
    case TV_PROFILE_ROW_METHOD:
    case TV_PROFILE_ROW_SELF:
      return self->method;
    case TV_PROFILE_ROW_EDGE:
      return self->relative.symbol;
    case TV_PROFILE_ROW_GROUP:
    default:
      return TV_NONE;
    }
}

/* The group that the row heads or lies in; %TV_N_PROFILE_GROUPS for a method. */
TvProfileGroup
tv_profile_row_get_group (TvProfileRow *self)
{
  return self->group;
}

gboolean
tv_profile_row_is_expanded (TvProfileRow *self)
{
  return self->is_expanded;
}

void
tv_profile_row_set_expanded (TvProfileRow *self, gboolean is_expanded)
{
  if (self->is_expanded == is_expanded)
    return;
  self->is_expanded = is_expanded;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_EXPANDED]);
}

/* The full time of an edge, or a method's own among its children. */
static gint64
get_part_ns (TvProfileRow *self, TvClock clock)
{
  if (self->kind == TV_PROFILE_ROW_SELF)
    return tv_profile_get_entry (self->profile, self->method)->self_ns[clock];
  return self->relative.inclusive_ns[clock];
}

/**
 * tv_profile_row_get_ns:
 * @figure: a time or its percentage
 * @clock: by which it is measured
 * @ns: (out): the time
 *
 * Returns: whether the row has that number
 */
gboolean
tv_profile_row_get_ns (TvProfileRow *self, TvProfileFigure figure, TvClock clock, gint64 *ns)
{
  const TvProfileEntry *entry = tv_profile_get_entry (self->profile, self->method);
  gboolean is_method = self->kind == TV_PROFILE_ROW_METHOD;

  if (self->kind == TV_PROFILE_ROW_GROUP)
    return FALSE;

  switch (figure)
    {
    case TV_FIGURE_INCLUSIVE_PERCENT:
    case TV_FIGURE_INCLUSIVE_TIME:
      *ns = is_method ? entry->inclusive_ns[clock] : get_part_ns (self, clock);
      return TRUE;
    case TV_FIGURE_EXCLUSIVE_PERCENT:
    case TV_FIGURE_EXCLUSIVE_TIME:
      *ns = entry->exclusive_ns[clock];
      return is_method;
    case TV_FIGURE_TIME_PER_CALL:
      *ns = tv_profile_entry_get_ns_per_call (entry, clock);
      return is_method;
    case TV_FIGURE_CALLS:
    default:
      return FALSE;
    }
}

/**
 * tv_profile_row_get_share:
 * @figure: a percentage
 * @clock: by which it is measured
 *
 * Returns: 0 … 1: of the trace's time for a method, of the method's inclusive time for its
 *   parents and children; negative where the row has no such number
 */
double
tv_profile_row_get_share (TvProfileRow *self, TvProfileFigure figure, TvClock clock)
{
  gint64 ns, whole_ns;

  if ((figure != TV_FIGURE_INCLUSIVE_PERCENT && figure != TV_FIGURE_EXCLUSIVE_PERCENT) ||
      !tv_profile_row_get_ns (self, figure, clock, &ns))
    return -1.0;
  if (self->kind == TV_PROFILE_ROW_METHOD)
    return tv_profile_get_percent (self->profile, ns, clock) / 100.0;

  whole_ns = tv_profile_get_entry (self->profile, self->method)->inclusive_ns[clock];
  return whole_ns > 0 ? (double) ns / (double) whole_ns : 0.0;
}

static guint32
get_all_calls (TvProfileRow *self, guint32 symbol)
{
  const TvProfileEntry *entry = tv_profile_get_entry (self->profile, symbol);

  return entry->calls + entry->recursive_calls;
}

/**
 * tv_profile_row_get_calls:
 * @calls: (out): the non-recursive calls of a method, or the calls along an edge
 * @others: (out): the method's recursive calls, or all calls of the edge's callee
 *
 * Returns: whether the row has them
 */
gboolean
tv_profile_row_get_calls (TvProfileRow *self, guint32 *calls, guint32 *others)
{
  const TvProfileEntry *entry = tv_profile_get_entry (self->profile, self->method);
  gboolean is_parent;

  switch (self->kind)
    {
    case TV_PROFILE_ROW_METHOD:
      *calls = entry->calls;
      *others = entry->recursive_calls;
      return TRUE;
    case TV_PROFILE_ROW_EDGE:
      is_parent = self->group == TV_PROFILE_PARENTS || self->group == TV_PROFILE_PARENTS_RECURSIVE;
      *calls = self->relative.calls;
      *others = get_all_calls (self, is_parent ? self->method : self->relative.symbol);
      return TRUE;
    case TV_PROFILE_ROW_GROUP:
    case TV_PROFILE_ROW_SELF:
    default:
      return FALSE;
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/names/rename-private.h"

/* Renames the stacks of a trace with line numbers. Restores the frames of inlined methods, and attributes outlined
 * code to the methods from which it was extracted:
 *
 *   raw callsite ─▶ frame ─▶ group of the map's lines ─▶ callsites, outermost first
 *
 * Entry point: tv_rename_stacks(), called by rename.c. Adds frames and callsites to the renamer; only reads the raw
 * trace. */

#define ROWS_PER_CANCEL_CHECK 4096

/* Limit of added callsites: a constant, plus a number for each callsite of the raw trace. Without a limit, a crafted
 * map could exhaust the memory. */
#define MAX_INLINED          1000000
#define MAX_INLINED_FOR_EACH 8

typedef struct
{
  TvRename *rename;
  const TvStacks *raw;
  guint32 *callsites; /* for each raw callsite, the new callsite */
  guint64 n_inlined;
} Stacks;

/* The original methods of a frame. */
typedef struct
{
  /* (nullable): class in the map; NULL if the map contains no methods for the line */
  const TvMapClass *class;
  guint32 first;
  guint32 n;
} Group;

static const TvMapMethod *
get_method (const Group *group, guint32 i)
{
  return &g_array_index (group->class->methods, TvMapMethod, group->first + i);
}

static Group
find_group (Stacks *self, const TvFrame *frame)
{
  TvMethodParts parts;
  Group group = { 0 };

  if (frame->symbol == TV_NONE || frame->line == 0 ||
      !tv_rename_find_parts (self->rename, frame->symbol, &parts) || parts.name == NULL)
    return group;
  group.first = tv_method_match_find_group (self->rename->map, parts.class, parts.name, parts.len,
                                            frame->line, &group.n);
  if (group.first != TV_NONE)
    group.class = parts.class;
  return group;
}

static TvFrame
make_frame (Stacks *self, const TvFrame *raw, const Group *group, guint32 i)
{
  const TvMapMethod *method = get_method (group, i);
  TvSymbol names = {
    .signature = TV_NONE, .source_file = TV_NONE, .class_name = TV_NONE, .name = TV_NONE
  };
  TvFrame frame = *raw;

  tv_rename_put_method (self->rename, group->class, method, &names);
  if (method->line.owner.size == 0 && group->class->source_file.size > 0)
    names.source_file = tv_rename_add_span (self->rename, group->class->source_file);
  frame.symbol = tv_trace_renamer_add_symbol (self->rename->renamer, &names);
  frame.line = tv_map_method_get_line (method, raw->line);
  frame.source_file = TV_NONE;
  frame.reported_name = 0;
  frame.is_inlined = i + 1 < group->n;
  return frame;
}

/* Adds the frames of the original methods, or the raw frame if they are unknown or too many frames have been added.
 * Returns the callsite of the innermost frame. */
static guint32
add_frames (Stacks *self, guint32 parent, const TvFrame *raw)
{
  Group group = find_group (self, raw);
  guint32 callsite = parent;

  self->n_inlined += group.n;
  if (group.class == NULL ||
      self->n_inlined > MAX_INLINED + (guint64) self->raw->n_callsites * MAX_INLINED_FOR_EACH)
    return tv_trace_renamer_add_callsite (self->rename->renamer, parent, raw);
  for (guint32 i = group.n; i-- > 0;)
    {
      TvFrame frame = make_frame (self, raw, &group, i);

      callsite = tv_trace_renamer_add_callsite (self->rename->renamer, callsite, &frame);
    }
  return callsite;
}

static guint32
find_callsite (const Stacks *self, guint32 raw)
{
  return raw != TV_NONE ? self->callsites[raw] : TV_NONE;
}

/* Returns the line number in the caller from which a line of an outline was extracted; 0 if the map does not contain
 * it. */
static guint32
find_caller_line (Stacks *self, guint32 line, const TvFrame *caller)
{
  Group group = find_group (self, caller);

  for (guint32 i = 0; group.class != NULL && i < group.n; i++)
    {
      guint32 found = tv_map_positions_find (get_method (&group, i)->positions, line);

      if (found > 0)
        return found;
    }
  return 0;
}

static guint32
rename_callsite (Stacks *self, const TvCallsite *raw)
{
  const TvFrame *frame = &self->raw->frames[raw->frame];
  Group group = find_group (self, frame);

  if (group.class != NULL && raw->parent != TV_NONE && get_method (&group, 0)->is_outline)
    {
      const TvCallsite *parent = &self->raw->callsites[raw->parent];
      TvFrame caller = self->raw->frames[parent->frame];
      guint32 line = find_caller_line (
          self, tv_map_method_get_line (get_method (&group, 0), frame->line), &caller);

      if (line > 0)
        {
          caller.line = line;
          return add_frames (self, find_callsite (self, parent->parent), &caller);
        }
    }
  return add_frames (self, find_callsite (self, raw->parent), frame);
}

static gboolean
has_lines (const TvStacks *stacks)
{
  for (guint32 i = 0; i < stacks->n_frames; i++)
    if (stacks->frames[i].line > 0)
      return TRUE;
  return FALSE;
}

/**
 * tv_rename_stacks:
 * @self: state of renaming with a map
 * @cancellable: (nullable): a #GCancellable
 *
 * Renames all stacks. Does nothing if no frame has a line number.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_rename_stacks (TvRename *self, GCancellable *cancellable)
{
  Stacks stacks = { .rename = self, .raw = tv_trace_get_stacks (self->raw) };
  g_autofree guint32 *callsites = NULL;

  if (!has_lines (stacks.raw) || stacks.raw->n_callsites == 0)
    return TRUE;
  stacks.callsites = callsites = g_new (guint32, stacks.raw->n_callsites);
  for (guint32 i = 0; i < stacks.raw->n_callsites; i++)
    {
      if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      callsites[i] = rename_callsite (&stacks, &stacks.raw->callsites[i]);
    }
  tv_trace_renamer_set_callsites (self->renamer, callsites);
  return TRUE;
}

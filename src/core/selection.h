/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* The part of a trace that an analysis covers, and the filters and transforms of its calls. Selections are
 * immutable, so that workers may hold references to them; the with and without functions return changed copies.
 * %NULL always means the whole trace. */
typedef struct _TvSelection TvSelection;

#define TV_TYPE_SELECTION (tv_selection_get_type ())
GType tv_selection_get_type (void);

/**
 * TvNameMatch:
 * @TV_NAME_CONTAINS: the pattern is a substring of `class.method`; case is ignored
 * @TV_NAME_REGEX: the pattern is a regular expression that matches any part of `class.method`
 * @TV_NAME_PACKAGE: the pattern is the package or an enclosing package; if a name has no package, the text before the
 *   first ':' or '#' counts as its package
 *
 * How a pattern is compared with a name.
 */
typedef enum
{
  TV_NAME_CONTAINS,
  TV_NAME_REGEX,
  TV_NAME_PACKAGE,
  TV_N_NAME_MATCHES,
} TvNameMatch;

/**
 * TvNameFilter:
 * @match: how the pattern is compared with names
 * @hides: %FALSE: only time with a matching call on its stack counts; %TRUE: only time without one counts
 * @text: the pattern
 *
 * Each filter of a selection narrows the result of the previous ones.
 */
typedef struct
{
  TvNameMatch match;
  gboolean hides;
  const char *text;
} TvNameFilter;

/**
 * TvTransformKind:
 * @TV_TRANSFORM_MERGE: removes the calls of the symbol and adds their time to their callers
 * @TV_TRANSFORM_FOCUS: makes stacks begin at the outermost call of the symbol; excludes other time
 * @TV_TRANSFORM_DROP: removes the calls of the symbol together with their callees
 * @TV_TRANSFORM_COLLAPSE_RECURSION: merges a call of the symbol (of any symbol if @symbol is %TV_NONE) with an outer
 *   call of the same symbol, including the calls between them
 * @TV_TRANSFORM_COLLAPSE_PACKAGE: merges calls within a package into one node
 * @TV_TRANSFORM_FOCUS_PACKAGE: makes stacks begin at the outermost call of the package; excludes other time
 * @TV_TRANSFORM_COLLAPSE_UNSYMBOLIZED: replaces frames without a symbol by a node of their library; consecutive
 *   frames of a library share a node
 *
 * A change that is applied to stacks before they are analyzed.
 */
typedef enum
{
  TV_TRANSFORM_MERGE,
  TV_TRANSFORM_FOCUS,
  TV_TRANSFORM_DROP,
  TV_TRANSFORM_COLLAPSE_RECURSION,
  TV_TRANSFORM_COLLAPSE_PACKAGE,
  TV_TRANSFORM_FOCUS_PACKAGE,
  TV_TRANSFORM_COLLAPSE_UNSYMBOLIZED,
  TV_N_TRANSFORM_KINDS,
} TvTransformKind;

/**
 * TvTransform:
 * @kind: kind of transform
 * @symbol: the symbol, or %TV_NONE
 * @package: (nullable): the package
 *
 * One transform of a selection. Each transform applies to the result of the previous ones.
 */
typedef struct
{
  TvTransformKind kind;
  guint32 symbol;
  const char *package;
} TvTransform;

TvSelection        *tv_selection_new_all          (void);
TvSelection        *tv_selection_new_range        (gint64              start_ns,
                                                   gint64              end_ns);
TvSelection        *tv_selection_ref              (const TvSelection  *self);
void                tv_selection_unref            (TvSelection        *self);
gboolean            tv_selection_is_equal         (const TvSelection  *self,
                                                   const TvSelection  *other);

TvSelection        *tv_selection_with_range       (const TvSelection  *self,
                                                   gint64              start_ns,
                                                   gint64              end_ns);
TvSelection        *tv_selection_with_threads     (const TvSelection  *self,
                                                   TvTrace            *trace,
                                                   const guint32      *utids,
                                                   guint               n);
TvSelection        *tv_selection_with_tracks      (const TvSelection  *self,
                                                   TvTrace            *trace,
                                                   const guint8       *tracks);
TvSelection        *tv_selection_with_clock       (const TvSelection  *self,
                                                   TvClock             clock);
TvSelection        *tv_selection_with_min_duration (const TvSelection *self,
                                                   gint64              min_ns);
TvSelection        *tv_selection_with_filter      (const TvSelection  *self,
                                                   const TvNameFilter *filter);
TvSelection        *tv_selection_without_filter   (const TvSelection  *self,
                                                   guint               i);
TvSelection        *tv_selection_with_transform   (const TvSelection  *self,
                                                   const TvTransform  *transform);
TvSelection        *tv_selection_without_transform (const TvSelection *self,
                                                   guint               i);

gboolean            tv_selection_is_all           (const TvSelection  *self);
gboolean            tv_selection_has_range        (const TvSelection  *self);
gboolean            tv_selection_changes_calls    (const TvSelection  *self);
gint64              tv_selection_get_start_ns     (const TvSelection  *self);
gint64              tv_selection_get_end_ns       (const TvSelection  *self);
const guint32      *tv_selection_get_threads      (const TvSelection  *self,
                                                   guint              *n);
gboolean            tv_selection_has_thread       (const TvSelection  *self,
                                                   guint32             utid);
gboolean            tv_selection_has_track        (const TvSelection  *self,
                                                   guint32             track);
TvClock             tv_selection_get_clock        (const TvSelection  *self);
gint64              tv_selection_get_min_duration_ns (const TvSelection *self);
const TvNameFilter *tv_selection_get_filters      (const TvSelection  *self,
                                                   guint              *n);
const TvTransform  *tv_selection_get_transforms   (const TvSelection  *self,
                                                   guint              *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSelection, tv_selection_unref)

G_END_DECLS

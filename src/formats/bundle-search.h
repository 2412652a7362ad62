/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/bundle.h"

G_BEGIN_DECLS

/* Text search in the lines of all members of a bundle. One member is in memory at a time, and at most
 * TV_BUNDLE_MAX_HITS lines are kept. */

#define TV_BUNDLE_MAX_HITS 10000

/* Longer lines are cut around the match. */
#define TV_BUNDLE_HIT_BYTES 400

/* Returns: whether a line of @size bytes, possibly not UTF-8, is a match; any thread may call it */
typedef gboolean (*TvBundleTest) (const char *line, gsize size, gconstpointer data);

/**
 * TvBundleHit:
 * @member: its member, or %TV_NONE for lines before the first section of a bug report that is no member
 * @line: line number in the member, from 1, or 0 if only the name of the member matches
 * @text: the line in valid UTF-8
 */
typedef struct
{
  guint member;
  guint64 line;
  char *text;
} TvBundleHit;

/**
 * TvBundleSearch:
 * @test: the condition
 * @data: data of @test
 * @hits: (element-type TvBundleHit): the matches, by member and line
 * @n_searched: members whose lines were searched
 * @n_skipped: members that are binary, locked or unreadable
 * @is_full: there are more matches than %TV_BUNDLE_MAX_HITS
 */
typedef struct
{
  TvBundleTest test;
  gconstpointer data;
  GArray *hits;
  guint n_searched;
  guint n_skipped;
  gboolean is_full;
} TvBundleSearch;

void     tv_bundle_search_init   (TvBundleSearch *self,
                                  TvBundleTest    test,
                                  gconstpointer   data);
void     tv_bundle_search_clear  (TvBundleSearch *self);
gboolean tv_bundle_search_head   (TvBundleSearch *self,
                                  const TvBundle *bundle,
                                  GCancellable   *cancellable);
gboolean tv_bundle_search_member (TvBundleSearch *self,
                                  const TvBundle *bundle,
                                  guint           member,
                                  GCancellable   *cancellable);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvBundleSearch, tv_bundle_search_clear)

G_END_DECLS

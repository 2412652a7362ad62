/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/bundle.h"

G_BEGIN_DECLS

/* Text search in the lines of all members of a bundle. Only one member is in memory at a time. */

#define TV_BUNDLE_MAX_HITS 10000

/* Maximum size of the text of a hit, in bytes. Longer lines are truncated around the match. */
#define TV_BUNDLE_HIT_BYTES 400

/* Returns whether a line of @size bytes matches. The line may be invalid UTF-8. Called on the thread of the search. */
typedef gboolean (*TvBundleTest) (const char *line, gsize size, gconstpointer data);

/**
 * TvBundleHit:
 * @member: index of the member; %TV_NONE for a line before the first section of a bug report in text form
 * @line: line number in the member, from 1; 0 if the hit is the name of the member
 * @text: the line or the name, as valid UTF-8; possibly truncated
 *
 * A matching line or name.
 */
typedef struct
{
  guint member;
  guint64 line;
  char *text;
} TvBundleHit;

/**
 * TvBundleSearch:
 * @test: function that decides whether a line or a member's name matches
 * @data: user data of @test
 * @hits: (element-type TvBundleHit): at most %TV_BUNDLE_MAX_HITS hits, in the order of the search
 * @n_searched: number of members whose lines have been searched
 * @n_skipped: number of members that are binary, locked or unreadable
 * @is_full: whether there are more hits than %TV_BUNDLE_MAX_HITS
 *
 * A search and its results.
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
gboolean tv_bundle_search_header (TvBundleSearch *self,
                                  const TvBundle *bundle,
                                  GCancellable   *cancellable);
gboolean tv_bundle_search_member (TvBundleSearch *self,
                                  const TvBundle *bundle,
                                  guint           member,
                                  GCancellable   *cancellable);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvBundleSearch, tv_bundle_search_clear)

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/bundle-time.h"

#include "core/clocks.h"
#include "formats/format.h"

/* Determines the start times of members. A member has its own clock, which the bug report of the bundle may
 * synchronize with the wall clock. */

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

static gboolean
read_first (TvInput *input, TvClocks *clocks, TvClockReading *first, GCancellable *cancellable)
{
  const TvFormat *format;

  if (!tv_format_unwrap (input, cancellable, NULL))
    return FALSE;
  format = tv_format_find (input, TV_CONFIDENCE_SURE, NULL);
  return format != NULL && format->read_clock != NULL &&
         format->read_clock (input, clocks, first, NULL);
}

/**
 * tv_bundle_find_time:
 * @self: a bundle
 * @member: index of a member
 * @time: (out): start of the member
 * @cancellable: (nullable): a #GCancellable
 *
 * Determines the start of a member by reading its first timestamp. Blocks; any thread may call it.
 */
void
tv_bundle_find_time (const TvBundle *self,
                     guint member,
                     TvBundleTime *time,
                     GCancellable *cancellable)
{
  static const char *const walls[] = { TV_CLOCK_LOCAL, TV_CLOCK_REALTIME };
  guint n;
  const TvMember *members = tv_bundle_get_members (self, &n);
  g_autoptr (TvClocks) clocks = tv_clocks_new ();
  g_autoptr (TvInput) input = NULL;
  TvClockReading first;
  TvClockTime wall;

  *time = (TvBundleTime){ .wall_s = members[member].stamp_s };
  if (members[member].kind != TV_MEMBER_TRACE && members[member].kind != TV_MEMBER_PERHAPS)
    return;
  input = tv_bundle_open_member (self, member, cancellable, NULL);
  if (input == NULL || !read_first (input, clocks, &first, cancellable))
    return;
  time->has_clock = TRUE;
  tv_bundle_sync_clocks (self, clocks);
  for (guint i = 0; i < G_N_ELEMENTS (walls); i++)
    if (tv_clocks_convert (clocks, first.domain, first.ts, tv_clocks_add (clocks, walls[i]), &wall))
      {
        time->wall_s = wall.ts / NS_PER_S;
        break;
      }
}

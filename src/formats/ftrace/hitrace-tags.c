/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/hitrace-tags.h"

/* Looks up names of tags and levels in static tables. Called by the handler of marks (ftrace-handlers-marks.c).
 * Pure. */

/* Tag names, indexed by bit number in HITRACE_TAG_…, from the guide of HiTraceMeter. They are proper names and are
 * not translated. */
static const char *const tag_names[] = {
  [0] = "ALWAYS",
  [5] = "COMMERCIAL",
  [6] = "DRM",
  [7] = "SECURITY",
  [9] = "ANIMATION",
  [10] = "PUSH",
  [11] = "VIRSE",
  [12] = "MUSL",
  [13] = "FFRT",
  [14] = "CLOUD",
  [15] = "DEV_AUTH",
  [16] = "COMMONLIBRARY",
  [17] = "HDCD",
  [18] = "HDF",
  [19] = "USB",
  [20] = "INTERCONNECTION",
  [21] = "DLP_CREDENTIAL",
  [22] = "ACCESS_CONTROL",
  [23] = "NET",
  [24] = "NWEB",
  [25] = "HUKS",
  [26] = "USERIAM",
  [27] = "DISTRIBUTED_AUDIO",
  [28] = "DLSM",
  [29] = "FILEMANAGEMENT",
  [30] = "OHOS",
  [31] = "ABILITY_MANAGER",
  [32] = "ZCAMERA",
  [33] = "ZMEDIA",
  [34] = "ZIMAGE",
  [35] = "ZAUDIO",
  [36] = "DISTRIBUTEDDATA",
  [37] = "MDFS",
  [38] = "GRAPHIC_AGP",
  [39] = "ACE",
  [40] = "NOTIFICATION",
  [41] = "MISC",
  [42] = "MULTIMODALINPUT",
  [43] = "SENSORS",
  [44] = "MSDP",
  [45] = "DSOFTBUS",
  [46] = "RPC",
  [47] = "ARK",
  [48] = "WINDOW_MANAGER",
  [49] = "ACCOUNT_MANAGER",
  [50] = "DISTRIBUTED_SCREEN",
  [51] = "DISTRIBUTED_CAMERA",
  [52] = "DISTRIBUTED_HARDWARE_FWK",
  [53] = "GLOBAL_RESMGR",
  [54] = "DEVICE_MANAGER",
  [55] = "SAMGR",
  [56] = "POWER",
  [57] = "DISTRIBUTED_SCHEDULE",
  [58] = "DEVICE_PROFILE",
  [59] = "DISTRIBUTED_INPUT",
  [60] = "BLUETOOTH",
  [61] = "ACCESSIBILITY_MANAGER",
  [62] = "APP",
};

/**
 * tv_hitrace_tag_name:
 * @tag: tag number in a mark
 *
 * Returns: (nullable): name of the tag, such as "APP" for 62; %NULL if the number is unused
 */
const char *
tv_hitrace_tag_name (guint tag)
{
  return tag < G_N_ELEMENTS (tag_names) ? tag_names[tag] : NULL;
}

/**
 * tv_hitrace_level_name:
 * @level: `D`, `I`, `C` or `M`
 *
 * Returns: (nullable): name of the level; %NULL for any other letter
 */
const char *
tv_hitrace_level_name (char level)
{
  switch (level)
    {
    case 'D':
      return "Debug";
    case 'I':
      return "Info";
    case 'C':
      return "Critical";
    case 'M':
      return "Commercial";
    default:
      return NULL;
    }
}

/**
 * tv_hitrace_tags_next:
 * @tags: (inout): two digits per tag; the first tag is removed
 * @tag: (out): tag number
 *
 * Takes the first tag from a list.
 *
 * Returns: %FALSE if there are no more tags
 */
gboolean
tv_hitrace_tags_next (TvSpan *tags, guint *tag)
{
  if (tags->size < 2 || !g_ascii_isdigit (tags->text[0]) || !g_ascii_isdigit (tags->text[1]))
    return FALSE;
  *tag = (tags->text[0] - '0') * 10 + (tags->text[1] - '0');
  tags->text += 2;
  tags->size -= 2;
  return TRUE;
}

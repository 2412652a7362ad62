/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The questions on the start page, and the formats that answer them, in a constant table. The start page shows the
 * cards; the window's action "open-for" uses their filters. */

#include "ui/window/start-cards.h"

#include <glib/gi18n.h>

#include "formats/format.h"

static const TvStartCard cards[] = {
  { "method",
    "preferences-system-time-symbolic",
    N_("Why is this method slow?"),
    N_("Method trace"),
    N_(".trace, long methods"),
    { "method-trace", "long-method-trace", "long-method-dump" } },
  { "system",
    "video-display-symbolic",
    N_("Why does it stutter or start slowly?"),
    N_("System trace"),
    N_("Perfetto, ftrace, hitrace, htrace"),
    { "perfetto", "ftrace", "htrace", "frame-stats" } },
  { "incident",
    "dialog-error-symbolic",
    N_("Why did it hang or crash?"),
    N_("ANR, tombstone, freeze, thread dump"),
    N_("anr_*, tombstone_*, appfreeze-*"),
    { "thread-dump", "long-method-dump", "tombstone", "tombstone-proto", "cppcrash", "jscrash",
      "rustpanic", "freeze" } },
  { "report",
    "phone-symbolic",
    N_("What does this bug report contain?"),
    N_("Bug report, logs"),
    N_("bugreport.zip, logcat, hilog, dmesg"),
    { "bug-report", "logcat", "hilog", "kernel-log", "dumpsys" } },
  { "memory",
    "media-flash-symbolic",
    N_("Where did the memory go?"),
    N_("Heap dump, native heap, meminfo"),
    N_("java_hprof, heapprofd, meminfo"),
    { "perfetto", "htrace", "pprof", "dumpsys" } },
  { "profile",
    "view-continuous-symbolic",
    N_("Which code uses the CPU?"),
    N_("Sampled profile"),
    N_("perf.data, simpleperf, pprof, folded"),
    { "perf-data", "perf-script", "simpleperf-report", "simpleperf-text", "hiperf-report", "pprof",
      "speedscope", "folded" } },
};

const TvStartCard *
tv_start_cards_get (guint *n)
{
  *n = G_N_ELEMENTS (cards);
  return cards;
}

/* Returns: (transfer none) (nullable): the card with an id */
const TvStartCard *
tv_start_cards_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (cards); i++)
    if (g_str_equal (cards[i].id, id))
      return &cards[i];
  return NULL;
}

/* Returns: (transfer full): a filter for the file types of a card, and for archives */
GtkFileFilter *
tv_start_card_new_filter (const TvStartCard *card)
{
  GtkFileFilter *filter = gtk_file_filter_new ();
  guint n;
  const TvFormat *const *formats = tv_formats_get (&n);

  gtk_file_filter_set_name (filter, _ (card->kinds));
  for (guint i = 0; i < n; i++)
    {
      if (!g_strv_contains (card->formats, formats[i]->id))
        continue;
      if (formats[i]->mime_type != NULL)
        gtk_file_filter_add_mime_type (filter, formats[i]->mime_type);
      for (guint k = 0; formats[i]->patterns != NULL && formats[i]->patterns[k] != NULL; k++)
        gtk_file_filter_add_pattern (filter, formats[i]->patterns[k]);
    }
  for (guint k = 0; tv_format_packed_patterns[k] != NULL; k++)
    gtk_file_filter_add_pattern (filter, tv_format_packed_patterns[k]);
  return filter;
}

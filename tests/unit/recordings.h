/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib/gstdio.h>

#include "formats/multi-file.h"
#include "perfetto-message.h"

G_BEGIN_DECLS

/* Loads Perfetto traces on one timeline, in the given order or, if @is_reversed is set, in reversed order. Takes
 * ownership of the traces. During loading, the traces are files in @folder, named by their indexes. */
static inline TvTrace *
load_recordings (const char *folder, Message *const *traces, guint n, gboolean is_reversed)
{
  g_autofree TvSource *sources = g_new0 (TvSource, n);
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.pftrace", i);
      char *path = g_build_filename (folder, name, NULL);

      g_assert_true (
          g_file_set_contents (path, (const char *) traces[i]->data, traces[i]->len, NULL));
      g_byte_array_unref (traces[i]);
      sources[is_reversed ? n - 1 - i : i].path = path;
    }
  trace = tv_load_multi_file (sources, n, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    {
      g_remove (sources[i].path);
      g_free ((char *) sources[i].path);
    }
  return trace;
}

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "../hostile/part-invariants.h"
#include "formats/load.h"
#include "table-text.h"

G_BEGIN_DECLS

/* Helpers that load reports of crashes and freezes, and compare rows of the resulting tables. */

static inline TvTrace *
load_fault_bytes (const void *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  g_autofree char *violation = NULL;

  g_assert_no_error (error);
  violation = tv_trace_dup_part_violation (trace);
  g_assert_cmpstr (violation, ==, NULL);
  return trace;
}

static inline TvTrace *
load_fault (const char *text)
{
  return load_fault_bytes (text, strlen (text));
}

static inline void
assert_rows (TvTrace *trace, const char *name, const char *columns, const char *wanted)
{
  g_autoptr (TvTable) table = open_table (name, trace, NULL);
  g_autofree char *rows = print_table (table, columns, NULL);

  g_assert_cmpstr (rows, ==, wanted);
}

static inline void
assert_n_rows (TvTrace *trace, const char *name, guint32 n)
{
  g_autoptr (TvTable) table = open_table (name, trace, NULL);

  g_test_message ("%s", name);
  g_assert_cmpuint (tv_table_get_n_rows (table), ==, n);
}

/* Returns: (transfer full) (nullable): the trace of the sample @name, a file from a device; %NULL if the file does
 * not exist */
static inline TvTrace *
load_fault_sample (const char *name)
{
  const char *folder = g_getenv ("TV_SAMPLES");
  g_autofree char *path = g_build_filename (folder != NULL ? folder : "../shared/samples", "device",
                                            name, NULL);
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_message ("%s is not there (TV_SAMPLES): left out", path);
      return NULL;
    }
  trace = tv_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

G_END_DECLS

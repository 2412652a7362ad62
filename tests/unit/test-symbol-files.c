/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <string.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "formats/elf-symbols.h"
#include "formats/samples/sample-writer.h"
#include "formats/symbol-files.h"

/* Tests names from libraries, with and without symbols, which the compiler builds for this test. */

#define SOURCE                                                                                     \
  "static int inner (int x) { return x * 3; }\n"                                                   \
  "__attribute__ ((noinline)) int hidden_work (int x) { return inner (x) + 1; }\n"                 \
  "int exported (int x);\n"                                                                        \
  "__attribute__ ((visibility (\"default\"))) int exported (int x) { return hidden_work (x); }\n"

static char *folder;

/* Runs a program in the folder. Returns whether it exists and succeeded. */
static gboolean
run (const char *first, ...)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  va_list list;
  int status = -1;

  g_ptr_array_add (argv, (gpointer) first);
  va_start (list, first);
  for (const char *word = va_arg (list, const char *); word != NULL;
       word = va_arg (list, const char *))
    g_ptr_array_add (argv, (gpointer) word);
  va_end (list);
  g_ptr_array_add (argv, NULL);
  return g_spawn_sync (folder, (char **) argv->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                       NULL, &status, NULL) &&
         g_spawn_check_wait_status (status, NULL);
}

static gboolean
make_library (const char *name, const char *build_id)
{
  g_autofree char *source = g_build_filename (folder, "lib.c", NULL);
  g_autofree char *id = g_strconcat ("-Wl,--build-id=0x", build_id, NULL);

  g_assert_true (g_file_set_contents (source, SOURCE, -1, NULL));
  return run ("cc", "-shared", "-fPIC", "-O1", "-fvisibility=hidden", id, "-o", name, "lib.c",
              NULL);
}

/* Returns the address of a file's symbol according to nm, or 0. */
static guint64
find_address (const char *name, const char *symbol)
{
  char *argv[] = { "nm", (char *) name, NULL };
  g_autofree char *out = NULL;
  g_auto (GStrv) lines = NULL;
  guint64 address = 0;

  if (!g_spawn_sync (folder, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL, NULL, NULL))
    return 0;
  lines = g_strsplit (out, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *blank = strrchr (lines[i], ' ');

      if (blank != NULL && strcmp (blank + 1, symbol) == 0)
        address = g_ascii_strtoull (lines[i], NULL, 16);
    }
  return address;
}

static const char *
find (TvSymbolFiles *files, const char *path, const char *build_id, guint64 address)
{
  return tv_symbol_files_find (files, (TvSpan){ path, strlen (path) }, build_id, address, FALSE);
}

static TvSymbolFiles *
open_folder (void)
{
  const char *const folders[] = { folder, NULL };

  return tv_symbol_files_new (folders);
}

static void
begin (void)
{
  folder = g_dir_make_tmp ("test-symbols-XXXXXX", NULL);
  g_assert_nonnull (folder);
}

static void
end (void)
{
  g_assert_true (run ("sh", "-c", "rm -rf ./*", NULL));
  g_rmdir (folder);
  g_clear_pointer (&folder, g_free);
}

/* ---- Tests ---- */

/* All functions of an unstripped library have names; gaps between functions do not. */
static void
test_whole (void)
{
  begin ();
  if (!tv_symbol_files_are_read () || !make_library ("libx.so", "0123abcd"))
    g_test_skip ("no compiler, or no libelf");
  else
    {
      guint64 hidden = find_address ("libx.so", "hidden_work");
      guint64 exported = find_address ("libx.so", "exported");
      g_autoptr (TvSymbolFiles) files = open_folder ();

      g_assert_cmpuint (tv_symbol_files_get_n (files), ==, 1);
      g_assert_cmpuint (hidden, >, 0);
      g_assert_cmpstr (find (files, "/system/lib64/libx.so", NULL, hidden), ==, "hidden_work");
      g_assert_cmpstr (find (files, "/system/lib64/libx.so", NULL, hidden + 1), ==, "hidden_work");
      g_assert_cmpstr (find (files, "libx.so", NULL, exported), ==, "exported");
      g_assert_null (find (files, "libx.so", NULL, 1));
      g_assert_null (find (files, "liby.so", NULL, hidden));
    }
  end ();
}

/* If no folder is set, the file at the recorded path is used if it has the recorded build id. */
static void
test_machine (void)
{
  begin ();
  if (!tv_symbol_files_are_read () || !make_library ("libx.so", "0123abcd"))
    g_test_skip ("no compiler, or no libelf");
  else
    {
      guint64 hidden = find_address ("libx.so", "hidden_work");
      g_autofree char *path = g_build_filename (folder, "libx.so", NULL);
      g_autoptr (TvSymbolFiles) files = tv_symbol_files_new (NULL);

      g_assert_cmpstr (find (files, path, "0123abcd", hidden), ==, "hidden_work");
      g_assert_null (find (files, path, NULL, hidden));
      g_assert_null (find (files, path, "", hidden));
      g_assert_null (find (files, path, "0123abce", hidden));
      g_assert_null (find (files, path, "0123ab", hidden));
      g_assert_null (find (files, path, "../23abcd", hidden));
      g_assert_null (find (files, "libx.so", "0123abcd", hidden));
      g_assert_null (find (files, folder, "0123abcd", hidden));
      g_assert_true (run ("mkfifo", "pipe", NULL));
      g_free (path);
      path = g_build_filename (folder, "pipe", NULL);
      g_assert_null (find (files, path, "0123abcd", hidden));
    }
  end ();
}

/* The segments are used to convert file offsets to addresses. */
static void
test_offset (void)
{
  begin ();
  if (!tv_symbol_files_are_read () || !make_library ("libx.so", "0123abcd"))
    g_test_skip ("no compiler, or no libelf");
  else
    {
      guint64 hidden = find_address ("libx.so", "hidden_work");
      g_autofree char *path = g_build_filename (folder, "libx.so", NULL);
      TvElfSymbols *symbols = tv_elf_symbols_open (path);

      g_assert_nonnull (symbols);
      g_assert_cmpstr (tv_elf_symbols_get_build_id (symbols), ==, "0123abcd");
      /* In this library, the address of the code is equal to its file offset. */
      g_assert_cmpstr (tv_elf_symbols_find (symbols, hidden, TRUE), ==, "hidden_work");
      g_assert_null (tv_elf_symbols_find (symbols, G_MAXUINT64, TRUE));
      tv_elf_symbols_free (symbols);
    }
  end ();
}

/* A file with a different build id does not match. A file with the same build id is found under any name. */
static void
test_build_id (void)
{
  begin ();
  if (!tv_symbol_files_are_read () || !make_library ("libx.so", "0123abcd"))
    g_test_skip ("no compiler, or no libelf");
  else
    {
      guint64 hidden = find_address ("libx.so", "hidden_work");
      g_autoptr (TvSymbolFiles) files = NULL;

      g_assert_true (run ("mkdir", "-p", "deep/er", NULL));
      g_assert_true (run ("mv", "libx.so", "deep/er/libx-unstripped.so", NULL));
      g_assert_true (make_library ("libx.so", "99999999"));
      files = open_folder ();
      g_assert_cmpuint (tv_symbol_files_get_n (files), ==, 2);
      g_assert_cmpstr (find (files, "/x/libx.so", "0123abcd", hidden), ==, "hidden_work");
      g_assert_cmpstr (find (files, "/x/libx.so", "99999999", hidden), ==, "hidden_work");
      g_assert_null (find (files, "/x/libx.so", "5555", hidden));
    }
  end ();
}

/* A stripped library contains only the names of its exports; .gnu_debugdata contains the other names. */
static void
test_stripped (void)
{
  begin ();
  if (!tv_symbol_files_are_read () || !make_library ("libx.so", "0123abcd") ||
      !run ("cp", "libx.so", "whole.so", NULL) || !run ("strip", "-s", "libx.so", NULL))
    g_test_skip ("no compiler or strip, or no libelf");
  else
    {
      guint64 hidden = find_address ("whole.so", "hidden_work");
      guint64 exported = find_address ("whole.so", "exported");

      {
        g_autoptr (TvSymbolFiles) files = open_folder ();

        g_assert_null (find (files, "libx.so", NULL, hidden));
        g_assert_cmpstr (find (files, "libx.so", NULL, exported), ==, "exported");
      }
      if (run ("sh", "-c",
               "objcopy --only-keep-debug whole.so mini && xz mini && rm whole.so &&"
               "objcopy --add-section .gnu_debugdata=mini.xz libx.so",
               NULL))
        {
          g_autoptr (TvSymbolFiles) files = open_folder ();

          g_assert_cmpstr (find (files, "libx.so", NULL, hidden), ==, "hidden_work");
        }
      else
        g_test_skip ("no objcopy or xz");
    }
  end ();
}

/* Readers of samples look up names in the configured folders. */
static void
test_reader (void)
{
  begin ();
  if (!tv_symbol_files_are_read () || !make_library ("libx.so", "0123abcd"))
    g_test_skip ("no compiler, or no libelf");
  else
    {
      const char *const folders[] = { folder, NULL };
      static const char *const builds[] = { "0123ABCD", "77777777" };
      static const char *const names[] = { "hidden_work", "libx.so+0x" };
      TvSpan path = { "/data/app/libx.so", strlen ("/data/app/libx.so") };
      guint64 hidden = find_address ("libx.so", "hidden_work");
      g_autoptr (TvSymbolFiles) files = NULL;

      tv_symbol_files_set_folders (folders);
      for (guint i = 0; i < G_N_ELEMENTS (builds); i++)
        {
          g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
          g_autoptr (TvTrace) trace = NULL;
          g_autofree char *name = NULL;
          TvSampleFrame frame = { .path = path, .address = hidden, .has_address = TRUE };
          TvSampleWriter writer;
          guint32 id;

          tv_sample_writer_init (&writer, builder);
          tv_sample_writer_set_build (&writer, path, (TvSpan){ builds[i], strlen (builds[i]) });
          id = tv_sample_writer_get_frame (&writer, &frame);
          tv_sample_writer_clear (&writer);
          trace = tv_trace_builder_finish (builder, NULL, NULL);
          name = tv_trace_dup_symbol_name (trace, tv_trace_get_stacks (trace)->frames[id].symbol);
          g_assert_true (g_str_has_prefix (name, names[i]));
        }
      tv_symbol_files_set_folders (NULL);
      files = tv_symbol_files_get ();
      g_assert_cmpuint (tv_symbol_files_get_n (files), ==, 0);
    }
  end ();
}

/* A truncated file, or a file that is not a library, has no symbols. */
static void
test_damaged (void)
{
  begin ();
  if (!tv_symbol_files_are_read () || !make_library ("libx.so", "0123abcd"))
    g_test_skip ("no compiler, or no libelf");
  else
    {
      g_autofree char *path = g_build_filename (folder, "libx.so", NULL);
      g_autofree char *whole = NULL;
      gsize size;

      g_assert_true (g_file_get_contents (path, &whole, &size, NULL));
      g_random_set_seed (7);
      for (guint round = 0; round < 400; round++)
        {
          g_autofree char *copy = g_memdup2 (whole, size);
          gsize n = round % 2 == 0 ? size : (gsize) g_random_int_range (1, (gint32) size);
          TvElfSymbols *symbols;

          for (guint i = 0; i < 1 + round % 20; i++)
            copy[g_random_int_range (0, (gint32) MIN (n, i % 2 == 0 ? 1024 : size))] = (char)
                g_random_int_range (0, 256);
          g_assert_true (g_file_set_contents (path, copy, (gssize) n, NULL));
          symbols = tv_elf_symbols_open (path);
          for (guint64 at = 0; symbols != NULL && at < 0x2000; at += 0x80)
            tv_elf_symbols_find (symbols, at, at % 0x100 == 0);
          tv_elf_symbols_free (symbols);
        }
    }
  end ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/symbol-files/whole", test_whole);
  g_test_add_func ("/symbol-files/machine", test_machine);
  g_test_add_func ("/symbol-files/offset", test_offset);
  g_test_add_func ("/symbol-files/build-id", test_build_id);
  g_test_add_func ("/symbol-files/stripped", test_stripped);
  g_test_add_func ("/symbol-files/reader", test_reader);
  g_test_add_func ("/symbol-files/damaged", test_damaged);
  return g_test_run ();
}

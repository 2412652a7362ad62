/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "export/write-table.h"

/* ---- Table with one column of each type and any number of rows ---- */

#define NULL_ROW 99

typedef struct
{
  gint64 integer;
  double percent;
  double real;
  const char *text; /* (nullable): NULL for a null cell */
} FakeRow;

struct _FakeTable
{
  TvTable parent_instance;

  const FakeRow *rows;
  guint32 n_rows;
  guint32 n_distinct; /* number of distinct rows, which repeat */
};

#define FAKE_TYPE_TABLE (fake_table_get_type ())
G_DECLARE_FINAL_TYPE (FakeTable, fake_table, FAKE, TABLE, TvTable)
G_DEFINE_FINAL_TYPE (FakeTable, fake_table, TV_TYPE_TABLE)

static const TvColumn fake_columns[] = {
  { "integer", TV_COLUMN_INTEGER, TV_UNIT_NS, "Integer", "" },
  { "percent", TV_COLUMN_REAL, TV_UNIT_PERCENT, "Percent", "" },
  { "real", TV_COLUMN_REAL, TV_UNIT_NONE, "Real", "" },
  { "text", TV_COLUMN_TEXT, TV_UNIT_NONE, "Text", "" },
};
static const TvTableInfo fake_info = { "fake", "", fake_columns, G_N_ELEMENTS (fake_columns),
                                       FALSE };

static const TvTableInfo *
fake_table_get_info (TvTable *table)
{
  return &fake_info;
}

static guint32
fake_table_get_n_rows (TvTable *table)
{
  return FAKE_TABLE (table)->n_rows;
}

static void
fake_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  FakeTable *self = FAKE_TABLE (table);
  const FakeRow *r = &self->rows[row % self->n_distinct];

  if (r->integer == NULL_ROW)
    return;
  if (column == 0)
    tv_cell_set_integer (cell, r->integer);
  else if (column == 1)
    tv_cell_set_real (cell, r->percent);
  else if (column == 2)
    tv_cell_set_real (cell, r->real);
  else
    tv_cell_take_text (cell, g_strdup (r->text));
}

static void
fake_table_class_init (FakeTableClass *class)
{
  TvTableClass *table_class = TV_TABLE_CLASS (class);

  table_class->get_info = fake_table_get_info;
  table_class->get_n_rows = fake_table_get_n_rows;
  table_class->get_cell = fake_table_get_cell;
}

static void
fake_table_init (FakeTable *self)
{
}

static TvTable *
fake_table_new (const FakeRow *rows, guint32 n_distinct, guint32 n_rows)
{
  FakeTable *self = g_object_new (FAKE_TYPE_TABLE, NULL);

  self->rows = rows;
  self->n_distinct = n_distinct;
  self->n_rows = n_rows;
  return TV_TABLE (self);
}

static char *
write_to_text (TvTable *table, const guint32 *order, TvTextFormat format)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  tv_write_table (table, order, format, stream, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_write_all (stream, "", 1, NULL, NULL, NULL);
  g_output_stream_close (stream, NULL, NULL);
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}

/* ---- Written text ---- */

typedef struct
{
  const char *text;
  const char *csv;
  const char *tsv;
  const char *json;
} TextCase;

static const TextCase texts[] = {
  { "plain", "plain", "plain", "\"plain\"" },
  { NULL, "", "", "null" },
  { "", "\"\"", "", "\"\"" },
  { "a,b", "\"a,b\"", "a,b", "\"a,b\"" },
  { "say \"hi\"", "\"say \"\"hi\"\"\"", "say \"hi\"", "\"say \\\"hi\\\"\"" },
  { "\"", "\"\"\"\"", "\"", "\"\\\"\"" },
  { "a\nb\r", "\"a\nb\r\"", "a\\nb\\r", "\"a\\u000ab\\u000d\"" },
  { "a\tb\\n", "a\tb\\n", "a\\tb\\\\n", "\"a\\u0009b\\\\n\"" },
  { " a ", "\" a \"", " a ", "\" a \"" },
  { "\x01\x1f\x7f", "\x01\x1f\x7f", "\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\"" },
  { "=1+1", "'=1+1", "=1+1", "\"=1+1\"" },
  { "-$$Nest$<init>", "'-$$Nest$<init>", "-$$Nest$<init>", "\"-$$Nest$<init>\"" },
  { "日本 ✓ 𝄞", "日本 ✓ 𝄞", "日本 ✓ 𝄞", "\"日本 ✓ 𝄞\"" },
};

static void
test_texts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      FakeRow row = { 1, 2, 3, texts[i].text };
      g_autoptr (TvTable) table = fake_table_new (&row, 1, 1);
      g_autofree char *csv = write_to_text (table, NULL, TV_TEXT_CSV);
      g_autofree char *tsv = write_to_text (table, NULL, TV_TEXT_TSV);
      g_autofree char *json = write_to_text (table, NULL, TV_TEXT_JSON);
      g_autofree char *text = tv_write_table_to_text (table, TV_TEXT_TSV);
      g_autofree char *expected_csv = g_strdup_printf ("integer,percent,real,text\r\n"
                                                       "1,2.0000,3,%s\r\n",
                                                       texts[i].csv);
      g_autofree char *expected_tsv = g_strdup_printf ("integer\tpercent\treal\ttext\n"
                                                       "1\t2.0000\t3\t%s\n",
                                                       texts[i].tsv);
      g_autofree char *expected_json = g_strdup_printf (
          "[\n{\"integer\":1,\"percent\":2.0000,\"real\":3,\"text\":%s}\n]\n", texts[i].json);

      g_assert_cmpstr (csv, ==, expected_csv);
      g_assert_cmpstr (tsv, ==, expected_tsv);
      g_assert_cmpstr (text, ==, expected_tsv);
      g_assert_cmpstr (json, ==, expected_json);
    }
}

static const FakeRow numbers[] = {
  { 0, 0, 0, "x" },
  { G_MAXINT64, 33.33333, 0.1, "x" },
  { G_MININT64, 100, -1.5e300, "x" },
  { -7, 1e300, INFINITY, "x" },
  { NULL_ROW, 0, 0, NULL },
  { 1234567890, NAN, 1e-7, "x" },
};

static const char *const numbers_csv =
    "integer,percent,real,text\r\n"
    "0,0.0000,0,x\r\n"
    "9223372036854775807,33.3333,0.10000000000000001,x\r\n"
    "-9223372036854775808,100.0000,-1.5000000000000001e+300,x\r\n"
    "-7,1.0000000000000001e+300,,x\r\n"
    ",,,\r\n"
    "1234567890,,9.9999999999999995e-08,x\r\n";

static void
test_numbers (void)
{
  g_autoptr (TvTable)
      table = fake_table_new (numbers, G_N_ELEMENTS (numbers), G_N_ELEMENTS (numbers));
  g_autofree char *csv = write_to_text (table, NULL, TV_TEXT_CSV);
  g_autofree char *json = write_to_text (table, (const guint32[]){ 5, 4, 3, 2, 1, 0 },
                                         TV_TEXT_JSON);

  g_assert_cmpstr (csv, ==, numbers_csv);
  g_assert_cmpstr (
      json, ==,
      "[\n"
      "{\"integer\":1234567890,\"percent\":null,\"real\":9.9999999999999995e-08,\"text\":\"x\"},\n"
      "{\"integer\":null,\"percent\":null,\"real\":null,\"text\":null},\n"
      "{\"integer\":-7,\"percent\":1.0000000000000001e+300,\"real\":null,\"text\":\"x\"},\n"
      "{\"integer\":-9223372036854775808,\"percent\":100.0000,"
      "\"real\":-1.5000000000000001e+300,\"text\":\"x\"},\n"
      "{\"integer\":9223372036854775807,\"percent\":33.3333,"
      "\"real\":0.10000000000000001,\"text\":\"x\"},\n"
      "{\"integer\":0,\"percent\":0.0000,\"real\":0,\"text\":\"x\"}\n"
      "]\n");
}

static void
test_no_rows (void)
{
  g_autoptr (TvTable) table = fake_table_new (numbers, 1, 0);
  g_autofree char *csv = write_to_text (table, NULL, TV_TEXT_CSV);
  g_autofree char *json = write_to_text (table, NULL, TV_TEXT_JSON);

  g_assert_cmpstr (csv, ==, "integer,percent,real,text\r\n");
  g_assert_cmpstr (json, ==, "[]\n");
}

static void
test_locale (void)
{
  static const char *const names[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE", NULL };
  guint i = 0;

  while (names[i] != NULL && setlocale (LC_ALL, names[i]) == NULL)
    i++;
  if (names[i] == NULL)
    {
      g_test_skip ("no locale with a decimal comma is installed");
      return;
    }
  g_assert_cmpstr (localeconv ()->decimal_point, ==, ",");
  test_numbers ();
  setlocale (LC_ALL, "C");
}

static void
test_parse_format (void)
{
  TvTextFormat format;

  g_assert_true (tv_text_format_parse ("csv", &format) && format == TV_TEXT_CSV);
  g_assert_true (tv_text_format_parse ("tsv", &format) && format == TV_TEXT_TSV);
  g_assert_true (tv_text_format_parse ("json", &format) && format == TV_TEXT_JSON);
  g_assert_false (tv_text_format_parse ("CSV", &format));
  g_assert_false (tv_text_format_parse ("", &format));
}

/* ---- Failing streams and files ---- */

static void
test_full_stream (void)
{
  char space[1000];
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new (space, sizeof space, NULL, NULL);
  g_autoptr (TvTable) table = fake_table_new (numbers, G_N_ELEMENTS (numbers), 100000);
  g_autoptr (GError) error = NULL;

  g_assert_false (tv_write_table (table, NULL, TV_TEXT_CSV, stream, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
}

static void
test_cancelled_stream (void)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TvTable) table = fake_table_new (numbers, G_N_ELEMENTS (numbers), 100000);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (tv_write_table (table, NULL, TV_TEXT_CSV, stream, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
}

typedef struct
{
  char *folder;
  char *path;
  GFile *file;
  TvTable *table; /* table with several MB of text */
} FileFixture;

static void
set_up (FileFixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("test-write-table-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "out, 1.csv", NULL);
  self->file = g_file_new_for_path (self->path);
  self->table = fake_table_new (numbers, G_N_ELEMENTS (numbers), 100000);
}

/* Asserts that the folder contains @n files. */
static void
assert_n_files (FileFixture *self, guint n)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);

  for (; g_dir_read_name (dir) != NULL; n--)
    g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, ==, 0);
}

static void
assert_content (FileFixture *self, const char *content)
{
  g_autofree char *found = NULL;

  g_assert_true (g_file_get_contents (self->path, &found, NULL, NULL));
  g_assert_cmpstr (found, ==, content);
}

static void
tear_down (FileFixture *self, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->path);
  g_object_unref (self->file);
  g_object_unref (self->table);
}

static void
put_old_file (FileFixture *self)
{
  g_assert_true (g_file_set_contents (self->path, "old", -1, NULL));
}

static void
test_new_file (FileFixture *self, gconstpointer data)
{
  g_autoptr (TvTable)
      table = fake_table_new (numbers, G_N_ELEMENTS (numbers), G_N_ELEMENTS (numbers));
  g_autoptr (GError) error = NULL;

  tv_write_table_to_file (table, NULL, TV_TEXT_CSV, self->file, NULL, &error);
  g_assert_no_error (error);
  assert_content (self, numbers_csv);
  assert_n_files (self, 1);
}

/* If a file is replaced, its permissions and the links to it are preserved. */
static void
test_replaced_file (FileFixture *self, gconstpointer data)
{
  g_autoptr (TvTable)
      table = fake_table_new (numbers, G_N_ELEMENTS (numbers), G_N_ELEMENTS (numbers));
  g_autofree char *link = g_build_filename (self->folder, "link", NULL);
  g_autoptr (GFile) link_file = g_file_new_for_path (link);
  g_autoptr (GError) error = NULL;
  struct stat info;

  put_old_file (self);
  g_assert_cmpint (g_chmod (self->path, 0640), ==, 0);
  g_assert_cmpint (symlink ("out, 1.csv", link), ==, 0);
  tv_write_table_to_file (table, NULL, TV_TEXT_CSV, link_file, NULL, &error);
  g_assert_no_error (error);
  assert_content (self, numbers_csv);
  g_assert_cmpint (lstat (link, &info), ==, 0);
  g_assert_true (S_ISLNK (info.st_mode));
  g_assert_cmpint (stat (self->path, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0640);
  assert_n_files (self, 2);
}

/* Writes with a limit on the size of files, which has the same effect as a full disk. */
static void
write_to_full_disk (FileFixture *self)
{
  struct rlimit old, tight;
  g_autoptr (GError) error = NULL;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &old), ==, 0);
  tight = old;
  tight.rlim_cur = 300000;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &tight), ==, 0);
  g_assert_false (
      tv_write_table_to_file (self->table, NULL, TV_TEXT_CSV, self->file, NULL, &error));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &old), ==, 0);
  g_assert_error (error, TV_ERROR, TV_ERROR_IO);
  g_assert_nonnull (strstr (error->message, "out, 1.csv"));
}

static void
test_full_disk (FileFixture *self, gconstpointer data)
{
  write_to_full_disk (self);
  assert_n_files (self, 0);
  put_old_file (self);
  write_to_full_disk (self);
  assert_content (self, "old");
  assert_n_files (self, 1);
}

static void
test_cancelled_file (FileFixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  put_old_file (self);
  g_cancellable_cancel (cancellable);
  g_assert_false (
      tv_write_table_to_file (self->table, NULL, TV_TEXT_CSV, self->file, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
  assert_content (self, "old");
  assert_n_files (self, 1);
}

/* If a path is not that of a regular file, it is not replaced. */
static void
test_no_file (FileFixture *self, gconstpointer data)
{
  const char *const paths[] = { self->folder, "/dev/full", "/nonexistent/folder/out.csv" };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (paths[i]);
      g_autoptr (GError) error = NULL;

      g_assert_false (tv_write_table_to_file (self->table, NULL, TV_TEXT_CSV, file, NULL, &error));
      g_assert_error (error, TV_ERROR, TV_ERROR_IO);
    }
  assert_n_files (self, 0);
}

#define ADD_FILE_TEST(path, test)                                                                  \
  g_test_add ("/write-table/" path, FileFixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/write-table/texts", test_texts);
  g_test_add_func ("/write-table/numbers", test_numbers);
  g_test_add_func ("/write-table/no-rows", test_no_rows);
  g_test_add_func ("/write-table/locale", test_locale);
  g_test_add_func ("/write-table/parse-format", test_parse_format);
  g_test_add_func ("/write-table/full-stream", test_full_stream);
  g_test_add_func ("/write-table/cancelled-stream", test_cancelled_stream);
  ADD_FILE_TEST ("new-file", test_new_file);
  ADD_FILE_TEST ("replaced-file", test_replaced_file);
  ADD_FILE_TEST ("full-disk", test_full_disk);
  ADD_FILE_TEST ("cancelled-file", test_cancelled_file);
  ADD_FILE_TEST ("no-file", test_no_file);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "formats/method-trace/records/record-pages.h"

/* more pages than the number of pages in memory */
#define N_RECORDS   400000
#define RECORD_SIZE 14
#define MOST        4

typedef struct
{
  guint n_workers;
  guint64 loads[MOST];
  gboolean has_reader; /* an additional thread reads ahead */
  gboolean is_serial;  /* each worker starts after the previous one has finished */
  guint slow;          /* index of a slow worker, or MOST */
  guint leaves;        /* index of a worker that stops early, or MOST */
} Case;

typedef struct
{
  const Case *setup;
  TvRecordPages *pages;
  guint worker;
  guint64 n_records;
  gboolean is_right;
} Task;

static guint16
get_tid (guint32 record)
{
  return (guint16) (record / 7 % 3 + (record % 50 < 2));
}

static GArray *
make_records (void)
{
  GArray *bytes = g_array_sized_new (FALSE, TRUE, 1, N_RECORDS * RECORD_SIZE);

  for (guint32 i = 0; i < N_RECORDS; i++)
    {
      guint8 record[RECORD_SIZE] = { (guint8) get_tid (i), 0 };

      memcpy (record + 2, &(guint32){ GUINT32_TO_LE (i) }, sizeof i);
      g_array_append_vals (bytes, record, RECORD_SIZE);
    }
  return bytes;
}

static gboolean
check_page (Task *self, const TvRecordPage *page)
{
  guint32 burst = 0;

  if (page->bursts[0] != 0 || page->bursts[page->n_bursts] != page->batch.n)
    return FALSE;
  for (gsize i = 0; i < page->batch.n; i++)
    {
      guint32 record = tv_record_get_word (page->batch.data + i * RECORD_SIZE + 2);

      if (record != self->n_records++)
        return FALSE;
      if (i == 0 || get_tid (record) != get_tid (record - 1))
        if (page->bursts[burst++] != i)
          return FALSE;
    }
  return burst == page->n_bursts;
}

static gpointer
work (gpointer data)
{
  Task *self = data;
  const TvRecordPage *page;
  guint64 n_done = 0;
  guint n_pages = 0;

  self->is_right = TRUE;
  while ((page = tv_record_pages_next (self->pages, self->worker, n_done, NULL)) != NULL)
    {
      self->is_right &= check_page (self, page);
      n_done = page->batch.n / self->setup->n_workers;
      if (self->worker == self->setup->slow)
        g_usleep (2000);
      if (self->worker == self->setup->leaves && ++n_pages == 3)
        break;
    }
  tv_record_pages_leave (self->pages, self->worker);
  return NULL;
}

static gpointer
read_ahead (gpointer data)
{
  tv_record_pages_read_ahead (data);
  return NULL;
}

static void
run (const Case *setup, TvRecordPages *pages, Task *tasks)
{
  GThread *reader = setup->has_reader ? g_thread_new ("reader", read_ahead, pages) : NULL;
  GThread *threads[MOST];

  for (guint i = 0; i < setup->n_workers; i++)
    {
      tasks[i] = (Task){ .setup = setup, .pages = pages, .worker = i };
      threads[i] = g_thread_new ("worker", work, &tasks[i]);
      if (setup->is_serial)
        g_thread_join (threads[i]);
    }
  for (guint i = 0; i < setup->n_workers && !setup->is_serial; i++)
    g_thread_join (threads[i]);
  if (reader != NULL)
    g_thread_join (reader);
}

/* Every worker that does not stop early receives all records in order. */
static void
test_pages (gconstpointer data)
{
  const Case *setup = data;
  g_autoptr (GArray) bytes = make_records ();
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (TvRecordRun));
  g_autoptr (TvInput) source = NULL;
  g_autofree char *path = NULL;
  TvRecordLayout layout = { TV_METHOD_CLOCK_DUAL, 2, RECORD_SIZE };
  int fd = g_file_open_tmp ("pages-XXXXXX", &path, NULL);
  Task tasks[MOST];
  TvRecordWalk walk;
  TvRecordPages *pages;

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (path, bytes->data, bytes->len, NULL));
  source = tv_input_open (path, NULL, NULL);
  g_array_append_val (runs, ((TvRecordRun){ 0, bytes->len }));
  tv_record_walk_init (&walk, runs, RECORD_SIZE, 0, bytes->len);
  pages = tv_record_pages_new (source, &layout, &walk, setup->loads, setup->n_workers);
  run (setup, pages, tasks);
  tv_record_pages_free (pages);
  for (guint i = 0; i < setup->n_workers; i++)
    {
      g_assert_true (tasks[i].is_right);
      if (i != setup->leaves)
        g_assert_cmpuint (tasks[i].n_records, ==, N_RECORDS);
    }
  g_unlink (path);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    Case setup;
  } cases[] = {
    { "one", { 1, { 9 }, FALSE, FALSE, MOST, MOST } },
    { "one-and-reader", { 1, { 9 }, TRUE, FALSE, MOST, MOST } },
    { "equal", { 2, { N_RECORDS / 2, N_RECORDS / 2 }, FALSE, FALSE, MOST, MOST } },
    { "waits", { 2, { 9, N_RECORDS }, FALSE, FALSE, 1, MOST } },
    { "goes-alone", { 2, { N_RECORDS, 9 }, FALSE, FALSE, 1, MOST } },
    { "serial", { 3, { 9, 9, N_RECORDS }, FALSE, TRUE, MOST, MOST } },
    { "leaves", { 3, { 9, 9, 9 }, FALSE, FALSE, MOST, 1 } },
    { "four-and-reader", { 4, { N_RECORDS, 9, 9, 99 }, TRUE, FALSE, 2, MOST } },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/record-pages/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i].setup, test_pages);
    }
  return g_test_run ();
}

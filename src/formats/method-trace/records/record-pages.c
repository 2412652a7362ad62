/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/records/record-pages.h"

#include <pthread.h>

/* Lets workers that read the same records share loaded pages. Called by the workers of record-slices.c: _next()
 * returns a page and gives back the previous one, and may wait for other workers. @lock protects the table of slots;
 * a loaded page is read without a lock until its last user has left. A worker that reads alone has a private slot. */

/* Number of shared pages. It is small, so that all pages stay in the CPU cache that the workers share. */
#define N_SLOTS 4

typedef struct
{
  TvRecordPage page;
  TvInputWindow window;
  gsize capacity; /* capacity of the page's bursts */
  guint n_users;  /* number of workers that still need the page */
  gboolean is_ready;
  gboolean has_any; /* whether the page has records; FALSE after the last page */
  GError *error;
} Slot;

typedef struct
{
  guint64 next;      /* number of the next page */
  guint64 left;      /* estimated number of remaining records of the worker */
  gboolean has_page; /* whether the worker uses page next - 1 */
  gboolean has_begun;
  gboolean has_left;
  gboolean is_alone;
  TvRecordWalk walk; /* walk of a worker that continues alone, with a private slot */
  Slot slot;
} Reader;

struct _TvRecordPages
{
  const TvRecordLayout *layout;

  /* Not GMutex and GCond, which ThreadSanitizer does not support. */
  pthread_mutex_t lock; /* protects all members below, except the content of slots in use */
  pthread_cond_t changed;
  TvRecordWalk walk;
  guint64 n_claimed; /* number of pages that are loaded or being loaded */
  gboolean is_at_end;
  Slot slots[N_SLOTS]; /* indexed by page number modulo N_SLOTS */
  guint n_readers;
  Reader readers[TV_READ_MAX_WORKERS];
};

/**
 * tv_record_pages_new:
 * @layout: layout of the records; must outlive the pages
 * @walk: walk at the first record; copied
 * @loads: (array length=n_workers): estimated number of records, per worker
 * @n_workers: number of workers, at most %TV_READ_MAX_WORKERS
 *
 * Creates pages for all records.
 *
 * Returns: (transfer full): the pages
 */
TvRecordPages *
tv_record_pages_new (TvInput *input,
                     const TvRecordLayout *layout,
                     const TvRecordWalk *walk,
                     const guint64 *loads,
                     guint n_workers)
{
  TvRecordPages *self = g_new0 (TvRecordPages, 1);

  self->layout = layout;
  self->walk = *walk;
  self->n_readers = n_workers;
  pthread_mutex_init (&self->lock, NULL);
  pthread_cond_init (&self->changed, NULL);
  for (guint i = 0; i < N_SLOTS; i++)
    self->slots[i].window.input = input;
  for (guint i = 0; i < n_workers; i++)
    {
      self->readers[i].left = loads[i];
      self->readers[i].slot.window.input = input;
    }
  return self;
}

static void
clear_slot (Slot *slot)
{
  tv_input_window_clear (&slot->window);
  g_free (slot->page.bursts);
  g_clear_error (&slot->error);
}

void
tv_record_pages_free (TvRecordPages *self)
{
  for (guint i = 0; i < N_SLOTS; i++)
    clear_slot (&self->slots[i]);
  for (guint i = 0; i < self->n_readers; i++)
    clear_slot (&self->readers[i].slot);
  pthread_mutex_destroy (&self->lock);
  pthread_cond_destroy (&self->changed);
  g_free (self);
}

/* Finds the bursts of a page. Works without branches, because the thread of the next record is unpredictable. */
G_ALWAYS_INLINE static inline void
find_bursts (TvRecordPage *page, gsize record_size, guint tid_bytes)
{
  const guint8 *record = page->batch.data;
  guint32 *bursts = page->bursts;
  guint32 before = TV_NONE;
  gsize n = 0;

  for (gsize i = 0; i < page->batch.n; i++, record += record_size)
    {
      guint32 tid = tv_record_get_tid (record, tid_bytes);

      bursts[n] = (guint32) i;
      n += tid != before;
      before = tid;
    }
  bursts[n] = (guint32) page->batch.n;
  page->n_bursts = n;
}

static void
read_page (const TvRecordPages *self, Slot *slot)
{
  TvRecordPage *page = &slot->page;
  gsize size = self->layout->record_size;

  slot->has_any = tv_record_batch_read (&page->batch, (guint) size, &slot->window, &slot->error);
  if (!slot->has_any)
    return;
  if (slot->capacity < page->batch.n + 1)
    {
      slot->capacity = page->batch.n + 1;
      g_free (page->bursts);
      page->bursts = g_new (guint32, slot->capacity);
    }
  if (self->layout->tid_bytes == 2 && size == 14)
    find_bursts (page, 14, 2);
  else
    find_bursts (page, size, self->layout->tid_bytes);
}

static gboolean
is_sharing (const Reader *reader)
{
  return !reader->has_left && !reader->is_alone;
}

static Slot *
get_slot (TvRecordPages *self, guint64 number)
{
  return &self->slots[number % N_SLOTS];
}

/* Loads the next page into a free slot. Releases the lock while reading. Returns FALSE if no slot is free or no page
 * is left. */
static gboolean
read_next (TvRecordPages *self)
{
  Slot *slot = get_slot (self, self->n_claimed);

  if (self->is_at_end || slot->n_users > 0)
    return FALSE;
  self->n_claimed++;
  for (guint i = 0; i < self->n_readers; i++)
    slot->n_users += is_sharing (&self->readers[i]);
  slot->is_ready = FALSE;
  slot->has_any = tv_record_walk_next (&self->walk, &slot->page.batch);
  self->is_at_end = !slot->has_any;
  if (slot->has_any)
    {
      pthread_mutex_unlock (&self->lock);
      read_page (self, slot);
      pthread_mutex_lock (&self->lock);
    }
  self->is_at_end |= !slot->has_any;
  slot->is_ready = TRUE;
  pthread_cond_broadcast (&self->changed);
  return TRUE;
}

static void
give_page_back (TvRecordPages *self, Reader *reader)
{
  if (reader->has_page && --get_slot (self, reader->next - 1)->n_users == 0)
    pthread_cond_broadcast (&self->changed);
  reader->has_page = FALSE;
}

/* Returns whether another worker has more work left; waiting for that worker then does not delay the whole pass. If a
 * worker has not started yet, waiting is not worthwhile, because it may start after this worker has finished. */
static gboolean
is_worth_waiting (const TvRecordPages *self, const Reader *reader)
{
  guint64 max = 0;

  for (guint i = 0; i < self->n_readers; i++)
    if (is_sharing (&self->readers[i]))
      {
        if (!self->readers[i].has_begun)
          return FALSE;
        max = MAX (max, self->readers[i].left);
      }
  return max > reader->left;
}

/* Returns the slot with the worker's next page; NULL if the worker should continue alone. */
static Slot *
wait_for_page (TvRecordPages *self, const Reader *reader)
{
  Slot *slot = get_slot (self, reader->next);

  while (reader->next == self->n_claimed || !slot->is_ready)
    {
      if (read_next (self))
        continue;
      if (reader->next == self->n_claimed && !is_worth_waiting (self, reader))
        return NULL;
      pthread_cond_wait (&self->changed, &self->lock);
    }
  return slot;
}

/* Loads the next page for this worker only. */
static Slot *
read_alone (const TvRecordPages *self, Reader *reader)
{
  Slot *slot = &reader->slot;

  slot->has_any = tv_record_walk_next (&reader->walk, &slot->page.batch);
  if (slot->has_any)
    read_page (self, slot);
  return slot;
}

static Slot *
take_page (TvRecordPages *self, Reader *reader)
{
  Slot *slot;

  give_page_back (self, reader);
  slot = wait_for_page (self, reader);
  if (slot == NULL)
    {
      reader->walk = self->walk;
      reader->is_alone = TRUE;
      pthread_cond_broadcast (&self->changed);
      return NULL;
    }
  reader->next++;
  reader->has_page = TRUE;
  return slot;
}

/**
 * tv_record_pages_next:
 * @worker: an active worker
 * @n_done: number of the worker's records in the previous page
 * @error: set to %TV_ERROR_IO
 *
 * Releases the previous page of a worker and returns the next one.
 *
 * Returns: (transfer none) (nullable): the next page, valid until the worker's next call; %NULL at the end or on
 * error
 */
const TvRecordPage *
tv_record_pages_next (TvRecordPages *self, guint worker, guint64 n_done, GError **error)
{
  Reader *reader = &self->readers[worker];
  Slot *slot = NULL;

  pthread_mutex_lock (&self->lock);
  reader->has_begun = TRUE;
  reader->left -= MIN (n_done, reader->left);
  if (!reader->is_alone)
    slot = take_page (self, reader);
  pthread_mutex_unlock (&self->lock);
  if (slot == NULL)
    slot = read_alone (self, reader);
  if (slot->has_any)
    return &slot->page;
  if (slot->error != NULL && error != NULL)
    *error = g_error_copy (slot->error);
  return NULL;
}

/**
 * tv_record_pages_leave:
 * @worker: a worker that needs no more pages
 *
 * Unregisters a worker, so that no other worker waits for it. Each worker must call this function when it has
 * finished.
 */
void
tv_record_pages_leave (TvRecordPages *self, guint worker)
{
  Reader *reader = &self->readers[worker];

  pthread_mutex_lock (&self->lock);
  give_page_back (self, reader);
  if (!reader->is_alone)
    for (guint64 number = reader->next; number < self->n_claimed; number++)
      get_slot (self, number)->n_users--;
  reader->has_left = TRUE;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->lock);
}

static gboolean
has_sharers (const TvRecordPages *self)
{
  for (guint i = 0; i < self->n_readers; i++)
    if (is_sharing (&self->readers[i]))
      return TRUE;
  return FALSE;
}

/**
 * tv_record_pages_read_ahead:
 *
 * Loads pages ahead of the workers up to the end of the file, on an otherwise idle CPU.
 */
void
tv_record_pages_read_ahead (TvRecordPages *self)
{
  pthread_mutex_lock (&self->lock);
  while (!self->is_at_end && has_sharers (self))
    if (!read_next (self))
      pthread_cond_wait (&self->changed, &self->lock);
  pthread_mutex_unlock (&self->lock);
}

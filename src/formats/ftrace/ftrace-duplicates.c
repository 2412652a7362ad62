/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/large-block.h"
#include "core/memory/row-table.h"
#include "formats/ftrace/ftrace-merge.h"

/* Drops duplicate kernel events. Several files may contain the same event, for example if a log was saved
 * during another recording. Duplicates have the same text, thread, CPU and time. The copy in a recording is
 * kept, or else the copy in the file with the finer clock. If a single file contains an event several times,
 * all these copies are kept:
 *
 *   a log, in µs          100.000012 a   100.000013 b
 *   a recording, in ns    100.000012345 a              100.000013900 c
 *   result                100.000012345 a   100.000013 b   100.000013900 c
 *
 * Entry point: tv_ftrace_merge_drop_duplicates(), called by ftrace-merge.c before the events are sorted into the
 * builder. Returns a shorter order and counts the dropped events as a problem; the events themselves do not
 * change. */

#define US 1000

typedef struct
{
  const TvFtraceMerge *merge;
  guint32 n;
  const guint32 *order; /* (nullable) rows of the events in time order */
  const gint64 *ts;
  const guint32 *threads;
  const guint32 *cpus;
  const guint32 *texts;
  guint32 *same_text; /* per event text: first text with the same content and event type */
  guint32 *before;    /* per position: previous position with the same content, or TV_NONE */
  guint16 *
      matched; /* per position: 1 + index of the last member that contains the same event; 0 if none */
  guint8 *is_duplicate; /* per position: whether the event is dropped */
  TvRowTable last;      /* content → position of the last event */
  guint64 seed;
  guint32 n_duplicates;
} Search;

static const TvFtraceMember *
peek (const Search *self, guint i)
{
  return &g_array_index (self->merge->members, TvFtraceMember, i);
}

static guint32
get_row (const Search *self, guint32 position)
{
  return self->order != NULL ? self->order[position] : position;
}

/* ---- Texts ---- */

/* Returns an identifier of the event type. All names of the marker event share one identifier. */
static guint32
get_kind (const Search *self, guint32 name)
{
  const char *text = tv_trace_builder_get_string (self->merge->builder, name);
  TvFtraceEvent event = tv_ftrace_event_lookup ((TvSpan){ text, strlen (text) });

  return event == TV_FTRACE_EVENT_MARK ? G_MAXUINT32 : name;
}

static TvSpan
get_payload (const Search *self, guint32 text, GString *buffer, guint32 *kind)
{
  TvSpan payload;

  payload.text = tv_trace_builder_get_text (self->merge->builder, text, buffer, &payload.size);
  while (payload.size > 0 && g_ascii_isspace (payload.text[payload.size - 1]))
    payload.size--;
  *kind = get_kind (self, tv_trace_builder_get_text_name (self->merge->builder, text));
  return payload;
}

static void
find_same_texts (Search *self)
{
  guint32 n = tv_trace_builder_get_n_texts (self->merge->builder);
  TvRowTable known = { 0 };
  g_autoptr (GString) buffer = g_string_new (NULL);
  g_autoptr (GString) other_buffer = g_string_new (NULL);

  self->same_text = g_new (guint32, MAX (n, 1));
  for (guint32 text = 0; text < n; text++)
    {
      guint32 kind, other_kind, row;
      TvSpan payload = get_payload (self, text, buffer, &kind);
      guint32 hash = tv_hash_bytes (tv_hash_word (self->seed, kind), payload.text, payload.size);

      for (guint32 slot = hash; (row = tv_row_table_next (&known, hash, &slot)) != TV_NONE;)
        {
          TvSpan other = get_payload (self, row, other_buffer, &other_kind);

          if (other_kind == kind && other.size == payload.size &&
              memcmp (other.text, payload.text, payload.size) == 0)
            break;
        }
      self->same_text[text] = row != TV_NONE ? row : text;
      if (row == TV_NONE)
        tv_row_table_add (&known, hash, text);
    }
  tv_row_table_clear (&known);
}

/* ---- Events ---- */

/* Returns the first thread with the same tid in any file. */
static guint32
get_thread (const Search *self, guint32 row)
{
  return tv_ftrace_threads_get_first (&self->merge->threads, self->threads[row]);
}

static gboolean
is_same_event (const Search *self, guint32 a, guint32 b)
{
  return get_thread (self, a) == get_thread (self, b) && self->cpus[a] == self->cpus[b] &&
         self->same_text[self->texts[a]] == self->same_text[self->texts[b]];
}

/* Returns whether two timestamps may denote the same time: they differ by less than a tick of the coarser clock, and
 * by less than 1 µs. */
static gboolean
is_same_time (const Search *self, guint a, guint b, gint64 early, gint64 late)
{
  gint64 tick_ns = MAX (peek (self, a)->tick_ns, peek (self, b)->tick_ns);

  return late - early < MIN (tick_ns, US);
}

static void
skip_duplicate (Search *self, guint32 position, guint32 original, guint member)
{
  self->is_duplicate[position] = TRUE;
  self->matched[original] = (guint16) (member + 1);
  self->n_duplicates++;
}

/* If another file contains the same event, drops one of the two. */
static void
inspect (Search *self, guint32 position, guint32 last)
{
  guint32 row = get_row (self, position);
  guint member = tv_ftrace_merge_find_member (self->merge, row);

  for (guint32 at = last; at != TV_NONE; at = self->before[at])
    {
      guint32 other_row = get_row (self, at);
      guint other = tv_ftrace_merge_find_member (self->merge, other_row);

      if (self->ts[row] - self->ts[other_row] >= US)
        return;
      if (other == member || self->is_duplicate[at] || self->matched[at] == member + 1 ||
          peek (self, member)->uncertainty_ns != 0 || peek (self, other)->uncertainty_ns != 0 ||
          !is_same_time (self, other, member, self->ts[other_row], self->ts[row]))
        continue;
      if (tv_ftrace_member_precedes (peek (self, member), peek (self, other)))
        skip_duplicate (self, at, position, other);
      else
        skip_duplicate (self, position, at, member);
      return;
    }
}

static void
inspect_all (Search *self)
{
  for (guint32 position = 0; position < self->n; position++)
    {
      guint32 row = get_row (self, position), last;
      guint32 hash = (guint32) tv_hash_word (
          tv_hash_word (self->seed, (guint64) get_thread (self, row) << 32 | self->cpus[row]),
          self->same_text[self->texts[row]]);

      for (guint32 slot = hash; (last = tv_row_table_next (&self->last, hash, &slot)) != TV_NONE;)
        if (is_same_event (self, get_row (self, last), row))
          break;
      self->before[position] = last;
      if (last != TV_NONE)
        {
          inspect (self, position, last);
          tv_row_table_replace (&self->last, hash, last, position);
        }
      else
        tv_row_table_add (&self->last, hash, position);
    }
}

/* Returns: (transfer full): the remaining rows in time order. Sets @n to their number. Takes ownership of @order. */
static guint32 *
keep_others (const Search *self, guint32 *order, guint32 *n)
{
  guint32 n_remaining = 0;

  if (order == NULL)
    {
      order = tv_large_block_new (*n * sizeof *order);
      for (guint32 i = 0; i < *n; i++)
        order[i] = i;
    }
  for (guint32 position = 0; position < *n; position++)
    if (!self->is_duplicate[position])
      order[n_remaining++] = order[position];
  *n = n_remaining;
  return order;
}

/* Returns whether files of the same machine overlap in time. */
static gboolean
overlap (const Search *self)
{
  for (guint i = 0; i < self->merge->members->len; i++)
    for (guint j = 0; j < i; j++)
      if (peek (self, i)->origin.machine == peek (self, j)->origin.machine &&
          peek (self, i)->first_event <= peek (self, j)->last_event &&
          peek (self, j)->first_event <= peek (self, i)->last_event)
        return TRUE;
  return FALSE;
}

/**
 * tv_ftrace_merge_drop_duplicates:
 * @self: a merge with all files
 * @order: (transfer full) (nullable): result of tv_event_order_new()
 * @n: (inout): number of events
 *
 * Drops events that another file also contains, and reports their number as a problem.
 *
 * Returns: (transfer full) (nullable): rows of the remaining events in time order; %NULL if the rows are already in
 * order and no event was dropped
 */
guint32 *
tv_ftrace_merge_drop_duplicates (const TvFtraceMerge *self, guint32 *order, guint32 *n)
{
  Search search = { .merge = self,
                    .n = *n,
                    .order = order,
                    .ts = tv_trace_builder_get_event_times (self->builder),
                    .threads = tv_trace_builder_get_event_threads (self->builder),
                    .cpus = tv_trace_builder_get_event_cpus (self->builder),
                    .texts = tv_trace_builder_get_event_texts (self->builder),
                    .seed = tv_trace_builder_get_seed (self->builder) };

  /* Member indexes have 16 bits. With more files, duplicates remain. */
  if (*n == 0 || self->members->len >= G_MAXUINT16 || !overlap (&search))
    return order;
  find_same_texts (&search);
  search.before = tv_large_block_new (*n * sizeof *search.before);
  search.matched = g_malloc0 (*n * sizeof *search.matched);
  search.is_duplicate = g_malloc0 (*n);
  inspect_all (&search);
  if (search.n_duplicates > 0)
    {
      order = keep_others (&search, order, n);
      tv_trace_builder_count_problems (self->builder, TV_PROBLEM_REPEATED_EVENTS, -1,
                                       search.n_duplicates);
    }
  tv_row_table_clear (&search.last);
  g_free (search.same_text);
  g_free (search.before);
  g_free (search.matched);
  g_free (search.is_duplicate);
  return order;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/multi-file-private.h"

#include <string.h>

#include <glib/gi18n.h>

/* Reads the files of a multi-file session into one trace. Files whose formats have a TvFormat.merger are merged:
 * their events are sorted together and share tracks. The other files are read one after another. Entry point:
 * tv_multi_file_load(), called by tv_load_multi_file(). Adds all files to one builder, on
 * the calling thread; closes the inputs of the session. */

#define JOIN_PART                                                                                  \
  0.1 /* share of the gathering progress in which the fragments of recordings are found */

typedef struct
{
  TvMultiFile *self;
  TvTraceBuilder *builder;
  const TvReadContext *context;
  guint n_done; /* number of synchronized files that have been read so far */
  guint n_synchronized;
  gboolean *is_gathered; /* per file: whether its events are merged; FALSE for copies */
} Reading;

/* A step of reading, and its range in the overall progress. */
typedef struct
{
  const TvReadContext *all;
  double from;
  double to;
} Part;

static void
on_part_progress (double fraction, gpointer data)
{
  const Part *self = data;

  if (self->all->progress != NULL)
    self->all->progress (self->from + fraction * (self->to - self->from), self->all->progress_data);
}

static TvReadContext
begin_part (const Reading *self, guint n, Part *part)
{
  *part = (Part){ self->context, (double) self->n_done / self->n_synchronized,
                  (double) (self->n_done + n) / self->n_synchronized };
  return (TvReadContext){ .progress = on_part_progress,
                          .progress_data = part,
                          .cancellable = self->context->cancellable,
                          .thread = self->context->thread };
}

static TvTimedInput
time_input (const TvMultiFileInput *file)
{
  return (TvTimedInput){ .input = file->input,
                         .name = file->name,
                         .offset_ns = file->time.ts - file->first.ts,
                         .uncertainty_ns = file->time.uncertainty };
}

static gboolean
is_gathered (const TvMultiFileInput *file)
{
  return file->is_synchronized && file->format->merger != NULL;
}

/* ---- Duplicates ---- */

static gboolean
is_same_file (const TvMultiFileInput *a, const TvMultiFileInput *b)
{
  return a->format == b->format && a->time.ts == b->time.ts && a->input->size == b->input->size &&
         a->input->data != NULL && b->input->data != NULL &&
         memcmp (a->input->data, b->input->data, a->input->size) == 0;
}

/* Returns the first file with the same content, or NULL. A copy must not be read again: the merge drops duplicate
 * kernel events, but two equal slices may be distinct. */
static const TvMultiFileInput *
find_original (const Reading *self, guint file)
{
  const TvMultiFileInput *copy = tv_multi_file_peek (self->self, file);

  for (guint i = 0; is_gathered (copy) && i < file; i++)
    {
      const TvMultiFileInput *other = tv_multi_file_peek (self->self, i);

      if (is_gathered (other) && is_same_file (other, copy))
        return other;
    }
  return NULL;
}

/* Determines the files that are merged, and reports the files that are skipped because they are copies. */
static void
find_gathered (Reading *self)
{
  self->is_gathered = g_new0 (gboolean, self->self->files->len);
  for (guint i = 0; i < self->self->files->len; i++)
    {
      const TvMultiFileInput *file = tv_multi_file_peek (self->self, i);
      const TvMultiFileInput *original = find_original (self, i);

      self->is_gathered[i] = is_gathered (file) && original == NULL;
      if (original == NULL)
        continue;
      self->n_synchronized--;
      tv_trace_builder_add_problem (self->builder, TV_PROBLEM_REPEATED_EVENTS, -1,
                                    "%s is the same file as %s, which is read", file->name,
                                    original->name);
    }
}

/* ---- Order of files ---- */

/* The files that one merger reads, sorted by start. */
typedef struct
{
  Reading *reading;
  const TvMerger *merger;
  gpointer merge; /* state of @merger */
  guint n;
  guint *order;
  TvTimedInput *inputs;
} Gathering;

static int
compare_starts (gconstpointer a, gconstpointer b, gpointer reading)
{
  const guint *one = a, *other = b;
  gint64 start = tv_multi_file_peek (((Reading *) reading)->self, *one)->time.ts;
  gint64 other_start = tv_multi_file_peek (((Reading *) reading)->self, *other)->time.ts;

  if (start != other_start)
    return (start > other_start) - (start < other_start);
  return (*one > *other) - (*one < *other);
}

static const TvMultiFileInput *
peek_gathered (const Gathering *self, guint i)
{
  return tv_multi_file_peek (self->reading->self, self->order[i]);
}

static void
gathering_init (Gathering *self)
{
  Reading *reading = self->reading;
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < reading->self->files->len; i++)
    if (reading->is_gathered[i] &&
        tv_multi_file_peek (reading->self, i)->format->merger == self->merger)
      g_array_append_val (order, i);
  g_array_sort_with_data (order, compare_starts, reading);
  self->n = order->len;
  self->order = (guint *) (gpointer) g_array_free (g_steal_pointer (&order), FALSE);
  self->inputs = g_new (TvTimedInput, self->n);
  for (guint i = 0; i < self->n; i++)
    self->inputs[i] = time_input (peek_gathered (self, i));
}

static void
gathering_clear (Gathering *self)
{
  for (guint i = 0; i < self->n; i++)
    g_clear_pointer (&self->inputs[i].duplicates, g_bytes_unref);
  g_free (self->inputs);
  g_free (self->order);
}

/* ---- Fragments of recordings ---- */

/* Links the fragments of recordings among file @first and the later files of the same format. */
static gboolean
join (Gathering *self, guint first, const Part *all, GError **error)
{
  const TvFormat *format = peek_gathered (self, first)->format;
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();
  TvReadContext context = *self->reading->context;
  Part part = *all;

  for (guint i = first; i < self->n; i++)
    if (peek_gathered (self, i)->format == format)
      g_ptr_array_add (inputs, &self->inputs[i]);
  context.progress = on_part_progress;
  context.progress_data = &part;
  return inputs->len < 2 ||
         format->join ((TvTimedInput *const *) inputs->pdata, inputs->len, &context, error);
}

static gboolean
join_all (Gathering *self, const Part *all, GError **error)
{
  g_autoptr (GHashTable) joined = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->n; i++)
    {
      const TvFormat *format = peek_gathered (self, i)->format;

      if (format->join != NULL && g_hash_table_add (joined, (gpointer) format) &&
          !join (self, i, all, error))
        return FALSE;
    }
  return TRUE;
}

/* Returns the files that are read one by one, in source order. The dumps among them are sorted by time. */
static GArray *
list_separate (Reading *self)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) dumps = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n = 0;

  for (guint i = 0; i < self->self->files->len; i++)
    {
      const TvMultiFileInput *file = tv_multi_file_peek (self->self, i);

      if (!file->is_synchronized || is_gathered (file))
        continue;
      g_array_append_val (order, i);
      if (file->format->is_dump)
        g_array_append_val (dumps, i);
    }
  g_array_sort_with_data (dumps, compare_starts, self);
  for (guint i = 0; i < order->len; i++)
    if (tv_multi_file_peek (self->self, g_array_index (order, guint, i))->format->is_dump)
      g_array_index (order, guint, i) = g_array_index (dumps, guint, n++);
  return order;
}

/* ---- Reading ---- */

static gboolean
gather_one (Gathering *self, guint i, const Part *all, GError **error)
{
  const TvMultiFileInput *file = peek_gathered (self, i);
  TvReadContext context = *self->reading->context;
  Part part = *all;

  self->merger->begin (self->merge, file->time.ts);
  context.progress = on_part_progress;
  context.progress_data = &part;
  if (file->format->gather (&self->inputs[i], self->merge, &context, error))
    return TRUE;
  g_prefix_error (error, "%s: ", file->name);
  return FALSE;
}

/* Gathers all files. Gathering is counted as the first half of the progress, in which each file has an equal share.
 * Interpreting the events is the second half. */
static gboolean
gather (Gathering *self, const Part *all, GError **error)
{
  double half = (all->to - all->from) / 2, each = half * (1 - JOIN_PART) / self->n;
  Part part = { all->all, all->from, all->from + half * JOIN_PART };

  if (!join_all (self, &part, error))
    return FALSE;
  for (guint i = 0; i < self->n; i++)
    {
      guint n_parts = 0;

      if (self->inputs[i].is_next)
        continue;
      for (const TvTimedInput *input = &self->inputs[i]; input != NULL; input = input->next)
        n_parts++;
      part.from = part.to;
      part.to = part.from + 2 * each * n_parts;
      if (!gather_one (self, i, &part, error))
        return FALSE;
      part.to = part.from + each * n_parts;
    }
  return TRUE;
}

/* Reads the files of a merger. The files share tracks, so the uncertainty of the tracks is the maximum over all
 * files. */
static gboolean
read_at_once (Reading *self, const TvMerger *merger, GError **error)
{
  Gathering gathering = { .reading = self, .merger = merger };
  gint64 uncertainty_ns = 0;
  guint64 size = 0;
  TvReadContext context;
  Part part;
  gboolean is_read;

  gathering_init (&gathering);
  for (guint i = 0; i < gathering.n; i++)
    {
      size += gathering.inputs[i].input->size;
      uncertainty_ns = MAX (uncertainty_ns, gathering.inputs[i].uncertainty_ns);
    }
  gathering.merge = merger->new (self->builder, size);
  context = begin_part (self, gathering.n, &part);
  self->n_done += gathering.n;
  is_read = gather (&gathering, &part, error) &&
            merger->emit (gathering.merge, self->n_done == self->n_synchronized, &context, error);
  merger->free (gathering.merge);
  gathering_clear (&gathering);
  if (is_read)
    tv_trace_builder_add_uncertainty (self->builder, uncertainty_ns);
  return is_read;
}

/* Reads the files of all mergers, in the order of their first files. */
static gboolean
read_merged (Reading *self, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  find_gathered (self);
  for (guint i = 0; i < self->self->files->len; i++)
    if (self->is_gathered[i])
      {
        const TvMerger *merger = tv_multi_file_peek (self->self, i)->format->merger;

        if (g_hash_table_add (seen, (gpointer) merger) && !read_at_once (self, merger, error))
          return FALSE;
      }
  return TRUE;
}

static gboolean
read_separately (Reading *self, const TvMultiFileInput *file, GError **error)
{
  TvTimedInput input = time_input (file);
  TvReadContext context;
  Part part;
  gboolean is_read;

  tv_trace_builder_begin_separate (
      self->builder, tv_trace_builder_begin_input (self->builder, input.name, input.input->size),
      input.offset_ns, file->time.uncertainty, file->time.ts);
  context = begin_part (self, 1, &part);
  is_read = file->format->read (input.input, self->builder, &context, error);
  tv_trace_builder_end_separate (self->builder);
  self->n_done++;
  if (!is_read)
    g_prefix_error (error, "%s: ", file->name);
  return is_read;
}

/* Adds the names of the files, their offsets and the uncertainties of the offsets as metadata. */
static void
emit_files (const Reading *self)
{
  guint n = 0;

  for (guint i = 0; i < self->self->files->len; i++)
    {
      const TvMultiFileInput *file = tv_multi_file_peek (self->self, i);
      g_autofree char *key = g_strdup_printf ("file-%u", n + 1);
      g_autofree char *offset_key = g_strdup_printf ("file-%u-offset-ns", n + 1);
      g_autofree char *uncertainty_key = g_strdup_printf ("file-%u-uncertainty-ns", n + 1);
      g_autofree char *offset = g_strdup_printf ("%" G_GINT64_FORMAT,
                                                 file->time.ts - file->first.ts);
      g_autofree char *uncertainty = g_strdup_printf ("%" G_GINT64_FORMAT, file->time.uncertainty);

      if (!file->is_synchronized)
        continue;
      tv_trace_builder_add_metadata (self->builder, key, file->name, -1);
      tv_trace_builder_add_metadata (self->builder, offset_key, offset, -1);
      tv_trace_builder_add_metadata (self->builder, uncertainty_key, uncertainty, -1);
      n++;
    }
}

/* Collects the titles of the formats. Returns whether all synchronized files have the same format and are merged.
 * Otherwise, the trace must count time in ns, because the files may have different units. */
static gboolean
find_formats (const Reading *self, GString *titles)
{
  gboolean is_only = TRUE;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->self->files->len; i++)
    {
      const TvMultiFileInput *file = tv_multi_file_peek (self->self, i);

      if (!file->is_synchronized)
        continue;
      is_only = is_only && is_gathered (file);
      if (g_hash_table_add (seen, (gpointer) file->format))
        g_string_append_printf (titles, "%s%s", titles->len > 0 ? " + " : "",
                                _ (file->format->title));
    }
  return is_only && g_hash_table_size (seen) == 1;
}

static gint64
find_start (const TvMultiFile *self)
{
  gint64 start = G_MAXINT64;

  for (guint i = 0; i < self->files->len; i++)
    if (tv_multi_file_peek (self, i)->is_synchronized)
      start = MIN (start, tv_multi_file_peek (self, i)->time.ts);
  return start;
}

static gboolean
read_all (Reading *self, GError **error)
{
  g_autoptr (GString) titles = g_string_new (NULL);
  g_autoptr (GArray) separate = NULL;
  gboolean is_only = find_formats (self, titles);

  tv_trace_builder_set_format (self->builder, titles->str);
  emit_files (self);
  if (!is_only)
    tv_trace_builder_count_in_ns (self->builder, find_start (self->self));
  if (!read_merged (self, error))
    return FALSE;
  separate = list_separate (self);
  for (guint i = 0; i < separate->len; i++)
    if (!read_separately (self, tv_multi_file_peek (self->self, g_array_index (separate, guint, i)),
                          error))
      return FALSE;
  for (guint i = 0; i < self->self->files->len; i++)
    if (tv_multi_file_peek (self->self, i)->is_synchronized)
      tv_format_report_file (tv_multi_file_peek (self->self, i)->input, self->builder);
  return TRUE;
}

/**
 * tv_multi_file_load:
 * @self: a multi-file session; its files are closed afterwards
 * @progress: (nullable): see tv_load()
 * @progress_data: user data of @progress
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; the message contains the file name
 *
 * Reads the synchronized files into one trace. Threads and processes with the same ids are merged, because the caller
 * asserts that all files come from one device and one boot. The offset and uncertainty of each file are in the
 * metadata of the trace (`file-N`, `file-N-offset-ns`, `file-N-uncertainty-ns`). The message of each problem with a
 * position contains the file name.
 *
 * Returns: (transfer full) (nullable): the trace
 */
TvTrace *
tv_multi_file_load (TvMultiFile *self,
                    TvLoadProgress progress,
                    gpointer progress_data,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  TvReadContext context = { .progress = progress,
                            .progress_data = progress_data,
                            .cancellable = cancellable,
                            .thread = g_thread_self () };
  Reading reading = { .self = self, .builder = builder, .context = &context };
  gboolean is_read;

  for (guint i = 0; i < self->files->len; i++)
    reading.n_synchronized += tv_multi_file_peek (self, i)->is_synchronized;
  g_return_val_if_fail (reading.n_synchronized > 0, NULL);
  is_read = read_all (&reading, error);
  g_free (reading.is_gathered);
  for (guint i = 0; i < self->files->len; i++)
    g_clear_pointer (&tv_multi_file_peek (self, i)->input, tv_input_free);
  return is_read ? tv_trace_builder_finish (builder, cancellable, error) : NULL;
}

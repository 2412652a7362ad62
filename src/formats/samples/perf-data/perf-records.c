/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/samples/perf-data/perf-records.h"

#include <stdlib.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/input/unpack.h"
#include "traceview-config.h"

#ifdef TV_HAVE_ZSTD
#include <zstd.h>
#endif

/* Finds the records of the file, including compressed and split records:
 *
 *     bytes ─▶ record ─┬──────────────▶ entry (time, location) ─▶ sorted by time
 *                      └▶ unpacked ─▶ ─┘
 *
 * Linux writes the buffers of the CPUs one after the other, in rounds (FINISHED_ROUND). The stable sort by time makes
 * it unnecessary to evaluate the rounds. Second step of the perf.data reader, called by perf-data.c and perf-clock.c.
 * Adds attributes and features to the TvPerfFile; owns unpacked records and the sorted index. */

#define HEADER_SIZE      8
#define MAX_IN_PARTS     (G_MAXUINT32 / 2)
#define RECORDS_PER_STEP 16384
#define IS_MADE          (G_GUINT64_CONSTANT (1) << 63)
#define SAMPLE_ID_ALL    (G_GUINT64_CONSTANT (1) << 18)

typedef struct
{
  guint64 ts;
  /* offset in the file, or in @made of TvPerfRecords if IS_MADE is set */
  guint64 file_offset;
} Entry;

void
tv_perf_records_init (TvPerfRecords *self, TvPerfFile *file)
{
  *self = (TvPerfRecords){ .file = file, .bad_file_offset = -1, .is_sorted = TRUE };
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->made = g_byte_array_new ();
  self->limit = MIN (tv_unpack_limit (file->input->size), G_MAXUINT32 / 2);
}

void
tv_perf_records_clear (TvPerfRecords *self)
{
#ifdef TV_HAVE_ZSTD
  ZSTD_freeDStream (self->stream);
#endif
  g_array_unref (self->entries);
  g_byte_array_unref (self->made);
}

/* ---- One record ---- */

/* Parses the record at the start of the bytes. Returns the size of the record with its header, or 0 if it is
 * incomplete. */
static gsize
inspect_record (TvSpan bytes, TvPerfRecord *record)
{
  guint16 sizes[2];
  gsize size;

  if (bytes.size < HEADER_SIZE)
    return 0;
  record->type = tv_perf_get_u32 (bytes.text);
  memcpy (sizes, bytes.text + 4, sizeof sizes);
  record->misc = GUINT16_FROM_LE (sizes[0]);
  size = GUINT16_FROM_LE (sizes[1]);
  if (record->type > TV_PERF_RECORD_LAST_OF_LINUX)
    {
      size |= (gsize) record->misc << 16;
      record->misc = 0;
    }
  if (size < HEADER_SIZE || size > bytes.size)
    return 0;
  record->body = (TvSpan){ bytes.text + HEADER_SIZE, size - HEADER_SIZE };
  return size;
}

/* Returns the number of fields in a sample that are also in @mask. Each of them has 8 bytes. */
static guint
count_fields (guint64 sample_type, guint64 mask)
{
  return (guint) __builtin_popcountll (sample_type & mask);
}

#define BIT(bit) (G_GUINT64_CONSTANT (1) << TV_PERF_SAMPLE_##bit)

/**
 * tv_perf_file_find_attr:
 * @self: a file
 * @sample: body of a sample
 * @is_known: (out): whether the event of the sample is known
 *
 * Finds the event of a sample.
 *
 * Returns: index of the event; 0 if unknown
 */
guint32
tv_perf_file_find_attr (const TvPerfFile *self, TvSpan sample, gboolean *is_known)
{
  const TvPerfAttr *first = &g_array_index (self->attrs, TvPerfAttr, 0);
  gsize at = 0;
  guint32 row;

  *is_known = TRUE;
  if (self->attrs->len == 1)
    return 0;
  if ((first->sample_type & BIT (IDENTIFIER)) == 0)
    at = 8 * count_fields (first->sample_type, BIT (IP) | BIT (TID) | BIT (TIME) | BIT (ADDR));
  *is_known = FALSE;
  if ((first->sample_type & (BIT (IDENTIFIER) | BIT (ID))) == 0 || sample.size < at + 8)
    return 0;
  row = tv_id_map_find (&self->ids, tv_perf_get_u64 (sample.text + at));
  *is_known = row != TV_NONE;
  return *is_known ? row : 0;
}

/**
 * tv_perf_file_get_id:
 * @self: a file
 * @body: body of a kernel record other than a sample
 * @id: (out): fields of the trailer; %TV_NONE or 0 if the record has no trailer
 *
 * Parses the trailer of a record.
 */
void
tv_perf_file_get_id (const TvPerfFile *self, TvSpan body, TvPerfSampleId *id)
{
  const TvPerfAttr *first = &g_array_index (self->attrs, TvPerfAttr, 0);
  guint64 type = first->sample_type;
  gsize size = 8 * count_fields (type, BIT (TID) | BIT (TIME) | BIT (ID) | BIT (STREAM) |
                                           BIT (CPU) | BIT (IDENTIFIER));
  const char *at;

  *id = (TvPerfSampleId){ TV_NONE, TV_NONE, 0 };
  if ((first->flags & SAMPLE_ID_ALL) == 0 || size > body.size)
    return;
  at = body.text + body.size - size;
  if (type & BIT (TID))
    {
      id->pid = tv_perf_get_u32 (at);
      id->tid = tv_perf_get_u32 (at + 4);
      at += 8;
    }
  if (type & BIT (TIME))
    id->ts = tv_perf_get_u64 (at);
}

static guint64
get_sample_time (const TvPerfFile *self, TvSpan body)
{
  gboolean is_known;
  guint32 row = tv_perf_file_find_attr (self, body, &is_known);
  guint64 type = g_array_index (self->attrs, TvPerfAttr, row).sample_type;
  gsize at = 8 * count_fields (type, BIT (IDENTIFIER) | BIT (IP) | BIT (TID));

  return (type & BIT (TIME)) && body.size >= at + 8 ? tv_perf_get_u64 (body.text + at) : 0;
}

/* ---- Records that perf and simpleperf add to those of the kernel ---- */

/* Adds an attribute and its ids, which a record contains if the file was written to a pipe. */
static void
add_attr (TvPerfFile *file, TvSpan body)
{
  TvSpan attr;
  guint64 id;

  if (body.size < 8 || !tv_perf_take_bytes (&body, tv_perf_get_u32 (body.text + 4), &attr) ||
      !tv_perf_file_add_attr (file, attr))
    return;
  while (tv_perf_take_u64 (&body, &id))
    tv_perf_file_add_id (file, file->attrs->len - 1, id);
}

static void
add_feature (TvPerfFile *file, TvSpan body)
{
  guint64 feature;

  if (tv_perf_take_u64 (&body, &feature) && feature < TV_PERF_N_FEATURES)
    file->features[feature] = body;
}

static void
add_event_ids (TvPerfFile *file, TvSpan body)
{
  guint64 n, attr, id;

  if (tv_perf_take_u64 (&body, &n))
    while (tv_perf_take_u64 (&body, &attr) && tv_perf_take_u64 (&body, &id))
      tv_perf_file_add_id (file, attr, id);
}

/* Names an event with a record that contains a kind, an id and a text. Kind 2 means that the text is the name. */
static void
add_event_name (TvPerfFile *file, TvSpan body)
{
  guint64 kind, id;
  guint32 row;

  if (!tv_perf_take_u64 (&body, &kind) || kind != 2 || !tv_perf_take_u64 (&body, &id))
    return;
  row = tv_id_map_find (&file->ids, id);
  if (row != TV_NONE)
    tv_perf_file_name_event (file, row, tv_perf_get_text (body));
}

static void
add_entry (TvPerfRecords *self, const TvPerfRecord *record, guint64 file_offset)
{
  Entry entry = { 0, file_offset };

  if (self->file->attrs->len == 0 || self->entries->len >= G_MAXINT32)
    return;
  if (record->type == TV_PERF_RECORD_SAMPLE)
    entry.ts = get_sample_time (self->file, record->body);
  else if (record->type < TV_PERF_RECORD_FIRST_OF_TOOLS)
    {
      TvPerfSampleId id;

      tv_perf_file_get_id (self->file, record->body, &id);
      entry.ts = id.ts;
    }
  else
    return;
  if (self->entries->len > 0)
    self->is_sorted &= g_array_index (self->entries, Entry, self->entries->len - 1).ts <= entry.ts;
  g_array_append_val (self->entries, entry);
}

/* ---- Nested records ---- */

static gboolean
take_record (TvPerfRecords *self, const TvPerfRecord *record, guint64 file_offset, GError **error);

/* Takes the complete records from the joined and decompressed bytes. */
static gboolean
take_made (TvPerfRecords *self, GError **error)
{
  TvPerfRecord record;
  gsize size;

  while ((size = inspect_record ((TvSpan){ (const char *) self->made->data + self->made_at,
                                           self->made->len - self->made_at },
                                 &record)) > 0)
    {
      gsize at = self->made_at;

      self->made_at += size;
      self->n_packed_in_parts += self->is_in_parts && (record.type == TV_PERF_RECORD_COMPRESSED ||
                                                       record.type == TV_PERF_RECORD_COMPRESSED2);
      /* Joined bytes do not contain further compressed or split records. */
      if (record.type != TV_PERF_RECORD_COMPRESSED && record.type != TV_PERF_RECORD_COMPRESSED2 &&
          record.type != TV_PERF_RECORD_SPLIT && record.type != TV_PERF_RECORD_SPLIT_END &&
          record.type != TV_PERF_RECORD_FEATURE &&
          !take_record (self, &record, at | IS_MADE, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
set_too_large (TvPerfRecords *self, GError **error)
{
  g_set_error (error, TV_ERROR, TV_ERROR_TOO_LARGE,
               _ ("the compressed data of the recording has more than %" G_GUINT64_FORMAT " bytes"),
               self->limit);
  return FALSE;
}

#ifdef TV_HAVE_ZSTD

/* Decompresses a record, and takes the records in it. All compressed records of the file form a single stream, so the
 * decompressed data may end with an incomplete record. If decompression fails, reading stops at @file_offset. */
static gboolean
unpack (TvPerfRecords *self, TvSpan packed, guint64 file_offset, GError **error)
{
  ZSTD_inBuffer in = { packed.text, packed.size, 0 };
  guint8 buffer[65536];

  if (self->stream == NULL)
    self->stream = ZSTD_createDStream ();
  for (;;)
    {
      ZSTD_outBuffer out = { buffer, sizeof buffer, 0 };

      if (ZSTD_isError (ZSTD_decompressStream (self->stream, &out, &in)))
        {
          self->bad_file_offset = (gint64) file_offset;
          return TRUE;
        }
      if (out.pos > self->limit - self->made->len)
        return set_too_large (self, error);
      g_byte_array_append (self->made, buffer, (guint) out.pos);
      if (in.pos == in.size && out.pos < sizeof buffer)
        return take_made (self, error);
    }
}

#else

static gboolean
unpack (TvPerfRecords *self, TvSpan packed, guint64 file_offset, GError **error)
{
  g_set_error_literal (
      error, TV_ERROR, TV_ERROR_UNSUPPORTED_VERSION,
      _("the recording is compressed with Zstandard (perf record -z), but this program was built "
        "without Zstandard"));
  return FALSE;
}

#endif

static gboolean
unpack_sized (TvPerfRecords *self, TvSpan body, guint64 file_offset, GError **error)
{
  TvSpan packed;
  guint64 size;

  if (!tv_perf_take_u64 (&body, &size) || !tv_perf_take_bytes (&body, size, &packed))
    {
      self->bad_file_offset = (gint64) file_offset;
      return TRUE;
    }
  return unpack (self, packed, file_offset, error);
}

/* Appends a fragment of a split record. simpleperf splits records that are longer than 64 KB. */
static gboolean
join (TvPerfRecords *self, TvSpan part, GError **error)
{
  if (part.size > self->limit - self->made->len)
    return set_too_large (self, error);
  g_byte_array_append (self->made, (const guint8 *) part.text, (guint) part.size);
  return TRUE;
}

static gboolean
take_record (TvPerfRecords *self, const TvPerfRecord *record, guint64 file_offset, GError **error)
{
  switch (record->type)
    {
    case TV_PERF_RECORD_ATTR:
      add_attr (self->file, record->body);
      return TRUE;
    case TV_PERF_RECORD_FEATURE:
      add_feature (self->file, record->body);
      return TRUE;
    case TV_PERF_RECORD_EVENT_ID:
      add_event_ids (self->file, record->body);
      return TRUE;
    case TV_PERF_RECORD_EVENT_UPDATE:
      add_event_name (self->file, record->body);
      return TRUE;
    case TV_PERF_RECORD_COMPRESSED:
      return unpack (self, record->body, file_offset, error);
    case TV_PERF_RECORD_COMPRESSED2:
      return unpack_sized (self, record->body, file_offset, error);
    case TV_PERF_RECORD_SPLIT:
      return join (self, record->body, error);
    case TV_PERF_RECORD_SPLIT_END:
      return join (self, record->body, error) && take_made (self, error);
    default:
      add_entry (self, record, file_offset);
      return TRUE;
    }
}

/* ---- Whole file ---- */

/* Returns the size of the data that follows a record but is not included in the record's size. */
static gsize
get_tail (const TvPerfFile *file, const TvPerfRecord *record)
{
  if (record->type == TV_PERF_RECORD_AUXTRACE && record->body.size >= 8)
    return (gsize) MIN (tv_perf_get_u64 (record->body.text), G_MAXINT64);
  if (record->type == TV_PERF_RECORD_TRACING_DATA && file->is_pipe && record->body.size >= 4)
    return ((gsize) tv_perf_get_u32 (record->body.text) + 7) & ~(gsize) 7;
  return 0;
}

static gboolean
read_section (TvPerfRecords *self, TvSpan section, const TvReadContext *context, GError **error)
{
  const char *data = (const char *) self->file->input->data;
  guint64 n = 0;
  TvPerfRecord record;
  gsize size;

  while (section.size > 0 && (size = inspect_record (section, &record)) > 0)
    {
      guint64 file_offset = (guint64) (section.text - data);

      if (n++ % RECORDS_PER_STEP == 0 &&
          !tv_read_context_step (
              context, 0.3 * (double) file_offset / (double) self->file->input->size, error))
        return FALSE;
      if (!take_record (self, &record, file_offset, error))
        return FALSE;
      if (self->bad_file_offset >= 0)
        return TRUE;
      size = MIN (size + get_tail (self->file, &record), section.size);
      section = (TvSpan){ section.text + size, section.size - size };
    }
  if (section.size > 0)
    self->bad_file_offset = section.text - data;
  return TRUE;
}

/* Reads the records in a sibling file. */
static gboolean
read_part (TvPerfRecords *self, TvInput *part, const TvReadContext *context, GError **error)
{
  if (!tv_input_load (part, context->cancellable, error))
    return FALSE;
  if (part->size > MAX_IN_PARTS - self->made->len)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_TOO_LARGE,
                   _("the files of the recording contain more than %u bytes"), MAX_IN_PARTS);
      return FALSE;
    }
  self->made_at = self->made->len;
  g_byte_array_append (self->made, part->data, (guint) part->size);
  if (!take_made (self, error))
    return FALSE;
  if (self->made_at < self->made->len && self->bad_file_offset < 0)
    self->bad_file_offset = 0;
  return TRUE;
}

/* Reads the sibling files data.0, data.1 and so on, one of which perf record --threads writes for each recording
 * thread. */
static gboolean
read_parts (TvPerfRecords *self, const TvReadContext *context, GError **error)
{
  TvInput *input = self->file->input;

  for (;; self->n_parts++)
    {
      g_autofree char *extension = g_strdup_printf (".%u", self->n_parts);
      g_autoptr (TvInput) part = tv_input_open_sibling (input, "", extension, context->cancellable);

      if (part == NULL)
        return TRUE;
      if (part->size > 0 && !read_part (self, part, context, error))
        return FALSE;
    }
}

static int
compare_entries (const void *a, const void *b)
{
  const Entry *x = *(const Entry *const *) a, *y = *(const Entry *const *) b;

  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void
sort (TvPerfRecords *self)
{
  guint n = self->entries->len;
  Entry *entries = (Entry *) (gpointer) self->entries->data;
  g_autofree const Entry **order = g_new (const Entry *, MAX (n, 1));
  GArray *sorted;

  if (self->is_sorted)
    return;
  for (guint i = 0; i < n; i++)
    order[i] = &entries[i];
  qsort (order, n, sizeof *order, compare_entries);
  sorted = g_array_sized_new (FALSE, FALSE, sizeof (Entry), n);
  for (guint i = 0; i < n; i++)
    g_array_append_vals (sorted, order[i], 1);
  g_array_unref (self->entries);
  self->entries = sorted;
}

/**
 * tv_perf_records_read:
 * @self: records
 * @context: progress and cancellation
 * @error: set in the domain %TV_ERROR
 *
 * Finds all records of the file; in a file that was written to a pipe, also the events and features. Stops at an
 * incomplete record, and sets @bad_file_offset to its offset.
 *
 * Returns: %FALSE with @error on failure
 */
gboolean
tv_perf_records_read (TvPerfRecords *self, const TvReadContext *context, GError **error)
{
  TvPerfFile *file = self->file;
  TvSpan maps = file->features[TV_PERF_FEATURE_INIT_MAP];
  TvSpan records = { (const char *) file->input->data + file->start, file->end - file->start };

  if ((maps.text != NULL && !read_section (self, maps, context, error)) ||
      !read_section (self, records, context, error))
    return FALSE;
  self->is_in_parts = file->features[TV_PERF_FEATURE_DIR_FORMAT].text != NULL;
  if (self->is_in_parts && !read_parts (self, context, error))
    return FALSE;
  if (file->attrs->len == 0)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_TRUNCATED,
                           _("the recording contains no event descriptions"));
      return FALSE;
    }
  sort (self);
  return TRUE;
}

guint
tv_perf_records_get_n (const TvPerfRecords *self)
{
  return self->entries->len;
}

void
tv_perf_records_get (const TvPerfRecords *self, guint row, TvPerfRecord *record, guint64 *ts)
{
  const Entry *entry = &g_array_index (self->entries, Entry, row);
  guint64 file_offset = entry->file_offset & ~IS_MADE;
  TvSpan bytes = { (const char *) self->file->input->data + file_offset,
                   self->file->input->size - file_offset };

  if (entry->file_offset & IS_MADE)
    bytes = (TvSpan){ (const char *) self->made->data + file_offset,
                      self->made->len - file_offset };
  inspect_record (bytes, record);
  *ts = entry->ts;
}

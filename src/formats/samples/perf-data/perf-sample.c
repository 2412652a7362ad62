/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/samples/perf-data/perf-sample.h"

/* Parses PERF_RECORD_SAMPLE, whose fields depend on the attributes of the sample's event. Called by perf-replay.c for
 * each sample. Pure: spans point into the record. */

#define FLAG_FREQUENCY (G_GUINT64_CONSTANT (1) << 10)
#define CPU_MODE       7
#define CPU_KERNEL     1

enum
{
  READ_ENABLED,
  READ_RUNNING,
  READ_ID,
  READ_GROUP,
  READ_LOST,
};

static gboolean
has (guint64 bits, guint bit)
{
  return bits >> bit & 1;
}

static guint
count_times (guint64 format)
{
  return has (format, READ_ENABLED) + has (format, READ_RUNNING);
}

/* Returns the number of 8-byte numbers for each counter. */
static guint
count_numbers (guint64 format)
{
  return 1u + has (format, READ_ID) + has (format, READ_LOST);
}

/* Takes the READ field of a sample: the number of counters if they form a group, times, and the numbers of each
 * counter. */
static gboolean
take_values (guint64 format, TvSpan *rest, TvSpan *values)
{
  guint64 n = 1;
  TvSpan after = *rest;

  if (has (format, READ_GROUP) && (!tv_perf_take_u64 (&after, &n) || n > after.size / 8))
    return FALSE;
  return tv_perf_take_bytes (
      rest, 8 * (has (format, READ_GROUP) + count_times (format) + count_numbers (format) * n),
      values);
}

/**
 * tv_perf_sample_count_values:
 * @attr: the event of @sample
 * @sample: a sample
 *
 * Returns: the number of counters in the sample; 0 if the counters have no ids
 */
guint
tv_perf_sample_count_values (const TvPerfAttr *attr, const TvPerfSample *sample)
{
  if (sample->values.size == 0 || !has (attr->read_format, READ_ID))
    return 0;
  return has (attr->read_format, READ_GROUP) ? (guint) tv_perf_get_u64 (sample->values.text) : 1;
}

/**
 * tv_perf_sample_get_value:
 * @attr: the event of @sample
 * @sample: a sample
 * @i: index of the counter
 * @value: (out): value of the counter since it was opened
 * @id: (out): id of the counter
 *
 * Gets the value of a counter in a sample.
 *
 * Returns: %FALSE if there is no such counter
 */
gboolean
tv_perf_sample_get_value (const TvPerfAttr *attr,
                          const TvPerfSample *sample,
                          guint i,
                          guint64 *value,
                          guint64 *id)
{
  guint64 format = attr->read_format;
  gboolean is_group = has (format, READ_GROUP);
  TvSpan rest = sample->values, skipped;

  if (i >= tv_perf_sample_count_values (attr, sample))
    return FALSE;
  if (is_group)
    return tv_perf_take_bytes (&rest, 8 * (1 + count_times (format) + count_numbers (format) * i),
                               &skipped) &&
           tv_perf_take_u64 (&rest, value) && tv_perf_take_u64 (&rest, id);
  return tv_perf_take_u64 (&rest, value) &&
         tv_perf_take_bytes (&rest, 8 * count_times (format), &skipped) &&
         tv_perf_take_u64 (&rest, id);
}

static gboolean
skip_if (guint64 bits, guint bit, TvSpan *rest)
{
  guint64 skipped;

  return !has (bits, bit) || tv_perf_take_u64 (rest, &skipped);
}

/* Parses the fields up to the call chain. The fields after the call chain are not decoded. */
static gboolean
read_fields (const TvPerfAttr *attr, TvSpan *rest, TvPerfSample *sample)
{
  guint64 type = attr->sample_type, number, period;
  guint32 reserved;

  if (!skip_if (type, TV_PERF_SAMPLE_IDENTIFIER, rest) ||
      (has (type, TV_PERF_SAMPLE_IP) && !tv_perf_take_u64 (rest, &sample->ip)))
    return FALSE;
  if (has (type, TV_PERF_SAMPLE_TID) &&
      (!tv_perf_take_u32 (rest, &sample->pid) || !tv_perf_take_u32 (rest, &sample->tid)))
    return FALSE;
  if (has (type, TV_PERF_SAMPLE_TIME))
    {
      if (!tv_perf_take_u64 (rest, &number))
        return FALSE;
      sample->ts = number <= G_MAXINT64 / 2 ? (gint64) number : TV_NO_TIME;
    }
  if (!skip_if (type, TV_PERF_SAMPLE_ADDR, rest) || !skip_if (type, TV_PERF_SAMPLE_ID, rest) ||
      !skip_if (type, TV_PERF_SAMPLE_STREAM, rest))
    return FALSE;
  if (has (type, TV_PERF_SAMPLE_CPU) &&
      (!tv_perf_take_u32 (rest, &sample->cpu) || !tv_perf_take_u32 (rest, &reserved)))
    return FALSE;
  if (has (type, TV_PERF_SAMPLE_PERIOD))
    {
      if (!tv_perf_take_u64 (rest, &period))
        return FALSE;
      sample->weight = (gint64) MIN (period, G_MAXINT64);
    }
  if (has (type, TV_PERF_SAMPLE_READ) && !take_values (attr->read_format, rest, &sample->values))
    return FALSE;
  return !has (type, TV_PERF_SAMPLE_CALLCHAIN) ||
         (tv_perf_take_u64 (rest, &number) && number <= rest->size / 8 &&
          tv_perf_take_bytes (rest, number * 8, &sample->chain));
}

/**
 * tv_perf_sample_read:
 * @file: a file
 * @record: a sample record
 * @sample: (out): fields of the sample
 * @is_known: (out): whether the event of the sample is known
 *
 * Parses a sample.
 *
 * Returns: %FALSE if the sample is truncated
 */
gboolean
tv_perf_sample_read (const TvPerfFile *file,
                     const TvPerfRecord *record,
                     TvPerfSample *sample,
                     gboolean *is_known)
{
  TvSpan rest = record->body;
  const TvPerfAttr *attr;
  gboolean is_whole;

  *sample = (TvPerfSample){ .ts = TV_NO_TIME,
                            .pid = TV_NONE,
                            .tid = TV_NONE,
                            .cpu = TV_NONE,
                            .is_kernel = (record->misc & CPU_MODE) == CPU_KERNEL };
  sample->attr = tv_perf_file_find_attr (file, record->body, is_known);
  attr = &g_array_index (file->attrs, TvPerfAttr, sample->attr);
  sample->weight = attr->flags & FLAG_FREQUENCY ? 1 : (gint64) MIN (attr->period, G_MAXINT64);
  is_whole = read_fields (attr, &rest, sample);
  sample->rest = rest;
  return is_whole;
}

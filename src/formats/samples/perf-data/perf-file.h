/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "core/trace-builder.h"
#include "formats/input/input.h"
#include "formats/input/span.h"

G_BEGIN_DECLS

/* File format of Linux perf, simpleperf and hiperf, see perf's perf.data-file-format.txt and linux/perf_event.h. All
 * numbers are little-endian. */

#define TV_PERF_MAGIC         "PERFILE2"
#define TV_PERF_OLD_MAGIC     "PERFFILE"
#define TV_PERF_SWAPPED_MAGIC "2ELIFREP"

/* Bit numbers of sample_type. */
enum
{
  TV_PERF_SAMPLE_IP,
  TV_PERF_SAMPLE_TID,
  TV_PERF_SAMPLE_TIME,
  TV_PERF_SAMPLE_ADDR,
  TV_PERF_SAMPLE_READ,
  TV_PERF_SAMPLE_CALLCHAIN,
  TV_PERF_SAMPLE_ID,
  TV_PERF_SAMPLE_CPU,
  TV_PERF_SAMPLE_PERIOD,
  TV_PERF_SAMPLE_STREAM,
  TV_PERF_SAMPLE_STACK_USER = 13,
  TV_PERF_SAMPLE_IDENTIFIER = 16,
};

enum
{
  TV_PERF_RECORD_MMAP = 1,
  TV_PERF_RECORD_LOST = 2,
  TV_PERF_RECORD_COMM = 3,
  TV_PERF_RECORD_EXIT = 4,
  TV_PERF_RECORD_THROTTLE = 5,
  TV_PERF_RECORD_FORK = 7,
  TV_PERF_RECORD_SAMPLE = 9,
  TV_PERF_RECORD_MMAP2 = 10,
  TV_PERF_RECORD_LOST_SAMPLES = 13,
  TV_PERF_RECORD_SWITCH = 14,
  TV_PERF_RECORD_FIRST_OF_TOOLS = 64,
  TV_PERF_RECORD_ATTR = 64,
  TV_PERF_RECORD_TRACING_DATA = 66,
  TV_PERF_RECORD_AUXTRACE = 71,
  TV_PERF_RECORD_EVENT_UPDATE = 78,
  TV_PERF_RECORD_FEATURE = 80,
  TV_PERF_RECORD_COMPRESSED = 81,
  TV_PERF_RECORD_COMPRESSED2 = 83,
  TV_PERF_RECORD_LAST_OF_LINUX = 32768,
  TV_PERF_RECORD_SPLIT = 32772,
  TV_PERF_RECORD_SPLIT_END = 32773,
  TV_PERF_RECORD_EVENT_ID = 32774,
};

enum
{
  TV_PERF_FEATURE_BUILD_ID = 2,
  TV_PERF_FEATURE_HOSTNAME = 3,
  TV_PERF_FEATURE_OSRELEASE = 4,
  TV_PERF_FEATURE_VERSION = 5,
  TV_PERF_FEATURE_ARCH = 6,
  TV_PERF_FEATURE_CPUDESC = 8,
  TV_PERF_FEATURE_CMDLINE = 11,
  TV_PERF_FEATURE_EVENT_DESC = 12,
  TV_PERF_FEATURE_SAMPLE_TIME = 21,
  TV_PERF_FEATURE_DIR_FORMAT = 24,
  TV_PERF_FEATURE_CLOCK_DATA = 29,
  TV_PERF_FEATURE_FILE = 128,
  TV_PERF_FEATURE_META_INFO = 129,
  TV_PERF_FEATURE_FILE2 = 132,
  TV_PERF_FEATURE_INIT_MAP = 134,
  TV_PERF_FEATURE_HIPERF_SYMBOLS = 192,
  TV_PERF_FEATURE_HIPERF_OFF_CPU = 195,
  TV_PERF_FEATURE_HIPERF_STACKS = 197,
  TV_PERF_N_FEATURES = 256,
};

/**
 * TvPerfAttr:
 * @type: event type
 * @config: event within the type
 * @period: default weight of a sample, or sampling frequency in Hz, depending on @flags
 * @sample_type: fields of samples, one bit each
 * @read_format: content of the samples' READ field, one bit each
 * @flags: flag bits of perf_event_attr
 * @clock_id: id of the clock for clock_gettime(); valid only if its bit in @flags is set
 * @name: (nullable): name of the event
 * @kind: sample kind of the event
 * @is_switch: whether the event occurs when a thread leaves the CPU
 *
 * A sampled event.
 */
typedef struct
{
  guint32 type;
  guint64 config;
  guint64 period;
  guint64 sample_type;
  guint64 read_format;
  guint64 flags;
  gint32 clock_id;
  char *name;
  guint32 kind;
  gboolean is_switch;
} TvPerfAttr;

typedef enum
{
  TV_PERF_LINUX,
  TV_PERF_SIMPLEPERF,
  TV_PERF_HIPERF,
} TvPerfWriter;

/**
 * TvPerfFile:
 * @input: the file
 * @attrs: #TvPerfAttr
 * @ids: sample id → index in @attrs
 * @is_pipe: whether attributes and features are stored as records, because the file was written to a pipe
 * @start: file offset of the first record
 * @end: file offset after the last record
 * @is_unfinished: whether the recorder did not finish the file
 * @features: feature sections by number; null if missing
 *
 * A recording in memory.
 */
typedef struct
{
  TvInput *input;
  GArray *attrs;
  TvIdMap ids;
  gboolean is_pipe;
  gsize start;
  gsize end;
  gboolean is_unfinished;
  TvSpan features[TV_PERF_N_FEATURES];
} TvPerfFile;

gboolean     tv_perf_file_open          (TvPerfFile   *self,
                                         TvInput      *input,
                                         GError      **error);
void         tv_perf_file_clear         (TvPerfFile   *self);
gboolean     tv_perf_file_add_attr      (TvPerfFile   *self,
                                         TvSpan        bytes);
void         tv_perf_file_add_id        (TvPerfFile   *self,
                                         guint64       attr,
                                         guint64       id);
TvPerfWriter tv_perf_file_get_writer    (const TvPerfFile *self);
void         tv_perf_file_name_event    (TvPerfFile   *self,
                                         guint         row,
                                         TvSpan        name);
void         tv_perf_file_name_events   (TvPerfFile   *self);
void         tv_perf_file_emit_metadata    (TvPerfFile   *self,
                                         TvTraceBuilder *builder);
TvSpan       tv_perf_file_find_meta     (const TvPerfFile *self,
                                         const char   *key);

static inline guint32
tv_perf_get_u32 (const void *at)
{
  guint32 number;

  memcpy (&number, at, sizeof number);
  return GUINT32_FROM_LE (number);
}

static inline guint64
tv_perf_get_u64 (const void *at)
{
  guint64 number;

  memcpy (&number, at, sizeof number);
  return GUINT64_FROM_LE (number);
}

/* Takes a 32-bit number. */
static inline gboolean
tv_perf_take_u32 (TvSpan *rest, guint32 *number)
{
  if (rest->size < sizeof *number)
    return FALSE;
  *number = tv_perf_get_u32 (rest->text);
  *rest = (TvSpan){ rest->text + sizeof *number, rest->size - sizeof *number };
  return TRUE;
}

static inline gboolean
tv_perf_take_u64 (TvSpan *rest, guint64 *number)
{
  if (rest->size < sizeof *number)
    return FALSE;
  *number = tv_perf_get_u64 (rest->text);
  *rest = (TvSpan){ rest->text + sizeof *number, rest->size - sizeof *number };
  return TRUE;
}

/* Takes @size bytes. */
static inline gboolean
tv_perf_take_bytes (TvSpan *rest, guint64 size, TvSpan *bytes)
{
  if (rest->size < size)
    return FALSE;
  *bytes = (TvSpan){ rest->text, (gsize) size };
  *rest = (TvSpan){ rest->text + size, rest->size - (gsize) size };
  return TRUE;
}

/* Returns the text before the first NUL. */
static inline TvSpan
tv_perf_get_text (TvSpan bytes)
{
  return (TvSpan){ bytes.text, bytes.size > 0 ? strnlen (bytes.text, bytes.size) : 0 };
}

/* Takes a NUL-terminated string. */
static inline gboolean
tv_perf_take_text (TvSpan *rest, TvSpan *text)
{
  *text = tv_perf_get_text (*rest);
  if (text->size == rest->size)
    return FALSE;
  *rest = (TvSpan){ rest->text + text->size + 1, rest->size - text->size - 1 };
  return TRUE;
}

/* Takes a string after its size in bytes. The string ends at its first NUL. */
static inline gboolean
tv_perf_take_sized_text (TvSpan *rest, TvSpan *text)
{
  guint32 size;
  TvSpan bytes;

  if (!tv_perf_take_u32 (rest, &size) || !tv_perf_take_bytes (rest, size, &bytes))
    return FALSE;
  *text = tv_perf_get_text (bytes);
  return TRUE;
}

G_END_DECLS

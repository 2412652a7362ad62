/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/clocks.h"
#include "core/trace-builder.h"
#include "formats/input/input.h"
#include "formats/load.h"
#include "formats/span.h"
#include "formats/content-kind.h"

G_BEGIN_DECLS

/**
 * TvReadContext:
 * @progress: (nullable): called with @progress_data
 * @progress_data: argument of tv_load()
 * @cancellable: (nullable): to stop reading
 * @thread: loading thread
 * @records: (nullable) (element-type TvCallRecord): receives the raw call records
 *
 * Progress, cancellation and raw records of a reader. See tv_read_context_step().
 */
typedef struct
{
  TvLoadProgress progress;
  gpointer progress_data;
  GCancellable *cancellable;
  GThread *thread;
  GArray *records;
} TvReadContext;

/**
 * TvConfidence:
 * @TV_CONFIDENCE_NONE: not this format
 * @TV_CONFIDENCE_WEAK: possibly this format; the reader decides, and fails with %TV_ERROR_NOT_A_TRACE before it
 *   adds anything to the builder
 * @TV_CONFIDENCE_SURE: this format, perhaps damaged
 *
 * Confidence of a format in an input.
 */
typedef enum
{
  TV_CONFIDENCE_NONE,
  TV_CONFIDENCE_WEAK,
  TV_CONFIDENCE_SURE,
} TvConfidence;

/**
 * TvMagic:
 * @offset: smallest offset of the bytes
 * @range: number of further offsets that are searched
 * @bytes: the bytes
 * @n_bytes: number of bytes
 *
 * Magic number for the probe and the MIME database.
 */
typedef struct
{
  guint offset;
  guint range;
  const char *bytes;
  guint n_bytes;
} TvMagic;

#define TV_MAGIC(offset, range, bytes)                                                             \
  {                                                                                                \
    offset, range, bytes, sizeof (bytes) - 1                                                       \
  }

/**
 * TvTimedInput:
 * @input: a file, in memory
 * @name: (nullable): display name; %NULL for a file that is read alone
 * @offset_ns: offset from its timestamps to the builder's clock
 * @uncertainty_ns: uncertainty of the offset
 * @next: (nullable): file with the next part of the same recording
 * @is_next: whether it is the next part of another file
 * @duplicates: (nullable) (owned): duplicates of earlier files, private to the format
 *
 * One of several files that fill one builder.
 */
typedef struct _TvTimedInput TvTimedInput;
struct _TvTimedInput
{
  TvInput *input;
  const char *name;
  gint64 offset_ns;
  gint64 uncertainty_ns;
  TvTimedInput *next;
  gboolean is_next;
  GBytes *duplicates;
};

/* The part of a file to write, see cut.h. */
typedef struct _TvCut TvCut;

/* Files whose events are merged by timestamp before they are interpreted, see ftrace-merge.h. */
typedef struct _TvFtraceMerge TvFtraceMerge;

/**
 * TvFormat:
 * @id: identifier, such as "ftrace"
 * @title: title for users, such as "Android method traces (.trace)"; without @read, the text after "This looks
 *   like …"
 * @patterns: (nullable) (array zero-terminated=1): file name patterns, such as "*.trace"
 * @mime_type: (nullable): MIME type
 * @mime_title: (nullable): description of the MIME type
 * @mime_parent: (nullable): parent MIME type
 * @magics: (nullable): magic numbers
 * @n_magics: number of magic numbers
 * @probe: (nullable): checks the content, never the name; %NULL if @magics are sufficient. It is called with the
 *   head of a file first, with @input's data being %NULL; if no format is sure of that, again with the whole
 *   unwrapped file
 * @read: (nullable): adds the content to the builder, which it neither creates nor finishes; errors are %TV_ERROR
 *   and do not name the file. %NULL for a known but unsupported format
 * @read_clock: (nullable): finds the clock of a file in memory and its clock snapshots; @first is a time of the
 *   clock in ns. Fails with the reason if the clock cannot be shared with other files. %NULL if no file of the
 *   format has a shared clock, so that it never joins a timeline with others
 * @read_inside: (nullable): as @read, for content inside a text of another format, whose reader calls
 *   tv_format_read_inside() before it emits anything; @place is its position, of size 0 if it is compressed,
 *   without a text if there is none
 * @read_mixed: (nullable): as @read, for a text that also contains reports of another format, whose reader calls
 *   tv_format_read_mixed(); @is_mixed is whether it does, and was read
 * @read_logged: (nullable): reads content of the format that was logged to Android's log, from a row of the
 *   builder's log lines on
 * @subject: subject of its files
 * @folder_file: (nullable): name of the file to open in a folder that the recorder writes
 * @is_loose: whether a text of the format is so ambiguous that lines after a timestamp are more likely a log
 * @gather: (nullable): for formats whose events are merged with those of other files: reads a file without
 *   interpreting the events, and adds it to the merge. Others are read one by one
 * @join: (nullable): finds parts of one recording among files with @gather, and links them by @next; the first
 *   part is then gathered with all that follow. @inputs are sorted by start
 * @cut: (nullable): writes a part of a file in its own format
 *
 * A format. A new one is a file that defines one of these, and a line in %TV_FORMATS.
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *const *patterns;
  const char *mime_type;
  const char *mime_title;
  const char *mime_parent;
  const TvMagic *magics;
  guint n_magics;
  TvConfidence (*probe) (TvInput *input);
  gboolean (*read) (TvInput *input,
                    TvTraceBuilder *builder,
                    const TvReadContext *context,
                    GError **error);
  gboolean (*read_clock) (TvInput *input, TvClocks *clocks, TvClockReading *first, GError **error);
  gboolean (*gather) (const TvTimedInput *input,
                      TvFtraceMerge *merge,
                      const TvReadContext *context,
                      GError **error);
  gboolean (*join) (TvTimedInput *const *inputs,
                    guint n,
                    const TvReadContext *context,
                    GError **error);
  gboolean (*cut) (TvInput *input, TvCut *cut, const TvReadContext *context, GError **error);
  gboolean (*read_inside) (TvInput *input,
                           TvTraceBuilder *builder,
                           const TvReadContext *context,
                           TvSpan *place,
                           GError **error);
  gboolean (*read_mixed) (TvInput *input,
                          TvTraceBuilder *builder,
                          const TvReadContext *context,
                          gboolean *is_mixed,
                          GError **error);
  void (*read_logged) (TvTraceBuilder *builder, guint32 first);
  TvContentKind subject;
  const char *folder_file;
  gboolean is_loose;
} TvFormat;

/* All supported formats, in order of priority among equally sure ones. Each is a tv_format_NAME that its own
 * folder defines. */
#define TV_FORMATS(FORMAT)                                                                         \
  FORMAT (method_trace)                                                                            \
  FORMAT (long_method_trace)                                                                       \
  FORMAT (bug_report)                                                                              \
  FORMAT (frame_stats)                                                                             \
  FORMAT (dumpsys)                                                                                 \
  FORMAT (perf_script)                                                                             \
  FORMAT (ftrace)                                                                                  \
  FORMAT (tombstone)                                                                               \
  FORMAT (tombstone_proto)                                                                         \
  FORMAT (cppcrash)                                                                                \
  FORMAT (jscrash)                                                                                 \
  FORMAT (rustpanic)                                                                               \
  FORMAT (freeze)                                                                                  \
  FORMAT (pprof)                                                                                   \
  FORMAT (perfetto)                                                                                \
  FORMAT (thread_dump)                                                                             \
  FORMAT (long_method_dump)                                                                        \
  FORMAT (logcat)                                                                                  \
  FORMAT (hilog)                                                                                   \
  FORMAT (kernel_log)                                                                              \
  FORMAT (perf_data)                                                                               \
  FORMAT (htrace)                                                                                  \
  FORMAT (simpleperf_report)                                                                       \
  FORMAT (hiperf_report)                                                                           \
  FORMAT (simpleperf_text)                                                                         \
  FORMAT (speedscope)                                                                              \
  FORMAT (folded)

#define TV_DECLARE_FORMAT(name) extern const TvFormat tv_format_##name;
TV_FORMATS (TV_DECLARE_FORMAT)

/* Plain text among other files; not in the list, because a text that is opened alone is an error. */
extern const TvFormat tv_format_text;

/* Compressions that any format may have, for file choosers. */
extern const char *const tv_format_packed_patterns[];

const TvFormat *const *tv_formats_get   (guint               *n);
TvConfidence    tv_format_probe         (const TvFormat      *self,
                                         TvInput             *input);
const TvFormat *tv_format_find          (TvInput             *input,
                                         TvConfidence         confidence,
                                         const TvFormat      *after);
gboolean        tv_format_is_sure       (TvInput             *input);
gboolean        tv_format_is_plain      (TvInput             *input);
gboolean        tv_format_strip_prefix  (TvInput             *input,
                                         GCancellable        *cancellable,
                                         GError             **error);
gboolean        tv_format_recognize     (TvInput             *input,
                                         GCancellable        *cancellable,
                                         const TvFormat     **format,
                                         GError             **error);
gboolean        tv_format_unwrap        (TvInput             *input,
                                         GCancellable        *cancellable,
                                         GError             **error);
TvTrace        *tv_format_load          (const TvFormat      *self,
                                         TvInput             *input,
                                         const TvReadContext *context,
                                         GError             **error);
gboolean        tv_format_read_inside   (TvInput             *input,
                                         TvTraceBuilder      *builder,
                                         const TvReadContext *context,
                                         TvSpan              *place,
                                         GError             **error);
gboolean        tv_format_read_mixed    (TvInput             *input,
                                         TvTraceBuilder      *builder,
                                         const TvReadContext *context,
                                         gboolean            *is_mixed,
                                         GError             **error);
void            tv_format_read_logged   (TvTraceBuilder      *builder,
                                         guint32              first);
gboolean        tv_format_read_clock_inside (TvInput         *input,
                                         TvClocks            *clocks,
                                         TvClockReading      *first,
                                         GError             **error);
void            tv_format_report_file  (TvInput             *input,
                                         TvTraceBuilder      *builder);
void            tv_format_set_unknown   (TvInput             *input,
                                         GError             **error);
gboolean        tv_read_context_step    (const TvReadContext *self,
                                         double               fraction,
                                         GError             **error);

G_END_DECLS

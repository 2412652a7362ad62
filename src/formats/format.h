/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/clocks.h"
#include "core/trace-builder.h"
#include "formats/input/input.h"
#include "formats/load.h"
#include "formats/span.h"
#include "formats/subject.h"

G_BEGIN_DECLS

/**
 * TvReadContext:
 * @progress: (nullable): called with @progress_data
 * @progress_data: what the caller of tv_load() gave
 * @cancellable: (nullable): to stop reading
 * @thread: that which loads
 * @records: (nullable) (element-type TvCallRecord): where records of calls go as they are in the file
 *
 * What a reader reports to. See tv_read_context_step().
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
 * @TV_CONFIDENCE_NONE: it is none of this format
 * @TV_CONFIDENCE_WEAK: it may hold one, which only the reader finds out: it then refuses with
 *   %TV_ERROR_NOT_A_TRACE before it has told the builder anything
 * @TV_CONFIDENCE_SURE: it is one, perhaps damaged
 *
 * How sure a format is that an input is one of it.
 */
typedef enum
{
  TV_CONFIDENCE_NONE,
  TV_CONFIDENCE_WEAK,
  TV_CONFIDENCE_SURE,
} TvConfidence;

/**
 * TvMagic:
 * @offset: where the bytes are at the earliest
 * @range: so many bytes further at most
 * @bytes: what they are
 * @n_bytes: how many
 *
 * Bytes that tell what a file is, for us and for the desktop.
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
 * @name: (nullable): what users call it; %NULL for a file that is read alone
 * @offset_ns: how much later its times are on the builder's clock than they say
 * @uncertainty_ns: by how much that may be off
 * @next: (nullable): the file with the next part of the recording that this one has a part of
 * @is_next: whether it is that of another
 * @repeats: (nullable) (owned): then, for its format, what of it the files before have
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
  GBytes *repeats;
};

/* Files whose events have to be in order before they mean anything, see ftrace-merge.h. */
typedef struct _TvFtraceMerge TvFtraceMerge;

/**
 * TvFormat:
 * @id: a word for it, such as "ftrace"
 * @title: for users, such as "Android method traces (.trace)"; or, without @read, what it is, for
 *   "This looks like …"
 * @patterns: (nullable) (array zero-terminated=1): how names of such files end, such as "*.trace"
 * @mime_type: (nullable): its type for the desktop
 * @mime_title: (nullable): what the desktop calls a file of that type
 * @mime_parent: (nullable): the type that it is a kind of
 * @magics: (nullable): what such a file begins with
 * @n_magics: how many
 * @probe: (nullable): looks at the content, never at the name; %NULL where @magics tell all. It is
 *   asked of a file by its head, @input's data being %NULL, and if no format is sure of that, again
 *   when all is in memory and out of what it was packed in
 * @read: (nullable): tells all of it to the builder, which it neither makes nor finishes; errors are
 *   %TV_ERROR and do not name the file. %NULL: a kind of file that is known, but not read
 *
 * @read_clock: (nullable): tells by which clock a file, which is in memory, gives its times, and what
 *   ties it to others; @first is a time of it, in ns. An error says why it has none that others could
 *   have. %NULL where no file of the format has: then none is put on a timeline with others
 * @read_inside: (nullable): as @read, of what lies in a text of another format, which calls
 *   tv_format_read_inside() before it tells anything; @place is where that is, or is no bytes if it is
 *   packed, and has no text if there is nothing
 * @read_mixed: (nullable): as @read, of a text that also has reports of another format, which calls
 *   tv_format_read_mixed(); @is_mixed is whether it has, and was read
 * @read_logged: (nullable): tells what lines of Android's log say that are of the format, but logged with others; from
 *   a row of the builder's log lines on
 * @subject: what its files tell of
 * @folder_file: (nullable): name of the file to open in a folder that the recorder writes
 * @is_loose: so little shows that a text is one that lines behind a timestamp are rather those of a log
 * @gather: (nullable): reads a file up to where the events of all files have to be in order before they mean
 *   anything, and adds it to those that are then told; needed only where there are such events. Others are read
 *   one by one
 * @join: (nullable): finds files that are gathered and have parts of one recording, and ties them by @next; the first
 *   of these is then gathered with all that follow. @inputs are in the order in which they begin
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
  TvSubject subject;
  const char *folder_file;
  gboolean is_loose;
} TvFormat;

/* All formats that are read, a line each; of those that are equally sure of a file the first takes
 * it. Each is a tv_format_NAME that its own folder defines. */
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

/* Texts among others, which are read as they are: not one of those above, since a text that is opened
 * alone is none that is wanted. */
extern const TvFormat tv_format_text;

/* Packings that files of any format come in, for file dialogs. */
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
void            tv_format_tell_of_file  (TvInput             *input,
                                         TvTraceBuilder      *builder);
void            tv_format_set_unknown   (TvInput             *input,
                                         GError             **error);
gboolean        tv_read_context_step    (const TvReadContext *self,
                                         double               fraction,
                                         GError             **error);

G_END_DECLS

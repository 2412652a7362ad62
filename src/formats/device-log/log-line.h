/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/log-lines.h"
#include "formats/device-log/log-time.h"
#include "formats/input/span.h"

G_BEGIN_DECLS

/**
 * TvLogForm:
 * @TV_LOG_FORM_LONG: `[ TIME PID: TID P/TAG ]`, with the message on the following lines; Logcat Reader omits the
 *   spaces inside the brackets
 * @TV_LOG_FORM_STUDIO: `TIME PID-TID TAG PROCESS P MSG`
 * @TV_LOG_FORM_OLD_STUDIO: `TIME PID-TID/PROCESS P/TAG: MSG`
 * @TV_LOG_FORM_HILOG: `TIME PID TID P TDDDDD/[PROCESS/]TAG: MSG`
 * @TV_LOG_FORM_HILOG_KMSG: `TIME <N> [SECONDS] MSG`
 * @TV_LOG_FORM_THREADTIME: `TIME [UID] PID TID P TAG: MSG`
 * @TV_LOG_FORM_UNITY: `YYYY/MM/DD TIME PID TID LEVEL TAG MSG`, written by Unity's package for Android logs
 * @TV_LOG_FORM_TABS: a row of a table with the columns date, time, PID, TID, level, an empty one, tag, an empty one,
 *   message
 * @TV_LOG_FORM_TIME: `TIME[:] P/TAG( [UID:] PID): MSG`
 * @TV_LOG_FORM_PROCESS: `P( [UID:] PID) MSG  (TAG)`
 * @TV_LOG_FORM_THREAD: `P( [UID:] PID: TID) MSG`
 * @TV_LOG_FORM_BRIEF: `P/TAG( [UID:] PID): MSG`
 * @TV_LOG_FORM_TAG: `P/TAG: MSG`
 * @TV_LOG_FORM_KERNEL: `[<N>][SECONDS] MSG`, written by dmesg; also with the timestamps of the options -T, -H and -d,
 *   and in ISO format
 * @TV_LOG_FORM_KMSG: `N,SEQUENCE,US,FLAGS;MSG`, read from /dev/kmsg
 * @TV_LOG_FORM_COLUMNS: `[TIME] [PID-TID] [TAG] [PROCESS] P  MSG`, copied from Android Studio with some columns
 *   hidden; the time may have no date
 * @TV_LOG_FORM_RAW: `MSG`
 * @TV_LOG_N_FORMS: number of forms
 *
 * Forms of log lines. If a line matches several forms, the first one counts.
 */
typedef enum
{
  TV_LOG_FORM_LONG,
  TV_LOG_FORM_STUDIO,
  TV_LOG_FORM_OLD_STUDIO,
  TV_LOG_FORM_HILOG,
  TV_LOG_FORM_HILOG_KMSG,
  TV_LOG_FORM_THREADTIME,
  TV_LOG_FORM_UNITY,
  TV_LOG_FORM_TABS,
  TV_LOG_FORM_TIME,
  TV_LOG_FORM_PROCESS,
  TV_LOG_FORM_THREAD,
  TV_LOG_FORM_BRIEF,
  TV_LOG_FORM_TAG,
  TV_LOG_FORM_KERNEL,
  TV_LOG_FORM_KMSG,
  TV_LOG_FORM_COLUMNS,
  TV_LOG_FORM_RAW,
  TV_LOG_N_FORMS,
} TvLogForm;

/**
 * TvLogParsed:
 * @time: timestamp
 * @pid: process id, or %TV_NONE
 * @tid: thread id, or %TV_NONE
 * @uid: user id, or %TV_NONE
 * @level: level
 * @tag: tag; null if the form has no tags
 * @process: process name, or null
 * @domain: hilog domain, or null
 * @message: message; empty in the long form, in which it follows on the next lines
 * @column: offset of the message in the line, in bytes
 *
 * Fields of a line. The spans point into the line.
 */
typedef struct
{
  TvLogTime time;
  guint32 pid;
  guint32 tid;
  guint32 uid;
  TvLogLevel level;
  TvSpan tag;
  TvSpan process;
  TvSpan domain;
  TvSpan message;
  gsize column;
} TvLogParsed;

/* Kinds of lines that are not log records. */
typedef enum
{
  TV_LOG_NOTE_NONE,
  TV_LOG_NOTE_EMPTY,
  TV_LOG_NOTE_BEGINNING, /* beginning of a log buffer; only the next line certainly belongs to it */
  TV_LOG_NOTE_SWITCH,    /* switch to a log buffer, to which all following lines belong */
  TV_LOG_NOTE_STARTED,   /* start of a process */
  TV_LOG_NOTE_ENDED,
  TV_LOG_NOTE_OF_TOOL, /* message of the logging program itself */
} TvLogNoteKind;

/**
 * TvLogNote:
 * @kind: kind of the note
 * @name: name of the log buffer or process; empty for other kinds
 * @pid: id of the process, or %TV_NONE
 *
 * A line that is not a log record.
 */
typedef struct
{
  TvLogNoteKind kind;
  TvSpan name;
  guint32 pid;
} TvLogNote;

TvSpan        tv_log_line_strip       (TvSpan       line);
gboolean      tv_log_line_parse       (TvSpan       line,
                                       TvLogForm    form,
                                       gboolean     has_process,
                                       TvLogParsed *parsed);
TvLogNoteKind tv_log_line_parse_note  (TvSpan       line,
                                       TvLogNote   *note);
gboolean      tv_log_form_allows_continuation     (TvLogForm    form);
const char   *tv_log_form_name        (TvLogForm    form);

G_END_DECLS

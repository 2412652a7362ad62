/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/faults.h"
#include "formats/input/span.h"

G_BEGIN_DECLS

/* Line parsers for text tombstones as debuggerd writes them: libdebuggerd's tombstone_proto_to_text.cpp, and
 * tombstone.cpp before Android 12. */

/**
 * TvTombstoneHeader:
 * @pid: process id; 0 if unknown
 * @tid: thread id, or %TV_NONE
 * @name: thread name; may contain any characters
 * @process: process name; may be empty
 * @has_process: whether the line contains a process name
 *
 * First line of a thread: `pid: N, tid: N[, name: NAME]  >>> PROCESS <<<`.
 */
typedef struct
{
  guint32 pid;
  guint32 tid;
  TvSpan name;
  TvSpan process;
  gboolean has_process;
} TvTombstoneHeader;

/**
 * TvTombstoneSignal:
 * @number: signal number
 * @name: signal name
 * @has_code: whether the line contains @code
 * @code: signal code, which states the reason
 * @code_name: name of the code, such as SEGV_MAPERR
 * @sender_pid: process id of the sender, or %TV_NONE
 * @sender_uid: user id of the sender, or %TV_NONE
 * @has_address: whether the line contains @address
 * @address: fault address
 * @access: kind of access, "read" or "write"; may be empty
 *
 * Line of a signal: `signal N (NAME), code N (CODENAME[ from pid N, uid N]), fault addr 0xHEX | --------`.
 */
typedef struct
{
  gint32 number;
  TvSpan name;
  gboolean has_code;
  gint32 code;
  TvSpan code_name;
  guint32 sender_pid;
  guint32 sender_uid;
  gboolean has_address;
  guint64 address;
  TvSpan access;
} TvTombstoneSignal;

#define TV_TOMBSTONE_MAX_WORDS 4 /* memory words per line */

/**
 * TvTombstoneMemory:
 * @address: address of the first word
 * @n: number of words
 * @n_bytes: bytes per word
 * @words: values of the words
 * @is_known: for each word, whether it could be read
 * @note: text after the word in a row of the stack
 *
 * A row of memory, `ADDR WORD WORD  ASCII`, or of the stack, `ADDR  WORD  NOTE` or `#NN  ADDR  WORD  NOTE`.
 */
typedef struct
{
  guint64 address;
  guint n;
  guint n_bytes;
  guint64 words[TV_TOMBSTONE_MAX_WORDS];
  gboolean is_known[TV_TOMBSTONE_MAX_WORDS];
  TvSpan note;
} TvTombstoneMemory;

/**
 * TvTombstoneRegion:
 * @region: range and permissions
 * @name: file name
 * @build_id: build id of the file
 *
 * A line of the memory map: `BEG-END rwx  OFFSET  SIZE  NAME[ (BuildId: …)][ (load bias 0x…)]`. END is the
 * address of the last byte.
 */
typedef struct
{
  TvMemoryRegion region;
  TvSpan name;
  TvSpan build_id;
} TvTombstoneRegion;

/**
 * TvTombstoneFile:
 * @number: file descriptor
 * @path: path of the open file
 * @owner: owner of the descriptor; empty if unowned
 *
 * An open file: `fd N: PATH (unowned | owned by TYPE 0xTAG)`.
 */
typedef struct
{
  guint32 number;
  TvSpan path;
  TvSpan owner;
} TvTombstoneFile;

gboolean tv_tombstone_parse_header  (TvSpan              text,
                                     TvTombstoneHeader  *header);
gboolean tv_tombstone_parse_signal  (TvSpan              text,
                                     TvTombstoneSignal  *signal);
gboolean tv_tombstone_take_register (TvSpan             *rest,
                                     TvSpan             *name,
                                     guint64            *value);
gboolean tv_tombstone_parse_memory  (TvSpan              text,
                                     TvTombstoneMemory  *memory);
gboolean tv_tombstone_parse_stack   (TvSpan              text,
                                     TvTombstoneMemory  *memory);
gboolean tv_tombstone_parse_near    (TvSpan              text,
                                     TvSpan             *near,
                                     TvSpan             *region);
gboolean tv_tombstone_parse_region  (TvSpan              text,
                                     TvTombstoneRegion  *region);
gboolean tv_tombstone_parse_file    (TvSpan              text,
                                     TvTombstoneFile    *file);
gboolean tv_tombstone_is_rule       (TvSpan              text,
                                     const char         *mark);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/faults.h"
#include "formats/span.h"

G_BEGIN_DECLS

/* Lines of tombstones as text, as debuggerd writes them (libdebuggerd's tombstone_proto_to_text.cpp, and
 * before Android 12 tombstone.cpp): what each means by itself. */

/**
 * TvTombstoneHead:
 * @pid: of the process
 * @tid: of the thread
 * @name: of the thread, which may hold anything
 * @process: of the process, which may have none
 * @has_process: the line tells it
 *
 * `pid: N, tid: N, name: NAME  >>> PROCESS <<<`
 */
typedef struct
{
  guint32 pid;
  guint32 tid;
  TvSpan name;
  TvSpan process;
  gboolean has_process;
} TvTombstoneHead;

/**
 * TvTombstoneSignal:
 * @number: of the signal
 * @name: of it
 * @has_code: it tells @code
 * @code: why it was sent
 * @code_name: what that is called
 * @sender_pid: who sent it, or %TV_NONE
 * @sender_uid: of which user, or %TV_NONE
 * @has_address: an address belongs to it
 * @address: that
 * @access: "read" or "write", or nothing
 *
 * `signal N (NAME), code N (CODENAME[ from pid N, uid N]), fault addr 0xHEX | --------`
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

#define TV_TOMBSTONE_MOST_WORDS 4 /* of memory in a line */

/**
 * TvTombstoneMemory:
 * @address: of the first word
 * @n: how many words
 * @n_bytes: bytes of each
 * @words: what they are
 * @is_known: whether each could be read
 * @note: what stands behind them
 *
 * A row of memory: `ADDR WORD WORD  ASCII`, or of a stack: `ADDR  WORD  NOTE`, `#NN  ADDR  WORD  NOTE`.
 */
typedef struct
{
  guint64 address;
  guint n;
  guint n_bytes;
  guint64 words[TV_TOMBSTONE_MOST_WORDS];
  gboolean is_known[TV_TOMBSTONE_MOST_WORDS];
  TvSpan note;
} TvTombstoneMemory;

/**
 * TvTombstoneRegion:
 * @region: where it lies and what may be done with it
 * @name: of the file
 * @build_id: of that
 *
 * `BEG-END rwx  OFFSET  SIZE  NAME[ (BuildId: …)][ (load bias 0x…)]`, whose end is its last byte.
 */
typedef struct
{
  TvMemoryRegion region;
  TvSpan name;
  TvSpan build_id;
} TvTombstoneRegion;

/**
 * TvTombstoneFile:
 * @number: descriptor
 * @path: what is open
 * @owner: what has it
 *
 * `fd N: PATH (unowned | owned by TYPE 0xTAG)`
 */
typedef struct
{
  guint32 number;
  TvSpan path;
  TvSpan owner;
} TvTombstoneFile;

gboolean tv_tombstone_parse_head    (TvSpan              text,
                                     TvTombstoneHead    *head);
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

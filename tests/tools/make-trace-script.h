/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/*
 * The language in which make-trace's apps are written. A script has blocks, whose lines nest by two
 * spaces:
 *
 *   [prefixes]            `NAME PACKAGE`: NAME:Class.method()V stands for PACKAGE.Class.method()V
 *   [timeline]            `at MS KEY BLOCK`               one task for a thread
 *                         `every FROM-TO STEP KEY BLOCK`  a task every STEP ms
 *                         `frames FROM-TO KEY BLOCK`      a task for every frame, left out while
 *                                                         the thread is late
 *   [BLOCK]               actions of a task, line by line:
 *     CALL A-B [+C-D] [throws]   a call that runs A to B µs itself, and is blocked C to D µs
 *     run A-B                    A to B µs on a CPU, in the call above
 *     wait C-D                   C to D µs blocked, in the call above
 *     @BLOCK|BLOCK[:N|-]         one of the blocks; N is its level of recursion, - is one level less
 *                                than here, and nothing at all on the last level
 *     >KEY BLOCK                 give a task to another thread
 *     !KEY BLOCK                 the same, and stay blocked until it is done
 *   Any of these lines may begin with `xA-B` (repeat) and `?P` (only in P of 1000 cases).
 *
 * Scripts are part of the program, so a mistake in one ends it.
 */

typedef enum
{
  SCRIPT_CALL,
  SCRIPT_RUN,
  SCRIPT_WAIT,
  SCRIPT_BLOCK,
  SCRIPT_POST,
  SCRIPT_POST_AND_WAIT,
} ScriptNodeKind;

typedef struct
{
  guint low;
  guint high;
} ScriptRange;

typedef struct
{
  ScriptNodeKind kind;
  char *text;   /* the call, the names of blocks, or the key of a thread */
  char *target; /* of posts: the block */
  int method;   /* -1 until the call is made for the first time */
  int level;    /* of blocks: 0 = as here, -1 = one less */
  int chance;
  gboolean throws;
  ScriptRange times;
  ScriptRange self_us;
  ScriptRange blocked_us;
  GPtrArray *children;
} ScriptNode;

typedef enum
{
  SCRIPT_AT,
  SCRIPT_EVERY,
  SCRIPT_FRAMES,
} ScriptEntryKind;

typedef struct
{
  ScriptEntryKind kind;
  ScriptRange ms;
  guint step_ms;
  char *key;
  char *block;
} ScriptEntry;

typedef struct
{
  GHashTable *prefixes; /* name → package */
  GHashTable *blocks;   /* name → GPtrArray of ScriptNode */
  GArray *timeline;     /* of ScriptEntry */
} Script;

Script *script_parse  (const char *text);
void    script_free   (Script *script);
char   *script_expand (Script *script, const char *call);

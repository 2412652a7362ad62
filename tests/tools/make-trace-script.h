/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* Script language of make-trace's apps. A script has blocks, whose lines are nested by two spaces of indentation:
 *
 *   [prefixes]            `NAME PACKAGE`: NAME:Class.method()V means PACKAGE.Class.method()V
 *   [timeline]            `at MS KEY BLOCK`               one task for a thread
 *                         `every FROM-TO STEP KEY BLOCK`  a task every STEP ms
 *                         `frames FROM-TO KEY BLOCK`      a task for every frame, skipped while
 *                                                         the thread is late
 *   [BLOCK]               actions of a task, line by line:
 *     CALL A-B [+C-D] [throws]   a call that runs A to B µs exclusively and is blocked C to D µs
 *     run A-B                    A to B µs on a CPU in the enclosing call
 *     wait C-D                   C to D µs blocked in the enclosing call
 *     @BLOCK|BLOCK[:N|-]         one of the blocks at recursion level N; - means one level less
 *                                than here, and nothing on the last level
 *     >KEY BLOCK                 send a task to another thread
 *     !KEY BLOCK                 likewise, and block until the task is done
 *   Any of these lines may begin with `xA-B` (A to B repetitions) and `?P` (probability in 1/1000).
 *
 * Scripts are part of the program, so a syntax error aborts it. */

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
  char *text;   /* call, names of blocks, or key of a thread */
  char *target; /* block of a post */
  int method;   /* method index; -1 until the first call */
  int level;    /* recursion level of a block: 0 for the current level, -1 for one level less */
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
  GArray *timeline;     /* ScriptEntry */
} Script;

Script *script_parse  (const char *text);
void    script_free   (Script *script);
char   *script_expand (Script *script, const char *call);

/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "make-trace.h"

/* Script language for the threads of a device. A block contains lines, which are nested by two spaces of
 * indentation:
 *
 *   [timeline]      `at MS THREAD BLOCK`               an interrupt sends a task to a thread
 *                   `every FROM-TO STEP THREAD BLOCK`  likewise every STEP ms
 *                   `frames FROM-TO THREAD BLOCK`      likewise at 60 Hz
 *   [BLOCK]         actions of a task, line by line:
 *     B A-B MARK          a slice with an exclusive time of A to B µs
 *     Q A-B FUNCTION      a kernel work item with an exclusive time of A to B µs
 *     R A-B               run A to B µs
 *     W A-B               sleep A to B µs
 *     D A-B CALLER        wait A to B µs for the disk, uninterruptible
 *     L A-B CALLER        wait A to B µs for something else, uninterruptible
 *     > THREAD BLOCK      send a task to another thread
 *     ! THREAD BLOCK      likewise through binder, and wait for the reply
 *     S MARK, F MARK      start and end of an asynchronous slice
 *     C A-B MARK          a counter changes to a value from A to B
 *     T TEXT              any other text in the log
 *     @ BLOCK             the lines of another block
 *   Any of these lines may begin with `xA-B ` (A to B repetitions) and `?P ` (probability in 1/1000).
 *
 * A MARK is `[#TAG ]NAME[|CATEGORY|ARGS]`, or `NAME|ARGS` for slices without a category. `%u` is replaced
 * by a random number, `%f` by the frame number and `%t` by the time. Scripts are part of the program, so a
 * syntax error aborts it. */

typedef struct
{
  guint low;
  guint high;
} DeviceRange;

typedef struct
{
  char kind;
  int chance;
  DeviceRange times;
  DeviceRange range;
  char *text;
  GPtrArray *children;
} DeviceNode;

typedef struct
{
  guint from_ms;
  guint to_ms;
  guint step_us; /* 0 for only once */
  char *thread;
  char *block;
} DeviceEntry;

typedef struct
{
  GHashTable *blocks; /* name → GPtrArray of DeviceNode */
  GArray *timeline;   /* DeviceEntry */
} DeviceScript;

DeviceScript *device_script_parse (const char *text);
void          device_script_free  (DeviceScript *script);

/* A step of a task; all random choices have been made. */
typedef struct
{
  char kind; /* kind of a node; or E for the end of a slice, q for the end of a work item */
  guint amount;
  const char *text;
} DeviceStep;

typedef struct
{
  TraceDice *dice;
  GStringChunk *strings;
  guint64 ns;
  guint frame;
} DeviceContext;

/* Appends the steps of a block to @steps, an array of DeviceStep. */
void device_script_unroll (DeviceScript *script, const char *block, DeviceContext *context,
                           GArray *steps);

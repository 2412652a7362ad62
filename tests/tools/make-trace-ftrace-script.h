/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "make-trace.h"

/*
 * The script language for the threads of a device. Blocks have lines, which nest by two spaces:
 *
 *   [timeline]      `at MS THREAD BLOCK`               an interrupt brings a task for a thread
 *                   `every FROM-TO STEP THREAD BLOCK`  the same every STEP ms
 *                   `frames FROM-TO THREAD BLOCK`      the same at 60 Hz
 *   [BLOCK]         actions of a task, line by line:
 *     B A-B MARK          a slice that takes A to B µs itself
 *     Q A-B FUNCTION      the same of a work item of the kernel
 *     R A-B               run A to B µs
 *     W A-B               sleep A to B µs
 *     D A-B CALLER        wait A to B µs for the disk, uninterruptible
 *     L A-B CALLER        wait A to B µs for something else, uninterruptible
 *     > THREAD BLOCK      give a task to another thread
 *     ! THREAD BLOCK      the same over binder, and wait for the answer
 *     S MARK, F MARK      something asynchronous starts, finishes
 *     C A-B MARK          a counter has A to B now
 *     T TEXT              something else in the log
 *     @ BLOCK             the lines of that block
 *   Any of these lines may begin with `xA-B ` (repeat) and `?P ` (only in P of 1000 cases).
 *
 * A MARK is `[#TAG ]NAME[|CATEGORY|ARGS]`, or without a category `NAME|ARGS` of slices. In it `%u`
 * becomes some number, `%f` the number of the frame and `%t` the time. Scripts are part of the
 * program, so a mistake in one ends it.
 */

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
  guint step_us; /* 0: once */
  char *thread;
  char *block;
} DeviceEntry;

typedef struct
{
  GHashTable *blocks; /* name → GPtrArray of DeviceNode */
  GArray *timeline;   /* of DeviceEntry */
} DeviceScript;

DeviceScript *device_script_parse (const char *text);
void          device_script_free  (DeviceScript *script);

/* One step of a task, after all dice are rolled. */
typedef struct
{
  char kind; /* of a node, or E: a slice ends, or q: a work item ends */
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

/* Appends to @steps, an array of DeviceStep, those of a block. */
void device_script_unroll (DeviceScript *script, const char *block, DeviceContext *context,
                           GArray *steps);

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Generator of crashes and freezes with planted causes. The cause is also the name of the process or of
 * the unfinished event:
 *
 *   null member unmapped forbidden stack abort     crash
 *   still busy call                                freeze
 *
 *   make-trace-fault.c        model, and crashes in text formats
 *   make-trace-fault-proto.c  crashes in Protocol Buffers
 *   make-trace-freeze.c       freezes */

#pragma once

#include "make-trace.h"

#define FAULT_PID  2000u
#define FAULT_ZONE "+0200"

typedef enum
{
  PLANTED_NULL,
  PLANTED_MEMBER,
  PLANTED_UNMAPPED,
  PLANTED_FORBIDDEN,
  PLANTED_STACK,
  PLANTED_ABORT,
  N_PLANTED,
} FaultPlanted;

typedef struct
{
  guint32 pc;
  guint path; /* index in fault_paths */
  guint name; /* index in fault_symbols, or fault_n_symbols if there is no symbol */
  guint offset;
} FaultFrame;

typedef struct
{
  guint32 tid;
  char *name;
  GArray *frames; /* FaultFrame */
} FaultThread;

typedef struct
{
  const TraceOptions *options;
  GRand *rand;
  GString *text;
  const char *eol;
  FaultPlanted planted;
  guint64 address;
  guint64 stack;   /* stack pointer */
  GArray *threads; /* FaultThread */
  guint n_regions;
  guint n_files;
  guint n_words; /* number of memory words near each of several registers */
  guint n_lines; /* number of log lines */
} Fault;

extern const char *const fault_planted[];
extern const char *const fault_paths[];
extern const char *const fault_symbols[];
extern const guint fault_n_paths;
extern const guint fault_n_symbols;

guint       fault_pick         (Fault               *self,
                                guint                n);
void        fault_say          (Fault               *self,
                                const char          *format,
                                ...) G_GNUC_PRINTF (2, 3);
const char *fault_get_symbol   (const FaultFrame    *frame);
guint64     fault_get_register (const Fault         *self,
                                guint                i,
                                guint                thread);
void        fault_say_frame    (Fault               *self,
                                guint                i,
                                const FaultFrame    *frame);
gboolean    fault_is           (const TraceOptions  *options);
gboolean    fault_write        (const TraceOptions  *options,
                                GError             **error);
void        fault_write_proto  (Fault               *self);
void        freeze_write       (Fault               *self);

#define FAULT_N_REGISTERS  8
#define FAULT_REGION(i)    (G_GUINT64_CONSTANT (0x70000000) + (guint64) (i) *0x10000)
#define FAULT_REGION_BYTES 0x4000u
#define FAULT_WORD(i, j)   (FAULT_REGION ((i) + 1) + (guint64) (j) *8)

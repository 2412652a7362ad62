/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The part of make-trace that writes logs of ftrace text:
 *
 *   make-trace-ftrace-random.c    a system of random threads, generated while writing ─────┐
 *   make-trace-ftrace-marks.c     their markers                                            │
 *   make-trace-ftrace-calls.c     their function calls, for function_graph                 │
 *   make-trace-ftrace-device.c    a device that runs scripts ──────────────────────────────┤
 *   make-trace-ftrace-words.c     its events                                               │
 *   make-trace-ftrace-script.c    the language of the scripts                              │
 *   make-trace-ftrace-story.c     the scripts, and the threads of the device               │
 *                                                                                          ▼
 *   make-trace-ftrace-events.c    events and markers as each kernel prints them ◄──── FtraceLog
 *   make-trace-ftrace-lines.c     lines of each form, with damaged lines ◄─────────────────┤
 *   make-trace-ftrace-rewrite.c   lines of the option fields and of the tracer             │
 *                                 function_graph, made of usual ones                       │
 *   make-trace-ftrace-pack.c      the file: plain, packed, or in a page ◄──────────────────┘
 */

#pragma once

#include "make-trace.h"

/* Packing */

typedef struct _FtracePack FtracePack;

FtracePack *ftrace_pack_open  (const char *path, const char *container, GError **error);
void        ftrace_pack_write (FtracePack *pack, const char *text, gsize size);
gboolean    ftrace_pack_close (FtracePack *pack, GError **error);

/* Lines */

typedef enum
{
  FTRACE_LINE_TGID,
  FTRACE_LINE_DASHES,            /* the column is there, nothing is known */
  FTRACE_LINE_PLAIN,             /* no column */
  FTRACE_LINE_NOFLAGS,           /* an old kernel's: neither process nor flags */
  FTRACE_LINE_REPORT,            /* trace-cmd's */
  FTRACE_LINE_LATENCY,           /* the kernel's option latency-format */
  FTRACE_LINE_REPORT_LATENCY,    /* trace-cmd report -l */
  FTRACE_LINE_REPORT_DIFFERENCE, /* trace-cmd report --ts-diff */
  FTRACE_LINE_FIELDS,            /* the kernel's option fields */
  FTRACE_LINE_GRAPH,             /* plain output of the tracer function_graph */
  FTRACE_LINE_GRAPH_TIMES,       /* with the options funcgraph-abstime, -proc and -irq-info */
  FTRACE_LINE_GRAPH_REPORT,      /* as trace-cmd report prints it */
} FtraceLineForm;

/* Context of a CPU during an event; printed as flags. */
typedef enum
{
  FTRACE_IN_TASK,
  FTRACE_IN_SWITCH,
  FTRACE_IN_IRQ,
  FTRACE_IN_SOFTIRQ,
} FtraceContext;

typedef struct
{
  guint tid;
  guint pid;
  guint inner_pid; /* pid of the thread's process inside a container; else 0 */
  guint prio;
  const char *comm;
} FtraceTask;

typedef struct _FtraceLog FtraceLog;

#define FTRACE_MAX_CPUS 64

/* The line that is being written has room for this much. */
#define FTRACE_LINE_MAX 4096

struct _FtraceLog
{
  const TraceOptions *options;
  FtraceLineForm form;
  TraceDice dice; /* separate, so that damaged lines do not change the events */
  FtracePack *pack;
  guint64 start_ns;
  guint64 n_events;
  guint64 n_bytes;
  guint n_flags;
  gboolean is_switch;    /* the line is a sched_switch: where these get lost, it shows */
  gboolean is_from_idle; /* and one away from idle */
  guint cpu;             /* the line's */
  guint losing_cpu;
  guint losing;  /* lines of losing_cpu that are still to be lost */
  guint n_lost;  /* since the last word about it */
  guint n_crlf;  /* lines that are still to end so */
  guint holding; /* lines to come before the one held back */
  GString *held;
  const FtraceTask *task; /* thread of the line, with the values of its columns */
  FtraceContext context;
  guint64 ns;
  gsize event;                     /* where the event's name begins in the line, */
  gsize said;                      /* offset of its payload */
  guint reported[FTRACE_MAX_CPUS]; /* thread of the last switch on each CPU, + 1 */
  gsize used;
  char line[FTRACE_LINE_MAX];
};

FtraceLog *ftrace_log_open  (const TraceOptions *options, GError **error);
gboolean   ftrace_log_close (FtraceLog *log, GError **error);

/* Returns whether the requested size is written. */
gboolean   ftrace_log_is_full (const FtraceLog *log);

void       ftrace_log_begin   (FtraceLog *log, guint64 ns, guint cpu, const FtraceTask *task,
                               FtraceContext context, const char *event);
void       ftrace_log_end     (FtraceLog *log);

/* Makes a line of the form of the log out of a usual one, of which only the event is there. */
void       ftrace_log_rewrite (FtraceLog *log);
gboolean   ftrace_form_is_graph (FtraceLineForm form);

void       ftrace_log_string  (FtraceLog *log, const char *string);
void       ftrace_log_number  (FtraceLog *log, gint64 number);
/* Strings and numbers, in turn, until a NULL string. */
void       ftrace_log_line    (FtraceLog *log, guint64 ns, guint cpu, const FtraceTask *task,
                               FtraceContext context, const char *event, const char *first, ...)
                               G_GNUC_NULL_TERMINATED;

/* Marks and events */

typedef enum
{
  FTRACE_MARKS_OLD,
  FTRACE_MARKS_NEW,
  FTRACE_MARKS_ANDROID,
} FtraceMarkStyle;

typedef struct
{
  FtraceMarkStyle style;
  const char *event; /* tracing_mark_write, print or 0 */
  const char *name;
  const char *chain;    /* "[…]#" or NULL */
  const char *tag;      /* a level and two digits for each tag; NULL: M62 */
  const char *category; /* or NULL */
  const char *args;     /* or NULL */
  const char *track;    /* of N, G and H */
  gint64 value;         /* of S, F, C, G and H */
} FtraceMark;

FtraceMarkStyle ftrace_mark_style (const TraceOptions *options, guint process);

void ftrace_log_mark   (FtraceLog *log, guint64 ns, guint cpu, const FtraceTask *task, char kind,
                        const FtraceMark *mark);
void ftrace_log_text   (FtraceLog *log, guint64 ns, guint cpu, const FtraceTask *task,
                        const char *event, const char *text);
void ftrace_log_switch (FtraceLog *log, guint64 ns, guint cpu, const FtraceTask *prev,
                        const char *prev_state, const FtraceTask *next);
/* waking or wakeup, or, of a new thread, wakeup_new */
void ftrace_log_wakeup (FtraceLog *log, guint64 ns, guint cpu, const FtraceTask *waker,
                        FtraceContext context, const char *event, const FtraceTask *task,
                        guint target_cpu);

/* The idle task of each CPU. */
const FtraceTask *ftrace_idle_task (guint cpu);

/* Stories */

gboolean ftrace_write_random (const TraceOptions *options, GError **error);
gboolean ftrace_write_device (const TraceOptions *options, GError **error);
